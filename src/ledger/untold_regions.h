// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short regions of which the ledger hears one in several. Telling a region takes a time that is the same for all of them, so that what it makes of a program's time
// is a matter of how short they are; and those of one place that follow one another are alike. So once many in turn were short, several go untold between two
// that are told. All that a thread does from its first share of an untold region to its next told one is a stretch, which is booked as a whole in
// Category::untold, at the rows of its regions by how long those that were told took. Readers deal it out to what is in the regions (docs/ledger.md).
#pragma once

#include <cstdint>

#include "base/base.h"
#include "ledger/account.h"
#include "ledger/run_delay.h"

namespace muster::ledger {

// Telling takes some 0.2 us: beside a region of that length, 1 in 100.
inline std::uint64_t short_region_ticks() { return long_ticks() / 8; }

// After so many short ones in turn the next ones are taken to be short too. A place that is reached less often costs little to tell.
inline constexpr std::uint32_t kShortInTurn = 64;

// The function's place, or the one that it would take: of two that it may have a free one, or the one that has seen fewer short regions in turn.
inline RegionSite& region_site(ThreadPart& part, const void* function) {
  constexpr unsigned kSiteBits = 6;
  static_assert(kRegionSites == 1U << kSiteBits);
  const std::uint64_t place = base::fibonacci_hash(reinterpret_cast<std::uintptr_t>(function), kSiteBits);
  RegionSite& first = part.region_sites[place];
  RegionSite& second = part.region_sites[place ^ 1];
  if (first.function == function || first.function == nullptr) [[likely]] {
    return first;
  }
  const bool is_other = second.function != function && second.function != nullptr;
  return is_other && second.short_in_turn >= first.short_in_turn ? first : second;
}

// A region of this row has been told, and took so long on its primary thread: ended ones alone say how long they take.
void note_told_region(ThreadPart& part, std::uint32_t index, const Row& row, std::uint64_t ticks);

// A told region begins on its primary thread, or the share of one on a worker, with which the time of the one before it ends.
void begin_cycle(ThreadPart& part, const void* function, std::uint32_t index, std::uint64_t now);

// So long after a region the thread's next one began.
inline void note_gap(Row& row, std::uint64_t ticks) {
  if (ticks < short_region_ticks()) {
    row.gap_ticks += ticks;
    ++row.gaps;
  }
}

// The thread is in `after` from here on, if it was in a stretch, and has been for what of the stretch is too long for the regions in it.
void close_stretch(Account& account, std::uint64_t now, Category after);

}  // namespace muster::ledger
