// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders of regions, barriers, taskwait and taskgroup.
#include "races/handlers.h"

namespace muster::races {
namespace {

// A region has its clocks at the addresses of its own record, a word each: the record lives as long as the region, and nobody else
// names these addresses to the checker.
enum class RegionClock : std::uint32_t { fork, join, even_barrier, odd_barrier, count };
static_assert(sizeof(events::Region) >= static_cast<std::size_t>(RegionClock::count) * sizeof(Clock));

Clock& clock_of(events::Region& region, RegionClock clock) {
  return reinterpret_cast<Clock*>(&region)[static_cast<std::uint32_t>(clock)];
}

Clock& barrier_clock(events::Region& region, std::uint32_t barriers_passed) {
  return clock_of(region, barriers_passed % 2 == 0 ? RegionClock::even_barrier : RegionClock::odd_barrier);
}

bool is_barrier(events::SyncKind kind) {
  return kind != events::SyncKind::taskwait && kind != events::SyncKind::taskgroup &&
         kind != events::SyncKind::reduction;
}

}  // namespace

void release_for_barrier(events::Region& region, std::uint32_t barriers_passed) {
  release(barrier_clock(region, barriers_passed));
}

namespace {

// By the one thread that the region has so far: the record may lie where another was.
void begin_clocks(events::Region& region) {
  for (std::uint32_t clock = 0; clock < static_cast<std::uint32_t>(RegionClock::count); ++clock) {
    release_anew(clock_of(region, static_cast<RegionClock>(clock)));
  }
}

}  // namespace

void on_parallel_begin(const events::ParallelBegin& event) { begin_clocks(event.region); }

void on_parallel_end(const events::ParallelEnd& event) { acquire(clock_of(event.region, RegionClock::join)); }

void on_target_begin(const events::TargetBegin& event) {
  if (begin_target_note(event.task, event.region) != nullptr) {
    begin_clocks(event.region);
  }
}

// As at a barrier: each task of the region has released for it.
void on_target_end(const events::TargetEnd& event) {
  const Note* note = note_of(event.task);
  if (note != nullptr && note->region == &event.region) {
    acquire(barrier_clock(event.region, note->barriers_passed));
    end_target_note(event.task);
  }
}

void on_implicit_task_begin(const events::ImplicitTaskBegin& event) {
  if (event.task.region != nullptr) {
    acquire(clock_of(*event.task.region, RegionClock::fork));
  }
  note_of(event.task);
}

void on_implicit_task_end(const events::ImplicitTaskEnd& event) {
  Note* note = note_of(event.task);
  events::Region* region = note != nullptr && note->region != nullptr ? note->region : event.task.region;
  if (note != nullptr && (event.task.flags & events::kInitialTask) != 0) {
    // A join of a thread that ends comes after the tasks that it has left, for which the thread has waited.
    acquire(note->children_done);
  }
  if (region != nullptr) {
    release(clock_of(*region, RegionClock::join));
  }
  drop_note(event.task);
}

void on_sync_begin(const events::SyncBegin& event) {
  Note* note = note_of(event.task);
  if (note == nullptr) {
    return;
  }
  if (event.kind == events::SyncKind::taskgroup) {
    begin_group(*note);
  } else if (is_barrier(event.kind) && note->region != nullptr) {
    release_for_barrier(*note->region, note->barriers_passed);
  }
}

// The end of the wait for a taskgroup comes before the runtime combines what its tasks have reduced.
void on_sync_wait_end(const events::SyncWaitEnd& event) {
  const Note* note = note_of(event.task);
  if (note != nullptr && event.kind == events::SyncKind::taskgroup && note->group != nullptr) {
    acquire(note->group->tasks_done);
  }
}

void on_sync_end(const events::SyncEnd& event) {
  Note* note = note_of(event.task);
  if (note == nullptr) {
    return;
  }
  if (event.kind == events::SyncKind::taskwait) {
    acquire(note->children_done);
  } else if (event.kind == events::SyncKind::taskgroup) {
    if (note->group != nullptr) {
      acquire(note->group->tasks_done);
      end_group(*note);
    }
  } else if (is_barrier(event.kind) && note->region != nullptr) {
    acquire(barrier_clock(*note->region, note->barriers_passed));
    ++note->barriers_passed;
  }
}

}  // namespace muster::races
