// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events, a type each. All are emitted by the thread that they happen to, and what they refer to lives at least until emit() returns.
// Sections are those of OpenMP 5.2, where the tools interface describes the same events.
#pragma once

#include <cstddef>
#include <cstdint>

#include "events/records.h"

namespace muster::events {

struct ThreadBegin {  // 19.5.2.1
  Thread& thread;
};
struct ThreadEnd {  // 19.5.2.2
  Thread& thread;
};

// The encountering task is region.encountering. A league has the flag kLeague.
struct ParallelBegin {  // 19.5.2.3
  Region& region;
};
// region.size has been set since.
struct ParallelEnd {  // 19.5.2.4
  Region& region;
};

// An implicit task, or with kInitialTask among its flags an initial one. task.region is its region.
struct ImplicitTaskBegin {  // 19.5.2.11
  Task& task;
  std::uint32_t team_size;
  std::uint32_t number;
};
// All these events of a region come before its ParallelEnd.
struct ImplicitTaskEnd {
  Task& task;
  std::uint32_t team_size;  // 0 of an initial task
  std::uint32_t number;
};

// The task is about to be deferred or run; it may be run by another thread before emit() of what follows here returns. task.caller says
// where it was made.
struct TaskCreate {  // 19.5.2.7
  Task* creator;
  Task& task;
  bool has_dependences;
};
// The entry point of a task construct: all from here to TaskConstructEnd that no task runs is the cost of making the task. Nothing but the
// ledger asks for these two.
struct TaskConstructBegin {
  Task& creator;
  Caller caller;
};
struct TaskConstructEnd {
  Task& creator;
  Caller caller;
};
// A task of which the listener has said that it is not to be told (Listener::asks_of_task): none of the events above and below tells of it, and what
// happens in it is told as if the task that has met it, or that waits where it runs, did it. Nothing but the ledger asks for these four.
//
// The one that was asked about last waits for a thread to run it.
struct UntoldDeferred {};
// It runs.
struct UntoldRun {
  std::uint32_t site;  // what Listener::asks_of_task has said
  // The listener's own.
  std::uint64_t before = 0;
  std::uint64_t began = 0;
};
struct UntoldBegin {
  UntoldRun& run;
};
struct UntoldEnd {
  UntoldRun& run;
};
// What the listener wanted to have timed (Thread::times_next_task): how long it took to ask whether the task is told, how long the construct took from then on, and
// of that the task, if it ran at once; by Listener::sleep_clock.
struct UntoldTimed {
  const void* function;
  std::uint32_t site;
  bool is_deferred;
  std::uint64_t asking_ticks;
  std::uint64_t construct_ticks;
  std::uint64_t body_ticks;
};
// `prior` stops, for the reason given, or, with early_fulfill and late_fulfill, its event has been fulfilled; `next` begins or goes on.
// Null: none.
struct TaskSchedule {  // 19.5.2.10
  Task& prior;
  TaskStatus status;
  Task* next;
};

struct Dependence {
  // In an ordered construct with `source` or `sink` this is the iteration's number in its loop; each loop of the nest has a row.
  std::uint64_t variable;
  DependenceKind kind;
};
// The dependences of the depend clause of a new task, of a taskwait, or of an ordered construct.
struct Dependences {  // 19.5.2.8
  Task& task;
  const Dependence* list;
  std::size_t count;
};
// `sink` has to wait for the task that has these marks. Should that be about to end, it does so when emit() has returned.
struct TaskDependence {  // 19.5.2.9
  Marks& source;
  Task& sink;
};

// A barrier, taskwait or taskgroup. In a region's last barrier the task may no longer know its region's address by the end.
struct SyncBegin {  // 19.5.2.13
  SyncKind kind;
  Task& task;
  Caller caller;
};
struct SyncEnd {
  SyncKind kind;
  Task& task;
  Caller caller;
};
// Inside of these two the thread waits, and may run tasks meanwhile.
struct SyncWaitBegin {  // 19.5.2.14
  SyncKind kind;
  Task& task;
  Caller caller;
};
struct SyncWaitEnd {
  SyncKind kind;
  Task& task;
  Caller caller;
};
// Between the two the thread combines its values with those of the others, under the mutex `id`, or by atomic operations where that is 0.
struct ReductionBegin {  // 19.5.2.13
  Task& task;
  std::uint64_t id;
  Caller caller;
};
struct ReductionEnd {
  Task& task;
  std::uint64_t id;
  Caller caller;
};

// Between the two the thread waits for an iteration before its own: at the sink of a doacross loop, or where a chunk of an ordered loop ends that
// had no ordered construct. Nothing but the ledger asks for them.
struct IterationWaitBegin {
  Task& task;
  Caller caller;
};
struct IterationWaitEnd {
  Task& task;
  Caller caller;
};

// Between the two the thread waits for its team, as a construct has a barrier for its own sake that the tools interface does not know: where it begins,
// before the team's memory is written. Nothing but the ledger asks for them.
struct TeamWaitBegin {
  Task& task;
  Caller caller;
};
struct TeamWaitEnd {
  Task& task;
  Caller caller;
};

// A worker has come to the join of its region, and nobody waits for it any more. Told where ends of shares are not, to the ledger alone, which
// books here what need not be booked before.
struct ShareLeft {
  Task& task;
};
// A worker's share of an untold region (Listener::asks_of_region) begins, which runs this function. Its end is not told.
struct UntoldShare {
  const void* function;
};

// A thread falls asleep where it waits, and goes on: moments of Listener::sleep_clock. Nothing but the ledger asks for the two.
struct FallsAsleep {
  std::uint64_t began;
};
struct HasSlept {
  std::uint64_t began;
  // When another thread signalled it to go on; `ended` where that is not known.
  std::uint64_t signalled;
  std::uint64_t ended;
};

struct WorkBegin {  // 19.5.2.5
  WorkKind kind;
  Task& task;
  std::uint64_t count;  // iterations, sections, or 1
  Caller caller;
};
struct WorkEnd {
  WorkKind kind;
  Task& task;
  std::uint64_t count;
  Caller caller;
};
// The task asks for its next share of a loop or of sections: what follows until its Dispatch, or, where nothing is left, its WorkEnd, is the
// cost of sharing. Nothing but the ledger asks for it.
struct DispatchBegin {
  Task& task;
};
// With the chunk of the last Dispatch the task has claimed so many more, of which nothing else tells, as nobody wants to hear of each
// (Listener::hears_each_chunk). They come one by one, and maybe others behind them (UntoldChunks), or, where `as_one` is set, all together with that chunk: the
// difference is what handing them out costs. Where the loop's chunks are short it is told of a chunk that has none with it, too. Nothing but the ledger asks for it.
struct ChunksInHand {
  Task& task;
  std::uint64_t count;
  bool as_one;
};
// The task has had so many chunks since the last Dispatch, besides those in hand, one by one, of which nothing else tells either, and now asks for another one or
// has found no more. Nothing but the ledger asks for it.
struct UntoldChunks {
  Task& task;
  std::uint64_t count;
};
// Iterations `first` to `first + count` of the loop's logical iteration space, or a section whose code is at `code`, go to the task.
struct Dispatch {  // 19.5.2.6
  DispatchKind kind;
  Task& task;
  std::uint64_t first;
  std::uint64_t count;
  const void* code;
};

struct MaskedBegin {  // 19.5.2.12
  Task& task;
  Caller caller;
};
struct MaskedEnd {
  Task& task;
  Caller caller;
};

// Locks, critical, ordered and atomic constructs. `id` is the same for all uses of one mutex: the address of the lock or of what stands
// for it. A hint is 0 where there is none (omp_sync_hint_none).
struct MutexInit {  // 19.5.2.15
  MutexKind kind;
  std::uint32_t hint;
  std::uint64_t id;
  Caller caller;
};
struct MutexDestroy {
  MutexKind kind;
  std::uint64_t id;
  Caller caller;
};
struct MutexAcquire {  // 19.5.2.15: about to wait
  MutexKind kind;
  std::uint32_t hint;
  std::uint64_t id;
  Caller caller;
};
struct MutexAcquired {  // 19.5.2.16: the first time, for a nestable lock
  MutexKind kind;
  std::uint64_t id;
  Caller caller;
};
struct MutexReleased {
  MutexKind kind;
  std::uint64_t id;
  Caller caller;
};
// The owner takes a nestable lock once more, or gives it back without being free of it.
struct NestLockBegin {  // 19.5.2.17
  MutexKind kind;
  std::uint64_t id;
  Caller caller;
};
struct NestLockEnd {
  std::uint64_t id;
  Caller caller;
};

struct Flush {  // 19.5.2.18
  Caller caller;
};
struct Cancel {  // 19.5.2.19
  Task& task;
  std::uint32_t flags;  // CancelFlag
  Caller caller;
};
struct Error {  // 19.5.2.21: the error directive
  Severity severity;
  const char* message;
  std::size_t length;
  Caller caller;
};

// The mutex, of any kind, is about to be free, while the tools interface has MutexReleased when it is.
struct MutexRelease {
  MutexKind kind;
  std::uint64_t id;
  Caller caller;
};
// The program breaks a restriction that the place of emission alone can see. `outer` is the construct inside of which the one at `caller`
// is met, where the misuse is one of nesting.
struct Misuse {
  MisuseKind kind;
  Task& task;
  Caller caller;
  Caller outer;
};
// Memory of the runtime's is about to be given to the program, which does not know who had it before: the data of a task, the copies of a
// reduction, a loop's scratch memory. Emitted after the last access of the former user and before the first one of the new one; the
// runtime's own copying into it may come after.
struct FreshMemory {
  void* begin;
  std::size_t bytes;
};
// An order that no other event tells: what a thread did before it emitted HappensBefore comes before what a thread does after it has emitted
// HappensAfter with the same address, if that was later. For copyprivate, the combining of copies, and the like.
struct HappensBefore {
  const void* at;
};
struct HappensAfter {
  const void* at;
};
// An explicit task has learned on which thread it runs, or was given something of that thread's own: its number, its copy of a reduction's
// or a threadprivate variable. What tasks of one thread do with it does not conflict.
struct ThreadSeen {
  Task& task;
};
// A target region runs on the host, in `task`, which has met the construct: as an initial task, so that what it makes, waits for and depends on is
// its own. At the end all tasks that were made in it are complete. `region` stands for the implicit parallel region around it (OpenMP 5.2, 1.3), of which
// tools are not told.
struct TargetBegin {
  Task& task;
  Region& region;
};
struct TargetEnd {
  Task& task;
  Region& region;
};

}  // namespace muster::events
