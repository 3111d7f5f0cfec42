// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is kept of threads, regions and tasks while somebody listens. The layers that make these things make the records, beside or inside
// of what they have anyway, and nothing of it is touched while nobody listens.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/base.h"
#include "events/caller.h"
#include "events/kinds.h"

namespace muster::events {

// The listeners that there may be, each with a word of its own in every record.
enum class Who : std::uint32_t { tool, races, ledger, misuse };
inline constexpr std::size_t kListeners = 4;

// A word for each listener, 0 when the thing begins. It is the listener's alone, and it keeps its address as long as the thing lives.
struct Marks {
  std::uint64_t words[kListeners] = {};

  std::uint64_t& of(Who who) { return words[static_cast<std::size_t>(who)]; }
};

struct Task;

// A parallel region, the league of a teams construct, or the implicit region around the whole program (`outer` is null). It lives until
// ParallelEnd, or until the thread whose initial region it is ends.
struct alignas(base::kCacheLineBytes) Region {
  // The line that workers read. What the ledger tells them of the time (ledger/listen_regions.cpp): when the region began, when the one
  // before it ended, and which of the primary thread's it is.
  std::uint64_t began_ticks = 0;
  std::uint64_t ended_before_ticks = 0;
  std::uint64_t number = 0;
  Caller caller;
  // `caller.code` of the region around; null: there is none.
  const void* outer_code = nullptr;
  // The outlined function; null where the program runs the region itself.
  const void* function = nullptr;
  std::uint32_t flags = 0;  // RegionFlag
  std::uint32_t size = 1;   // the threads, or teams of a league, that there are

  Marks marks;
  // The task that met the construct. Null for an initial region.
  Task* encountering = nullptr;
  std::uint32_t requested = 1;  // threads or teams
  std::uint32_t clause = 0;     // what the num_threads clause asks for; 0: the region has none

  // The record is to be another region's, which writes what is not cleared here.
  void prepare() {
    ended_before_ticks = 0;
    number = 0;
    marks = {};
  }
};

// Where a task's own frames end and begin again on the stack (OpenMP 5.2, 19.4.4.29, with its flags): its first frame is called from
// `exit`, and where it has called the runtime, the runtime's frames begin at `enter`. Null: there is none.
struct Frame {
  const void* exit = nullptr;
  const void* enter = nullptr;
  std::int32_t exit_flags = 0;
  std::int32_t enter_flags = 0;
};

// An initial, implicit or explicit task. It lives until it ends: ImplicitTaskEnd, or the TaskSchedule that says so.
struct Task {
  Marks marks;
  Frame frame;
  Region* region = nullptr;
  // The task that this one has displaced on its thread, or, of an implicit task, the one that met the region. Null for an initial task
  // and for one that does not run.
  Task* below = nullptr;
  // An implicit task keeps here the frame that has called the region's function, also when that has returned. Null where the program runs
  // the region itself.
  const void* called_from = nullptr;
  std::uint32_t flags = 0;   // TaskFlag
  std::uint32_t number = 0;  // of the thread that runs it, in its team
  // Where an explicit task was made.
  Caller caller;
  // The data that the compiler has laid out for it; null: it is the creator's.
  void* memory = nullptr;
  std::size_t memory_bytes = 0;
  // It has a detach clause: the end of its body and the fulfilment of its event complete it, whichever is told last.
  bool has_event = false;

  // An implicit task begins in a record that has held none but implicit tasks: what is not written here has not changed. The primary thread does it
  // on the way to its share, so the record is not cleared as a whole.
  void begin_implicit(Region& of, Task* met_by, std::uint32_t thread_number) {
    marks = {};
    frame = {};
    region = &of;
    below = met_by;
    called_from = nullptr;
    flags = kImplicitTask | kUndeferredTask;
    number = thread_number;
  }
};

// What the listener has said beforehand of the next regions of a thread, or of a worker's next shares (Listener::asks_of_region): so many of those that run this
// function, by a team of this size, go untold, and it is not asked or told. The listener resets it, and counts what was taken.
struct UntoldNext {
  const void* function = nullptr;
  std::uint32_t size = 0;  // 0 of shares, whose size does not matter
  std::uint32_t left = 0;
  std::uint32_t taken = 0;

  bool take(const void* of, std::uint32_t by) {
    if (left == 0 || function != of || size != by) {
      return false;
    }
    --left;
    ++taken;
    return true;
  }
};

// A thread between ThreadBegin and ThreadEnd.
struct Thread {
  Marks marks;
  ThreadKind kind = ThreadKind::unknown;
  State state = State::undefined;
  // What the thread waits for while its state is one of waiting for a mutex: the address of the lock, or of what stands for it.
  std::uint64_t wait_id = 0;
  // The task that the thread runs. Null for a worker between regions, where ends of shares are told.
  Task* task = nullptr;
  // The region is untold (Listener::asks_of_region) in which the thread is or, as a worker, was last.
  bool is_in_untold = false;
  UntoldNext untold_next;
  // It is in a taskyield: what it does next displaces the task for that reason.
  bool yields = false;
  // The next task that is untold is to be timed (UntoldTimed).
  bool times_next_task = false;
  // So is the function of the implicit task that has just begun, by Listener::sleep_clock, and this is what it took; 0: it did not run between the two.
  bool times_share = false;
  std::uint64_t share_ticks = 0;
  // What tells a barrier at the end of a construct from an explicit one where the compiler's call is the same (teams/observed_work.h).
  const void* asked_size_at = nullptr;
  bool ends_construct = false;
  // Those of a thread of the program.
  Region initial_region;
  Task initial_task;
  // That of a worker: where ends of shares are not told, it is what the worker runs until its next one, and tasks displace it.
  Task share;
};

// The calling thread's record; null before ThreadBegin and after ThreadEnd.
inline constinit thread_local Thread* this_thread = nullptr;

}  // namespace muster::events
