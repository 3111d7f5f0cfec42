// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at words of the program's memory: which threads have accessed each, and on which NUMA node they and the page were then.
#pragma once

#include <cstddef>
#include <cstdint>

namespace muster::first_touch {

inline constexpr std::int16_t kUnknownNode = -1;

struct Use {
  std::uint64_t address = 0;
  std::uint16_t thread = 0;
  std::int16_t page_node = kUnknownNode;
  std::int16_t thread_node = kUnknownNode;
  // A look at which several threads used the word is as many uses, of which the first one stands for the look.
  bool begins_look = true;
  bool is_shared = false;

  bool knows_nodes() const { return page_node != kUnknownNode && thread_node != kUnknownNode; }
};
static_assert(sizeof(Use) == 16);

// Uses in memory of fixed size: once it is full, a new one takes the place of any, so that what is kept stays a sample of the whole run.
class Uses {
 public:
  static constexpr std::size_t kMost = std::size_t{1} << 18;

  bool open();
  void close();
  // `random` is any number.
  void add(const Use& use, std::uint64_t random);
  // By address.
  void sort();

  // Also those that were replaced.
  std::uint64_t seen() const { return seen_; }

  Use* begin() const { return uses_; }
  Use* end() const { return uses_ + count_; }

 private:
  Use* uses_ = nullptr;
  std::size_t count_ = 0;
  std::uint64_t seen_ = 0;
};

}  // namespace muster::first_touch
