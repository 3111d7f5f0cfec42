// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SleeperCount: whether threads of a team sleep. Each adds itself before it sleeps, and whoever may have to wake somebody asks. With one counter, hundreds
// of threads that fall asleep at the same time queue for its cache line; here the first kSlotsOfGroup slots have it to themselves, and the others add to a
// line that they share with as many, of which only the first and the last to leave pass the news on.
//
// Line of a group: how many of its threads sleep, or kHalf, and how often it has become used.
//   0      -> kHalf   a thread comes to an empty group
//   kHalf  -> 1       it, or another that finds kHalf, has told the root (A); of two that have, one takes that back
//   n      -> n + 1   another comes: the root knows already
//   n      -> n - 1   one leaves; the last tells the root
//
// Ordering  A group told    compare-and-swap release of the group, after the root    pairs with B
//           B               the fence that a sleeper passes after add() (parker.h), heavy or full: whoever has found the group used has the root's update before that
//                           fence, so a waker that passes its own fence later sees it
//
// Source    Ellen, Lev, Luchangco and Moir 2007, "SNZI: Scalable NonZero Indicators" (PODC): a tree of two levels, whose root is a plain counter, since a look
//           at it need not be linearizable with departures.
// Cost      for the first slots two updates of one line a sleep; for others two of their group's line, and for the first and last of it two of the root.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"

namespace muster::waiting {

// So many threads queue at one line. The simulator compared 8, 16 and 32 with one counter for all: at 64 threads 8 and 16 are better than that
// and 32 is worse, at 512 all are better and 16 is the best (simulate/README.md, "What was found with it").
inline constexpr std::uint32_t kSlotsOfGroup = 16;
// Groups of 16 up to 256 threads; those of larger teams grow with the team. A line each in two gauges of every team.
inline constexpr std::uint32_t kSleeperGroups = 15;

// The lines of the groups. Apart from the root, which shares its line with what is read as rarely written.
template <platform::Platform P, std::uint32_t GroupCount = kSleeperGroups>
struct SleeperGroups {
  // How many sleep in the lower half, how often the group has become used in the upper.
  using Word = std::uint64_t;

  struct alignas(base::kCacheLineBytes) Group {
    typename P::template Atomic<Word> word{0};
  };

  Group groups[GroupCount];
};

template <platform::Platform P, std::uint32_t SlotsAtRoot = kSlotsOfGroup, std::uint32_t GroupCount = kSleeperGroups>
class SleeperCount {
 public:
  using Groups = SleeperGroups<P, GroupCount>;

  // Before the sleeper's fence and its last look at what it waits for.
  // B: acquire, pairs with A; the order is that of the fence, which is heavy or full
  void add(std::uint32_t slot, Groups& groups) {
    if (slot < SlotsAtRoot) [[likely]] {
      root_.fetch_add_relaxed(1);
    } else {
      add_to(group_of(slot, groups));
    }
  }

  void remove(std::uint32_t slot, Groups& groups) {
    if (slot < SlotsAtRoot) [[likely]] {
      root_.fetch_add_relaxed(~std::uint32_t{0});
    } else {
      remove_from(group_of(slot, groups));
    }
  }

  // False: nobody sleeps, if the caller has made what they wait for true and passed its fence.
  bool any() const { return root_.load_relaxed() != 0; }

  // At most how many sleep in the first `threads` slots, as a group counts in full; 0 is as sure as false is of any(). Threads that have no part in what the caller does may
  // sleep in the other slots.
  std::uint32_t at_most(std::uint32_t threads, const Groups& groups) const {
    std::uint32_t count = std::min(threads, root_.load_relaxed() % kUsedGroup);
    for (std::uint32_t slot = SlotsAtRoot; slot < threads; slot += SlotsAtRoot) {
      count += may_sleep_from(slot, groups) ? SlotsAtRoot : 0;
    }
    return count;
  }

  // Whether somebody may sleep in the group that begins with this slot.
  bool may_sleep_from(std::uint32_t slot, const Groups& groups) const {
    return slot < SlotsAtRoot ? root_.load_relaxed() % kUsedGroup != 0
                              : count_of(groups.groups[group_index(slot)].word.load_relaxed()) != 0;
  }

  // In a child of fork, whose threads are gone.
  void forget(Groups& groups) {
    root_.store_relaxed(0);
    for (auto& group : groups.groups) {
      group.word.store_relaxed(0);
    }
  }

 private:
  using Group = typename Groups::Group;
  using Word = typename Groups::Word;
  static constexpr Word kOne = 1;
  static constexpr Word kHalf = 0xFFFF'FFFF;
  static constexpr Word kUse = kHalf + 1;
  // The root counts the sleepers of the first slots, and from here on the groups that are used.
  static constexpr std::uint32_t kUsedGroup = 1U << 16U;
  static_assert(SlotsAtRoot < kUsedGroup && GroupCount < kUsedGroup);
  static constexpr Word count_of(Word word) { return word % kUse; }

  static constexpr std::uint32_t group_index(std::uint32_t slot) { return (slot / SlotsAtRoot - 1) % GroupCount; }
  static Group& group_of(std::uint32_t slot, Groups& groups) { return groups.groups[group_index(slot)]; }

  void tell_root() { root_.fetch_add_relaxed(kUsedGroup); }
  void take_back_from_root() { root_.fetch_add_relaxed(~kUsedGroup + 1); }

  void add_to(Group& group) {
    for (Word seen = group.word.load_relaxed();;) {
      const Word count = count_of(seen);
      if (count == 0) {
        const Word half = seen + kUse + kHalf;
        if (group.word.compare_exchange_relaxed(seen, half)) {
          tell_root_for(group, half);
          return;
        }
      } else if (count == kHalf) {
        tell_root_for(group, seen);
        seen = group.word.load_relaxed();
      } else if (group.word.compare_exchange_relaxed(seen, seen + kOne)) {
        return;
      }
    }
  }

  void tell_root_for(Group& group, Word half) {
    tell_root();
    Word seen = half;
    // A: release, pairs with B
    if (!group.word.compare_exchange_release(seen, half - kHalf + kOne)) {
      take_back_from_root();
    }
  }

  void remove_from(Group& group) {
    Word seen = group.word.load_relaxed();
    while (!group.word.compare_exchange_relaxed(seen, seen - kOne)) {
    }
    if (count_of(seen) == 1) {
      take_back_from_root();
    }
  }

  typename P::template Atomic<std::uint32_t> root_{0};
};

}  // namespace muster::waiting
