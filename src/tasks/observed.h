// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks while somebody listens (events/). An entry point that makes a task and finds events::listening set tells of it here before the
// task can run; from then on the task runs by way of this file, on whichever thread, and nobody else asks.
#pragma once

#include "events/events.h"
#include "tasks/dependence.h"
#include "tasks/schedule.h"

namespace muster::tasks::observed {

using RunTold = void (*)(Worker& worker, Task& task);

struct About {
  events::Caller caller;
  // Calls the program's function and sets frame.exit of events::this_task() before. Null: task.run does, and its frame is not known.
  RunTold run = nullptr;
  std::uint32_t flags = 0;  // events::TaskFlag, besides those that the task itself tells
  const DependenceList* dependences = nullptr;
  bool has_dependences = false;
};

// The current task has made `task`, which has not been started.
void created(Worker& worker, Task& task, const About& about);
// The same for one with iterations of a taskloop, counted from the loop's first.
void created_with_share(Worker& worker, Task& task, const About& about, std::uint64_t first, std::uint64_t count);

// A task that its maker runs at once between two calls of the front: its block begins and ends.
void begin(Worker& worker, Task& task, events::Caller caller);
void end(Worker& worker, Task& task);

// A task without a descriptor that is told of, or one whose descriptor nobody sees: it is made, and runs as long as the object lives.
class Undeferred {
 public:
  Undeferred(Worker& worker, const About& about);
  ~Undeferred();
  Undeferred(const Undeferred&) = delete;
  Undeferred& operator=(const Undeferred&) = delete;

 private:
  events::Task record_;
  events::Task& creator_;
};

// What the listener wants to hear of a tied task without clauses but `if`, which nothing can cancel.
// 0: all of it.
inline std::uint32_t site_of(const void* function) {
  return events::asks_of_task == nullptr || cancellation ? 0 : events::asks_of_task(function);
}
// An untold task is made, to run by `run`, which has a RunsUntold.
inline void defer_untold(Task& task, std::uint32_t site, void (*run)(Worker& worker, Task& task)) {
  // It has no event whose completion would be counted.
  task.completions.store_relaxed(site);
  task.run = run;
  events::emit(events::UntoldDeferred{});
}
// It runs on a thread that took it out of a queue, while the object lives.
class RunsUntold {
 public:
  RunsUntold(const Task& task, const void* frame) : run_{task.completions.load_relaxed()}, outer_(events::this_task()) {
    frame_ = outer_.frame.exit;
    outer_.frame.exit = frame;
    events::emit(events::UntoldBegin{run_});
  }
  ~RunsUntold() {
    events::emit(events::UntoldEnd{run_});
    outer_.frame.exit = frame_;
  }
  RunsUntold(const RunsUntold&) = delete;
  RunsUntold& operator=(const RunsUntold&) = delete;

 private:
  events::UntoldRun run_;
  events::Task& outer_;
  const void* frame_;
};
// The construct of an untold task that is timed, while the object lives, and the task in it where it runs at once.
class TimesUntold {
 public:
  // `met`: when the construct was met.
  TimesUntold(const void* function, std::uint32_t site, std::uint64_t met)
      : function_(function), site_(site), met_(met), began_(events::sleep_clock()) {}
  ~TimesUntold() {
    const std::uint64_t ticks = events::sleep_clock() - began_;
    events::emit(events::UntoldTimed{function_, site_, !is_body_timed_, began_ - met_, ticks, body_ticks_});
  }
  TimesUntold(const TimesUntold&) = delete;
  TimesUntold& operator=(const TimesUntold&) = delete;

  // The task's block, at once.
  template <class Block>
  MUSTER_ALWAYS_INLINE void run(const Block& block) {
    const std::uint64_t begin = events::sleep_clock();
    block();
    body_ticks_ = events::sleep_clock() - begin;
    is_body_timed_ = true;
  }

 private:
  const void* function_;
  std::uint32_t site_;
  bool is_body_timed_ = false;
  std::uint64_t met_;
  std::uint64_t began_;
  std::uint64_t body_ticks_ = 0;
};

// A task that is cancelled before it has begun.
void discarded(Worker& worker, Task& task);
// The event of a detachable task is fulfilled: before its completion can be seen.
void fulfilled(Task& task);

// taskwait with dependences, which is told as a task that waits for them.
void await_dependences(Worker& worker, const DependenceList& list, events::Caller caller);

// The constructs of schedule.h and taskgroup.h. A taskgroup is told of from its first call to its last, its wait apart.
void await_children(Worker& worker, events::Caller caller);
void yield(Worker& worker, events::Caller caller);
Taskgroup& begin_group(Worker& worker, events::Caller caller);
Taskgroup& end_group(Worker& worker, events::Caller caller);

}  // namespace muster::tasks::observed

namespace muster::tasks {

// What the entry points call, or a construct that brings its group with its own caller.
MUSTER_ALWAYS_INLINE void await_children(Worker& worker, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    observed::await_children(worker, caller);
    return;
  }
  await_children(worker);
}
MUSTER_ALWAYS_INLINE void yield(Worker& worker, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    observed::yield(worker, caller);
    return;
  }
  yield(worker);
}
MUSTER_ALWAYS_INLINE Taskgroup& begin_group(Worker& worker, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    return observed::begin_group(worker, caller);
  }
  return begin_group(worker);
}
MUSTER_ALWAYS_INLINE Taskgroup& end_group(Worker& worker, events::Caller caller) {
  if (events::listening) [[unlikely]] {
    return observed::end_group(worker, caller);
  }
  return end_group(worker);
}

}  // namespace muster::tasks
