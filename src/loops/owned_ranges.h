// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dynamic loops when iterations may be handed out in any order (schedule modifier nonmonotonic, OpenMP 5.2, 11.5.3, which
// is the default): each thread owns a range and takes from its front; a thread that has none left steals the rear half of
// another's. Iterations do not rise in a thread then, which some programs rely on (decision 26).
//
// Source    Markatos and LeBlanc 1994 (affinity scheduling); the range in one word with a tag is ours.
//
//   slot 0  [ tag | first .. last )   <- owner takes at first, thieves at last    [ loop whose last unit is taken ]
//   slot 1  [ tag | first .. last )
//
// Protocol. For loop s, a slot's word is in one of three states (I1 of loop_word.h holds for each word by itself):
//   {s - 1, empty}   its owner has not come yet. The owner, or a thief in its name, moves it to {s, block of the slot}. The owner
//                    does so even if the block is empty, so that its word is at s - 1 or later whenever it enters s.
//   {s, range}       iterations to take or to steal.
//   {s, empty}       done as far as this slot goes; the owner may refill it with what it stole.
// Any other tag: the owner is still in an earlier loop, which has work of its own, or the team is past this loop.
// Every unit of loop s is, at any time, in the block of a slot that is not yet in loop s (its owner will come), in a word with
// tag s, or held by the thread that runs it. A thread leaves the loop when it finds no word to take from, so no unit is lost.
//
// The loop's last unit is in no block. lastprivate wants the private variables as the last iteration left them, so a thread takes it when it finds
// nothing else, and takes nothing after it: the thread that first moves the number beside slot 0's word on to s runs it. So it waits for nobody, and
// nobody stops helping because of it.
//
// Cost      one compare-and-swap on the thread's own line per chunk; a line transfer only to steal.
// Ordering  relaxed throughout: a word hands out numbers, never data. What iterations write is ordered by the barrier at the
//           end of the loop.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "loops/iteration_space.h"
#include "loops/loop_word.h"
#include "loops/piece.h"
#include "loops/static_schedule.h"
#include "platform/platform.h"

namespace muster::loops {

template <platform::Platform P>
struct alignas(base::kCacheLineBytes) OwnedRange {
  typename P::template Atomic<std::uint64_t> word{0};
  // Slot 0 says here which loop's last unit was taken last, by the loop's whole number: loops that are cancelled or have no units do not move it.
  typename P::template Atomic<std::uint64_t> last_unit{0};

  // All owned loops up to number `loop` count as done, for a thread that joins a team later. While no thread is in such a loop.
  void begin_after(std::uint64_t loop) {
    word.store_relaxed(RangeWord{loop & kTagMask, 0, 0}.pack());
    last_unit.store_relaxed(loop);
  }

  // Loop number `loop` is cancelled, and its thread leaves it: what the word has left is nobody's, and the next loop finds it done. Nobody is in a later loop,
  // as a loop that may be cancelled ends in a barrier. Thieves take from the word until then, or find nothing.
  void end_early(std::uint64_t loop) { word.store_relaxed(RangeWord{loop & kTagMask, 0, 0}.pack()); }
};

// One thread's view of one loop. Units are what the words count; the caller turns them into chunks.
template <platform::Platform P>
class OwnedRanges {
 public:
  static constexpr std::uint64_t kMaxUnits = RangeWord::kUnitMask;

  OwnedRanges() = default;

  // `ranges` has a word a slot. `loop` numbers the loops of the team that use these words, from 1. units <= kMaxUnits.
  OwnedRanges(OwnedRange<P>* ranges, std::uint32_t threads, std::uint32_t slot, std::uint64_t loop, std::uint64_t units)
      : ranges_(ranges),
        units_(units),
        loop_(loop),
        tag_(loop & kTagMask),
        previous_tag_((loop - 1) & kTagMask),
        threads_(threads),
        slot_(slot) {}

  // The short way to the next unit, for all units but the last of this thread's range: false says to ask take().
  bool take_quickly(std::uint64_t& unit) {
    std::uint64_t packed = own().load_relaxed();
    const RangeWord word = RangeWord::unpack(packed);
    if (word.tag != tag_ || word.first + 1 >= word.last) {
      return false;
    }
    unit = word.first;
    return own().compare_exchange_relaxed(packed, RangeWord{tag_, word.first + 1, word.last}.pack());
  }

  // A piece (piece.h) of the units behind one that the thread has just taken, where those are next in its own range. Returns how many, which may be none.
  std::uint64_t take_behind(std::uint64_t unit) {
    std::uint64_t packed = own().load_relaxed();
    const RangeWord word = RangeWord::unpack(packed);
    if (word.tag != tag_ || word.first != unit + 1 || word.empty()) {
      return 0;
    }
    const std::uint64_t count = chunks_in_piece(word.last - word.first, 1);
    return own().compare_exchange_relaxed(packed, RangeWord{tag_, word.first + count, word.last}.pack()) ? count : 0;
  }

  // The next units for this thread: mostly one. Empty at the end of the loop.
  Range take() {
    if (has_run_last_) {
      return {};
    }
    const Range taken = take_any();
    return taken.empty() ? take_last() : taken;
  }

 private:
  using Word = typename P::template Atomic<std::uint64_t>;

  Word& own() { return ranges_[slot_].word; }

  Range take_any() {
    std::uint64_t packed = own().load_relaxed();
    for (;;) {
      RangeWord word = RangeWord::unpack(packed);
      const bool opens = word.tag == previous_tag_ && word.empty();
      if (opens) {
        word = block(slot_);
      }
      if (word.tag != tag_ || (word.empty() && !opens)) {
        return steal();
      }
      const std::uint64_t count = word.empty() ? 0 : 1;
      const RangeWord rest{tag_, word.first + count, word.last};
      if (own().compare_exchange_relaxed(packed, rest.pack())) {
        // A slot without a block opens the loop all the same: its word must not fall a loop behind.
        return count != 0 ? Range{word.first, word.first + count} : steal();
      }
    }
  }

  RangeWord block(std::uint32_t slot) const {
    const Range range = static_block(units_ == 0 ? 0 : units_ - 1, threads_, slot);
    return {tag_, range.first, range.last};
  }

  Range steal() {
    for (std::uint32_t distance = 1; distance < threads_; ++distance) {
      const std::uint32_t ahead = slot_ + distance;
      const Range stolen = steal_from(ahead < threads_ ? ahead : ahead - threads_);
      if (!stolen.empty()) {
        return keep(stolen);
      }
    }
    return {};
  }

  // The rear half of what slot `victim` has left, or all of it when that is one unit.
  Range steal_from(std::uint32_t victim) {
    Word& shared = ranges_[victim].word;
    std::uint64_t packed = shared.load_relaxed();
    for (;;) {
      RangeWord word = RangeWord::unpack(packed);
      if (word.tag == previous_tag_ && word.empty()) {
        word = block(victim);
      }
      if (word.tag != tag_ || word.empty()) {
        return {};
      }
      const std::uint64_t middle = word.first + (word.last - word.first) / 2;
      const RangeWord rest{tag_, word.first, middle};
      if (shared.compare_exchange_relaxed(packed, rest.pack())) {
        return {middle, word.last};
      }
    }
  }

  // Takes the first unit of what was stolen and offers the rest in the own word, where others can steal it again.
  Range keep(Range stolen) {
    if (stolen.size() == 1) {
      return stolen;
    }
    std::uint64_t packed = own().load_relaxed();
    // A teammate that is a loop ahead may have moved this word on; then all of the stolen range stays with this thread.
    while (RangeWord::unpack(packed).tag == tag_) {
      const RangeWord rest{tag_, stolen.first + 1, stolen.last};
      if (own().compare_exchange_relaxed(packed, rest.pack())) {
        return {stolen.first, stolen.first + 1};
      }
    }
    return stolen;
  }

  // Nothing else is left to take.
  Range take_last() {
    Word& last = ranges_[0].last_unit;
    std::uint64_t taken_of = last.load_relaxed();
    while (units_ != 0 && taken_of < loop_) {
      if (last.compare_exchange_relaxed(taken_of, loop_)) {
        has_run_last_ = true;
        return {units_ - 1, units_};
      }
    }
    return {};
  }

  OwnedRange<P>* ranges_ = nullptr;
  std::uint64_t units_ = 0;
  std::uint64_t loop_ = 0;
  std::uint64_t tag_ = 0;
  std::uint64_t previous_tag_ = 0;
  std::uint32_t threads_ = 0;
  std::uint32_t slot_ = 0;
  bool has_run_last_ = false;
};

}  // namespace muster::loops
