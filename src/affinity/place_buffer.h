// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places while they are being put together, in memory of the caller. Internal to affinity/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "topology/topology.h"

namespace muster::affinity {

using topology::CpuSet;

// The complement of CpuSet::add; CPU numbers of kMaxCpus and more are no members anyway.
constexpr void remove(CpuSet& cpus, std::uint32_t cpu) {
  if (cpu < topology::kMaxCpus) {
    cpus.words[cpu / 64] &= ~(std::uint64_t{1} << (cpu % 64));
  }
}

constexpr CpuSet intersection(const CpuSet& a, const CpuSet& b) {
  CpuSet both;
  for (std::size_t word = 0; word < a.words.size(); ++word) {
    both.words[word] = a.words[word] & b.words[word];
  }
  return both;
}

constexpr CpuSet united(const CpuSet& a, const CpuSet& b) {
  CpuSet either;
  for (std::size_t word = 0; word < a.words.size(); ++word) {
    either.words[word] = a.words[word] | b.words[word];
  }
  return either;
}

constexpr bool is_empty(const CpuSet& cpus) { return cpus.next(0) == topology::kMaxCpus; }

class PlaceBuffer {
 public:
  explicit PlaceBuffer(std::span<CpuSet> storage) : storage_(storage) {}

  // False, with is_cut() from then on, when there is no room.
  bool add(const CpuSet& place) {
    if (count_ == storage_.size()) {
      is_cut_ = true;
      return false;
    }
    storage_[count_++] = place;
    return true;
  }

  // `at` counts in the order of add().
  void widen(std::size_t at, std::uint32_t cpu) { storage_[at].add(cpu); }

  // What "!place" does: of several equal ones the last goes. False if there is none.
  bool remove_last(const CpuSet& place) {
    std::size_t at = count_;
    while (at > 0 && storage_[at - 1] != place) {
      --at;
    }
    if (at == 0) {
      return false;
    }
    for (; at < count_; ++at) {
      storage_[at - 1] = storage_[at];
    }
    --count_;
    return true;
  }

  // Takes CPUs that are not in `available` out of all places, and then places without CPUs.
  void keep_available(const CpuSet& available) {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < count_; ++at) {
      const CpuSet place = intersection(storage_[at], available);
      lost_ = lost_ || place != storage_[at];
      if (!is_empty(place)) {
        storage_[kept++] = place;
      }
    }
    count_ = kept;
  }

  template <class Change>
  void transform(const Change& change) {
    for (std::size_t at = 0; at < count_; ++at) {
      storage_[at] = change(storage_[at]);
    }
  }

  void cut_to(std::size_t count) { count_ = count < count_ ? count : count_; }
  // A CPU was named that no machine has.
  void note_loss() { lost_ = true; }

  std::span<const CpuSet> places() const { return {storage_.data(), count_}; }
  bool is_cut() const { return is_cut_; }
  // CPUs were named that cannot be used.
  bool has_lost() const { return lost_; }

 private:
  std::span<CpuSet> storage_;
  std::size_t count_ = 0;
  bool is_cut_ = false;
  bool lost_ = false;
};

}  // namespace muster::affinity
