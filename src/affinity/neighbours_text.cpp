// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "affinity/neighbours_text.h"

#include <stdio.h>

#include "affinity/place_buffer.h"

namespace muster::affinity {
namespace {

class Sentence {
 public:
  explicit Sentence(std::span<char> memory) : memory_(memory) {}

  void add(std::string_view text) {
    for (const char c : text) {
      if (length_ < memory_.size()) {
        memory_[length_++] = c;
      }
    }
  }

  void add_number(std::uint32_t number) {
    char digits[12];
    const int length = snprintf(digits, sizeof digits, "%u", number);
    add({digits, static_cast<std::size_t>(length)});
  }

  // "0-3,8", as Linux writes lists of CPUs.
  void add_cpus(const CpuSet& cpus) {
    for (std::uint32_t first = cpus.next(0); first < topology::kMaxCpus;) {
      std::uint32_t last = first;
      while (cpus.contains(last + 1)) {
        ++last;
      }
      add_number(first);
      if (last > first) {
        add("-");
        add_number(last);
      }
      first = cpus.next(last + 1);
      add(first < topology::kMaxCpus ? "," : "");
    }
  }

  std::string_view text() const { return {memory_.data(), length_}; }

 private:
  std::span<char> memory_;
  std::size_t length_ = 0;
};

}  // namespace

std::string_view describe(const Neighbours& neighbours, std::span<char> memory) {
  Sentence sentence(memory);
  const CpuSet shared = intersection(neighbours.own, neighbours.others);
  const std::uint32_t count = shared.count();
  if (neighbours.are_avoided) {
    sentence.add(neighbours.own.count() == 1 ? "this process begins on CPU " : "this process begins on CPUs ");
    sentence.add_cpus(neighbours.own);
    sentence.add(", because others are bound to ");
    sentence.add_cpus(neighbours.others);
  }
  if (count != 0) {
    sentence.add(neighbours.are_avoided ? "; " : "");
    sentence.add_number(count);
    sentence.add(count == 1 ? " CPU of this process's places is bound by another process, too: "
                            : " CPUs of this process's places are bound by another process, too: ");
    sentence.add_cpus(shared);
  }
  return sentence.text();
}

}  // namespace muster::affinity
