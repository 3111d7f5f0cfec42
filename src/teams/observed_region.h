// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions while somebody listens (events/). A front that finds events::listening set goes this way instead of teams::parallel; the
// workers go it because the function that the go line names is the one of this file.
//
// A region ends with a full barrier and then its join, so that the barrier's end is told when it has come, and every implicit task has
// ended before the region has (decision 21). Where nobody hears of that (Listener::hears_ends_of_shares), it ends with its join alone, as
// it does while nobody listens.
//
// A region of which the listener does not want to hear (Listener::asks_of_region) is untold: it goes the way that it goes while nobody listens, but for what its
// constructs need that go the observed way in it.
#pragma once

#include "events/events.h"
#include "teams/fork_join.h"

namespace muster::teams::observed {

struct About {
  events::Caller caller;
  // What the num_threads clause asks for; 0: the region has no such clause.
  std::uint32_t requested = 0;
  std::uint32_t flags = events::kTeam | events::kInvokedByRuntime;
};

// The thread begins as a root, or ends as one.
void begin_root(Member& initial);
void end_root(threads::Thread& thread);
// A worker, which has been told of, has left its last team, and what ends with it (threadprivate objects) uses OpenMP. Its initial task ends when the thread does.
void begin_root_of_worker();

// The calling thread, a worker or not, is about to do something that is told. A worker is told of when it has come to its first region: before, it
// has no place from which it could answer a routine that a tool calls.
void meet_worker(threads::Thread& thread);

// A worker's part of a region, for each of the records that a member has of its regions (OnDemand::Forked): the go line has no room to say which it is; and
// that of an untold region.
struct RunRegions {
  RunRegion of_record[OnDemand::Forked::kRecords];
  RunRegion untold;
};

// The region is untold in which the calling thread is.
inline bool is_in_untold() { return events::this_thread->is_in_untold; }

// What teams::fork and teams::join do, with the events of the primary thread.
Member& fork(Member& parent, const threads::Work& work, const RunRegions& run, std::uint32_t size, const About& about);
void join(Member& primary);

// The implicit task of a worker begins in its region, or ends there. `record` is the number of the region's record.
void begin_task(Member& self, std::uint32_t record);
void end_task(Member& self);
// The worker has come to the join.
void leave_share(Member& self);

// A worker's share of an untold region begins, and its function has returned.
void begin_untold_share(Member& self, const void* function);
void end_untold_share(Member& self);

// How an outlined function is called, and from where: `Invoke::call`, or `Invoke::Observed::call` where that cannot know its frame.
template <class Invoke>
struct CallFromHere {
  using Type = Invoke;
};
template <class Invoke>
  requires requires { typename Invoke::Observed; }
struct CallFromHere<Invoke> {
  using Type = typename Invoke::Observed;
};

template <class Invoke>
void call(Member& self, void* function, void* const* arguments, std::uint32_t count) {
  events::Thread& thread = *events::this_thread;
  events::Task& task = *thread.task;
  task.called_from = __builtin_frame_address(0);
  events::Frame& frame = task.frame;
  frame.exit = __builtin_frame_address(0);
  frame.exit_flags = events::InRuntime::kRuntimeFrame;
  const bool is_timed = thread.times_share;
  const std::uint64_t began = is_timed ? events::sleep_clock() : 0;
  CallFromHere<Invoke>::Type::call(self, function, arguments, count);
  if (is_timed) [[unlikely]] {
    thread.share_ticks = events::sleep_clock() - began;
  }
  frame.exit = nullptr;
}

template <class Invoke, std::uint32_t Record>
void run_region(threads::Thread& thread, threads::Seat& seat) {
  Member& self = begin_region(thread, seat);
  begin_worker<Invoke>(self);
  const threads::Go& go = seat.line.go.get();
  begin_task(self, Record);
  call<Invoke>(self, go.function, go.arguments, go.argument_count);
  end_task(self);
  end_region(self);
  leave_share(self);
}

template <class Invoke>
void run_untold(threads::Thread& thread, threads::Seat& seat) {
  Member& self = begin_region(thread, seat);
  begin_worker<Invoke>(self);
  const threads::Go& go = seat.line.go.get();
  begin_untold_share(self, go.function);
  Invoke::call(self, go.function, go.arguments, go.argument_count);
  end_untold_share(self);
  end_region(self);
}

template <class Invoke>
inline constexpr RunRegions kRunRegion{{&run_region<Invoke, 0>, &run_region<Invoke, 1>}, &run_untold<Invoke>};

// The primary thread's part.
template <class Invoke>
void run_primary(Member& primary, const threads::Work& work) {
  if (is_in_untold()) {
    Invoke::call(primary, work.function, work.arguments, work.argument_count);
  } else {
    call<Invoke>(primary, work.function, work.arguments, work.argument_count);
  }
}

template <class Invoke>
void parallel(Member& parent, const threads::Work& work, std::uint32_t size, const About& about) {
  begin_primary<Invoke>(parent);
  Member& primary = observed::fork(parent, work, kRunRegion<Invoke>, size, about);
  run_primary<Invoke>(primary, work);
  observed::join(primary);
}

}  // namespace muster::teams::observed
