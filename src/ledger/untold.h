// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a task is told: the first ones of a place are, and, should they be short, no others (listen_untold.cpp).
#pragma once

#include "ledger/account.h"

namespace muster::ledger {

inline constexpr std::uint32_t kToldFirst = 1000;
// TaskSite::told where the others are untold.
inline constexpr std::uint32_t kUntold = kToldFirst + 1;
// What making one costs is known by one in so many of a thread's, of which the construct and the task in it are timed (Row::paid_ticks and bare_ticks). That is a
// prime, so that where a thread makes several kinds in turn each of them is timed.
inline constexpr std::uint64_t kTimedOneIn = 61;
// The number of a site: the slot, and the row in it.
inline constexpr std::uint32_t kSlotShift = 16;
static_assert(kRows < 1U << kSlotShift);

inline TaskSite& task_site(ThreadPart& part, const void* function) {
  // Functions begin at multiples of 16 bytes.
  return part.sites[reinterpret_cast<std::uintptr_t>(function) / 16 % kTaskSites];
}

// The same for a task that is not known to be short.
std::uint32_t tell_first_tasks(Slot& slot, TaskSite& site, const void* function, const void* parent);

// The site of the next task of the thread, which runs the function, in a region of that code; 0: it is told.
inline std::uint32_t ask_of_task(Slot& slot, const void* function, const void* parent) {
  ThreadPart& part = slot.part;
  TaskSite& site = task_site(part, function);
  if (site.told != kUntold || site.function != function || site.parent != parent) [[unlikely]] {
    return tell_first_tasks(slot, site, function, parent);
  }
  Row& row = slot.rows[site.row];
  ++row.units;
  ++row.count;
  part.untold_row = site.row;
  ++row.untold;
  if (--part.untold_until_timed == 0) [[unlikely]] {
    part.untold_until_timed = kTimedOneIn;
    events::this_thread->times_next_task = true;
  }
  return site.word | site.row;
}

}  // namespace muster::ledger
