// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making, deferring, running and completing tasks, and waiting for them. README.md has the scheme. Every function is called by the
// worker's own thread.
#pragma once

#include <new>

#include "tasks/taskgroup.h"
#include "tasks/worker.h"

namespace muster::tasks {

// Slots of a worker's deque, a power of two, at least; and for each thread of the team that it has when it defers its first task. With so many out
// nothing runs at once that both peers would defer: libomp's deques have 256 slots, and libgomp defers up to 64 tasks for each thread. Set once at
// start.
inline constinit std::uint32_t queue_capacity = 256;
inline constinit std::uint32_t queue_capacity_per_thread = 64;
// The largest that may be set: 8 MiB of slots a thread, of which only those that are used take memory.
inline constexpr std::uint32_t kMostQueued = 1U << 20;

// CPUs that the process may use. Set once at start.
inline constinit std::uint32_t cpus = 1;

// The worker begins the next barrier. Returns its number.
inline base::Episode begin_episode(Worker& worker) {
  worker.implicit.tag ^= kOddPhase;
  return ++worker.barrier_episode;
}
// The phase that the barrier which the worker is in waits for.
inline std::uint32_t awaited_phase(const Worker& worker) {
  return static_cast<std::uint32_t>((worker.barrier_episode - 1) & 1);
}
// The worker is told how far its team is.
void catch_up(Worker& worker, base::Episode barrier_episode);

// Priorities above 0 and up to here make a difference (max-task-priority-var). Set once at start.
inline constinit std::int32_t max_priority = 0;
inline std::int32_t priority_level(std::int32_t priority) { return priority < max_priority ? priority : max_priority; }

// --- making ------------------------------------------------------------------------------------------------------------

// When the system has no memory.
Task* make_task_without_memory(Worker& worker, std::size_t bytes);

// A child of the current task in that block. `flags` as below.
MUSTER_ALWAYS_INLINE Task& make_task_in(memory::Block* block, Worker& worker, std::uint32_t flags) {
  auto* task = static_cast<Task*>(block);
  Task& parent = *worker.current;
  task->tag = flags | kExplicit | (parent.tag & (kFinal | kOddPhase));
  // Thieves may still look at the task that had this memory before (Deque, I1).
  // L: release, pairs with L in tasks/find.h
  task->parent.store_release(&parent);
  // L: release, pairs with L in tasks/find.h
  task->depth.store_release(parent.depth.load_relaxed() + 1);
  task->completions.store_relaxed(0);
  task->finished_elsewhere.store_relaxed(0);
  task->group = parent.group;
  task->spawned = 0;
  task->finished_here = 0;
  task->icvs = worker.icvs;
  task->extra = nullptr;
  return *task;
}

// A child of the current task, with `bytes` (at least sizeof(Task)) of memory. It may be one that cannot be deferred (kUndeferred).
MUSTER_ALWAYS_INLINE Task& make_task(Worker& worker, std::size_t bytes, std::uint32_t flags) {
  memory::Block* block = worker.cache->allocate(memory::size_class_for(bytes));
  if (block == nullptr) [[unlikely]] {
    block = make_task_without_memory(worker, bytes);
    flags |= kUndeferred;
  }
  return make_task_in(block, worker, flags);
}

TaskExtra& extra_of(Worker& worker, Task& task);
RareExtra& rare_of(Worker& worker, Task& task);

// A team of one defers tasks whose ancestors in the region are so many: each of them may be on the stack. A level takes 209 bytes in code of GCC and 112 in code
// of Clang where the task itself needs next to nothing (8 MiB over the longest walk of tests/openmp/tasks/deep_chain.c that ended without this limit), so
// tasks with a kilobyte of data each take some 300 KiB at this depth, of 8 MiB.
inline constexpr std::uint32_t kDeepestAlone = 256;
bool is_region_of_one(const Worker& worker);
inline bool is_deep(const Worker& worker) { return worker.current->depth.load_relaxed() >= kDeepestAlone; }
// For a team of one. An initial task has no barrier at its end at which its tasks would run.
inline bool defers_alone(const Worker& worker) { return is_deep(worker) && is_region_of_one(worker); }

bool make_room(Worker& worker);
// Tasks with a priority that the threads of a team may have deferred together: as many as the queue of one of them holds.
bool has_room_in_list(const Worker& worker);
// Whether a task may be deferred: there is somebody to run it meanwhile, or the stack to be spared, and room. If there is, it has to be: a task may
// wait for what its maker does next.
MUSTER_ALWAYS_INLINE bool may_defer(Worker& worker) {
  return (worker.team_size > 1 || defers_alone(worker)) && !worker.current->is(kFinal) && !worker.deque.is_full() &&
         (MUSTER_LIKELY(worker.deque.has_known_room()) || make_room(worker));
}

void join_group(Worker& worker, Task& task);
void copy_icvs(Worker& worker, Task& task);

// The block of a task that is there for its dependences.
inline void run_nothing(Worker& /*worker*/, Task& /*task*/) {}

// From now on barriers, taskwaits and the taskgroup wait for the task.
MUSTER_ALWAYS_INLINE void count_in(Worker& worker, Task& task) {
  task.set(kCounted);
  ++worker.current->spawned;
  if (task.group != nullptr) [[unlikely]] {
    join_group(worker, task);
  }
  if (worker.icvs != worker.region_icvs) [[unlikely]] {
    copy_icvs(worker, task);
  }
  Board& board = *worker.board;
  const std::uint32_t phase = task.phase();
  worker.counters.create(phase);
  board.active.set(phase);
}

void wake_one(Worker& worker);
// After a full fence: the thread looks for tasks again, whatever it sleeps for.
void wake_where_it_sleeps(const Worker& worker);

// Tells the team that the worker's deque has something. One sleeper is woken, and only if nobody is awake and looking.
MUSTER_ALWAYS_INLINE void announce(Worker& worker) {
  if (worker.board->sleepers.wanted_after_push()) [[unlikely]] {
    wake_one(worker);
  }
}

// A task with kUndeferred.
void run_undeferred(Worker& worker, Task& task);

// A task with kUndeferred or kDealt.
void defer_unusual(Worker& worker, Task& task);

// Where may_defer() has said so, or with kUndeferred: then it runs at once.
MUSTER_ALWAYS_INLINE void defer(Worker& worker, Task& task) {
  if ((task.tag & (kUndeferred | kDealt)) != 0) [[unlikely]] {
    defer_unusual(worker, task);
    return;
  }
  count_in(worker, task);
  worker.deque.push(&task);
  announce(worker);
}

// Beside the deque: priority > 0.
void defer_with_priority(Worker& worker, Task& task, std::int32_t priority);
// The same for a task that waits for others first (start_dependent()).
void set_priority(Worker& worker, Task& task, std::int32_t priority);

// --- running -----------------------------------------------------------------------------------------------------------

MUSTER_ALWAYS_INLINE void begin(Worker& worker, Task& task) {
  task.next = worker.current;
  task.thread = &worker;
  task.displaced_icvs = worker.icvs;
  worker.icvs = task.icvs;
  worker.current = &task;
}

// For changes, which are the current task's own (OpenMP 5.2, 2.3).
settings::Icvs& own_icvs(Worker& worker);
void give_icvs_back(Worker& worker, Task& task);

// The block has run; complete() or detach() comes next.
MUSTER_ALWAYS_INLINE void end(Worker& worker, Task& task) {
  if (task.is(kOwnIcvs)) [[unlikely]] {
    give_icvs_back(worker, task);
  }
  worker.icvs = task.displaced_icvs;
  worker.current = task.displaced();
}

// The same for a task on top of what the thread's deque has: what stands there now is none of the task's (Worker::base). Returns what the end
// wants.
MUSTER_ALWAYS_INLINE std::uint64_t begin_on_top(Worker& worker, Task& task) {
  const std::uint64_t outer_base = worker.base;
  worker.base = worker.deque.position();
  begin(worker, task);
  return outer_base;
}
MUSTER_ALWAYS_INLINE void end_on_top(Worker& worker, Task& task, std::uint64_t outer_base) {
  end(worker, task);
  worker.base = outer_base;
}

void end_extra(Worker* worker, Task& task);
void count_elsewhere(Worker* worker, Task& parent);
void leave_group(Worker* worker, Taskgroup& group);
void leave_to_children(Worker& worker, Task& task);

MUSTER_ALWAYS_INLINE void free_task(Worker& worker, Task& task) {
  // G: acquire, pairs with F in tasks/schedule.cpp
  if (MUSTER_LIKELY(task.finished_elsewhere.load_acquire() == task.spawned - task.finished_here)) {
    worker.cache->release(&task);
  } else {
    leave_to_children(worker, task);
  }
}

MUSTER_ALWAYS_INLINE void complete(Worker& worker, Task& task) {
  if (task.extra != nullptr) [[unlikely]] {
    end_extra(&worker, task);
  }
  if (!task.is(kCounted)) {
    free_task(worker, task);
    return;
  }
  Task& parent = *task.parent.load_relaxed();
  Taskgroup* group = task.group;
  const std::uint32_t phase = task.phase();
  free_task(worker, task);
  if (group != nullptr) [[unlikely]] {
    leave_group(&worker, *group);
  }
  if (MUSTER_LIKELY(parent.thread == &worker && !parent.is(kWaits))) {
    ++parent.finished_here;
  } else {
    count_elsewhere(&worker, parent);
  }
  worker.counters.complete(phase);
}

// To the cache that it came from, by a worker or by a thread that is none: a task's block, and another.
void give_task_back(Worker* worker, Task& task);
void give_back(Worker* worker, memory::Block& block);
// A block that holds no task. It comes from the reserve when there is no memory.
memory::Block& take_block(Worker& worker, std::size_t bytes);
// The head of the block stays as it is, so T has to be default-initialised and no more.
template <class T>
T& take_block(Worker& worker, std::size_t bytes) {
  return *new (&take_block(worker, bytes)) T;
}
// Null when there is no memory.
template <class T>
T* try_to_take_block(Worker& worker, std::size_t bytes) {
  memory::Block* block = worker.other_cache->allocate(memory::size_class_for(bytes));
  return block != nullptr ? new (block) T : nullptr;
}
// A task that waited for others waits no more.
void make_ready(Worker* worker, Task& task);

// Before anybody can have the event of the task, which is not published yet.
inline void make_detachable(Task& task) {
  task.set(kDetachable);
  task.completions.store_release(0);  // W: release, pairs with E in tasks/detach.cpp
}
// The block of a detachable task has run.
void detach(Worker& worker, Task& task);
// The same as make_detachable() for a task that its maker runs, and waits for until its event is fulfilled too, by execute_and_await().
void make_detachable_undeferred(Worker& worker, Task& task);
void execute_and_await(Worker& worker, Task& task);

// cancel-var. Set once at start.
inline constinit bool cancellation = false;
// All ones where tasks may be cancelled, or somebody listens, which the shortest ways of running a task leave out; else 0. Set once, at the first use
// of OpenMP: until then it is not known, and a task may be that use.
inline constinit std::uint32_t unusual = ~0U;
// The group, or one that it is in.
bool is_cancelled(const Taskgroup* group);
// Its region or taskgroup.
bool is_cancelled(const Worker& worker, const Task& task);
// A task of that team that has not begun.
bool is_discarded(const Board& board, const Task& task);
void discard(Worker& worker, Task& task);

// Its block has run, or it is discarded.
MUSTER_ALWAYS_INLINE void finish(Worker& worker, Task& task) {
  if (task.is(kDetachable)) [[unlikely]] {
    detach(worker, task);
  } else {
    complete(worker, task);
  }
}

// The block alone, which is `block()`; finish() comes next.
template <class Block>
MUSTER_ALWAYS_INLINE void run_block(Worker& worker, Task& task, const Block& block) {
  const std::uint64_t outer_base = begin_on_top(worker, task);
  block();
  end_on_top(worker, task, outer_base);
}

// The same, unless the task is discarded. False: it was, and is finished.
MUSTER_ALWAYS_INLINE bool run_unless_discarded(Worker& worker, Task& task) {
  if (cancellation && is_discarded(*worker.board, task)) [[unlikely]] {
    discard(worker, task);
    return false;
  }
  run_block(worker, task, [&] { task.run(worker, task); });
  return true;
}

MUSTER_ALWAYS_INLINE void execute(Worker& worker, Task& task) {
  if (run_unless_discarded(worker, task)) [[likely]] {
    finish(worker, task);
  }
}

// By a thread that waits: the task, and then a task that waited for it alone, and so on. Put into the deque such a task would often be
// stolen, with the data that it was to find in the cache.
void execute_chain(Worker& worker, Task& task);

// Takes a task with kForHelper that has been counted in and is ready. Set before there is such a task.
using GiveToHelper = void (*)(Task& task);
inline constinit GiveToHelper give_to_helper = nullptr;
// Counts such a task in that is about to be. False: no more are taken.
using AdmitToHelpers = bool (*)();
inline constinit AdmitToHelpers admit_to_helpers = nullptr;

void start_counted_unusual(Worker& worker, Task& task);

// A task that has been counted in.
inline void start_counted(Worker& worker, Task& task) {
  if ((task.tag & (kForHelper | kDealt | kPrioritized)) != 0) [[unlikely]] {
    start_counted_unusual(worker, task);
  } else if (may_defer(worker)) {
    worker.deque.push(&task);
    announce(worker);
  } else {
    execute(worker, task);
  }
}

// --- waiting -----------------------------------------------------------------------------------------------------------

// The current task waits until the word has reached the value, and runs descendants of its own meanwhile.
// Runs one descendant of the current task, if there is any to run.
bool help_current(Worker& worker);
// After the word has been given the value, and before any fence: wakes the thread if that is what it waits for.
void wake_waiter(Worker& thread, const Native::Atomic<base::Episode>& word, base::Episode value);
void await_word(Worker& worker, const Native::Atomic<base::Episode>& word, base::Episode wanted);
void await_children_slowly(Worker& worker);
// Whether the current task has any. If not, what its children have done is visible.
MUSTER_ALWAYS_INLINE bool has_unfinished_children(const Worker& worker) {
  const Task& task = *worker.current;
  // G: acquire, pairs with F in tasks/schedule.cpp
  return task.finished_elsewhere.load_acquire() != task.spawned - task.finished_here;
}
// taskwait (OpenMP 5.2, 15.5): all children of the current task.
MUSTER_ALWAYS_INLINE void await_children(Worker& worker) {
  if (has_unfinished_children(worker)) {
    await_children_slowly(worker);
  }
}

// taskyield: runs one task that may run on top of the current one, if there is any.
void yield(Worker& worker);

// After the exchange of a barrier, or the gather of a join by its root: all members have come.
void drain_all(Worker& worker);
void drain_join(Worker& primary);
// The same, unless the exchange has ended as the region is cancelled. Then some have not come, and would complete tasks without telling.
void drain(Worker& worker);
MUSTER_ALWAYS_INLINE void await_tasks(Worker& worker) {
  if (worker.board->active.is_to_drain(awaited_phase(worker))) [[unlikely]] {
    drain(worker);
  }
}
MUSTER_ALWAYS_INLINE void await_tasks_at_join(Worker& primary) {
  if (primary.board->active.is_set(awaited_phase(primary))) [[unlikely]] {
    drain_join(primary);
  }
}
// In a region that is cancelled members pass barriers without each other, and the tasks that they make then have a phase that the join does not
// wait for: by each member before the join, which waits for both phases then, and by the primary after it.
void expect_both_phases(Worker& worker);
void end_both_phases(Worker& primary);
// The same in a team of one, whose barriers are not counted. What keeps tasks there from completing are events.
void drain_alone(Worker& worker);
MUSTER_ALWAYS_INLINE void await_own_tasks(Worker& worker) {
  if (worker.board->active.is_set(worker.implicit.phase())) [[unlikely]] {
    drain_alone(worker);
  }
}

// What threads do in barriers, and between regions.
void provide_helpers(Worker& worker);

// Whether all detachable tasks that the team of one has made are complete. Otherwise a thread that fulfils an event may still use the team.
bool are_all_complete(const Worker& worker);

// The worker's memory goes back to its thread's cache. Nobody may steal from it any more.
void retire(Worker& worker);

// --- events ------------------------------------------------------------------------------------------------------------

// The task is complete, and the thread that says so has no place in the team.
void complete_from_outside(Task& task, Board& board);
// omp_fulfill_event. `worker`: as whom the calling thread acts, null for a thread that the runtime has not met.
void fulfil(Worker* worker, Task& task);

}  // namespace muster::tasks
