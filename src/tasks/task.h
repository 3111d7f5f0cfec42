// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task: what the runtime keeps of a task (OpenMP 5.2, 1.2.5), implicit or explicit. An explicit task's descriptor is the head of a
// block of memory; what the compiler passes along follows it.
//
// Life of an explicit task, and who writes its descriptor
//   made      its creator, alone, until the deque publishes it
//   runs      the thread that runs it (`thread`); others add to finished_elsewhere
//   ended     its block has run. Children that have not may still look at it, so the descriptor stays until the last has ended:
//             the thread that moves finished_elsewhere to 0 frees it
//   fulfilled of a task with a detach clause: it counts as ended when its block has run and its event has been fulfilled
//
// A parent's count of children costs no atomic operation for a child that the parent's own thread runs:
//   unfinished children = spawned - finished_here - finished_elsewhere
// I1  `spawned` and `finished_here` are the running thread's. While it waits (`waits`) or when the task has ended, it counts like any other
//     thread in finished_elsewhere, so that one word tells when all is done.
// I2  When the task ends with children left, their number is taken from finished_elsewhere, which so reaches 0 with the last.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "events/events.h"
#include "memory/memory.h"
#include "platform/native.h"
#include "settings/settings.h"

namespace muster::tasks {

using platform::Native;

struct Task;
struct Taskgroup;
struct Worker;
struct DependenceNode;
struct DependenceTable;

// Bits of Block::tag.
enum TaskFlag : std::uint32_t {
  kExplicit = 1U << 0,
  kFinal = 1U << 1,
  kDetachable = 1U << 2,
  kOwnIcvs = 1U << 3,   // it has changed an ICV and has a copy
  kCounted = 1U << 4,   // in the counters of the barrier that waits for it
  kParts = 1U << 5,     // of an untied task that runs in parts: a part runs
  kNextPart = 1U << 6,  // and it has asked for the next one
  kBegun = 1U << 7,     // by a call of its own, and another will end it
  kOddPhase = 1U << 8,  // which of two barriers in a row waits for it
  kUntied = 1U << 9,
  kWaits = 1U << 10,  // see I1
  kPrioritized = 1U << 11,
  kHoldsObjects = 1U << 12,  // which nothing but its block ends the lives of: it has to run, cancelled or not
  kHosts = 1U << 13,         // keeps a descriptor for children that run in place (tasks/in_place.h)
  kInPlace = 1U << 14,       // is such a child
  kForHelper = 1U << 15,     // a thread of no team runs it (tasks/helper_task.h)
  kUndeferred = 1U << 16,    // has memory of the reserve, so it must not be kept (tasks/shortage.h)
  kObserved = 1U << 17,      // those who listen have been told of it, and its extra has the record
  kDealt = 1U << 18,         // goes to the thread that it was dealt to (tasks/dealing.h)
};

// A block that is no task. Its word may be looked at by teammates of a thread that waits for it (waiting/presence.h), also when the
// block has another use since: so in all blocks it is in the same place, is nothing else, and is never written but by
// atomic operations.
struct WaitBlock : memory::Block {
  union {
    Native::Atomic<base::Episode> word;
  };

  WaitBlock() { word.store_relaxed(0); }
};

// What is kept of a task while somebody listens (observed.h).
struct Observed {
  events::Task record;
  void (*run)(Worker& worker, Task& task) = nullptr;
  // Iterations of a taskloop; 0: none.
  std::uint64_t share_first = 0;
  std::uint64_t share_count = 0;
  // As Task::completions, and counted before it.
  Native::Atomic<std::uint32_t> ends;
  // While tasks are dealt (dealing.h): what the task's place among all tasks comes to, its thread, and how it is queued there.
  std::uint64_t path = 0;
  std::uint32_t wanted_slot = 0;
};

// What hardly any task needs. It is not initialised: each part is written before the task refers to it, by a flag or by its `icvs`.
struct RareExtra : WaitBlock {
  union {
    settings::Icvs icvs;  // what the task starts with, when its creator had changed its own
  };
  union {
    settings::Icvs displaced;  // of the task that it has displaced on its thread
  };
  union {
    Observed observed;
  };

  RareExtra() {}
};

// What few tasks need, among them each with a depend clause, for which it takes no more than a line.
struct TaskExtra : WaitBlock {
  // Ends the lives of objects in the task's data.
  void (*dispose)(Task& task) = nullptr;
  DependenceNode* node = nullptr;    // of a task with a depend clause
  DependenceTable* table = nullptr;  // of the task's children with one
  RareExtra* rare = nullptr;

  TaskExtra() { tag = 0; }

  // A block that somebody has is in no list, and its tag is theirs.
  std::int32_t priority() const { return static_cast<std::int32_t>(tag); }
  void set_priority(std::int32_t level) { tag = static_cast<std::uint32_t>(level); }
  // The last of the tasks in a list of which this is the first (priority_list.h).
  Task* last_of_run() const;
  void set_last_of_run(Task* task);
};
static_assert(sizeof(TaskExtra) == base::kCacheLineBytes);

// Ordering: F finish   fetch_add acq_rel of finished_elsewhere   pairs with G and with F of the others
//           G wait     acquire of finished_elsewhere by the parent's thread
struct alignas(base::kCacheLineBytes) Task : memory::Block {
  // Read by thieves that cannot be sure of it: see Deque, I1.
  Native::Atomic<Task*> parent;
  Native::Atomic<std::uint32_t> depth;
  // Block has run, event is fulfilled: the second to come completes the task. Kept in every task, used by detachable ones; and
  // by those that are untold, for their site (observed.h).
  Native::Atomic<std::uint32_t> completions;
  Worker* thread;
  Native::Atomic<base::Episode> finished_elsewhere;
  Taskgroup* group;  // innermost

  std::uint64_t spawned;
  std::uint64_t finished_here;
  const settings::Icvs* icvs;
  // Runs the block. `function` and `data` are its own business.
  void (*run)(Worker& worker, Task& task);
  void* function;
  void* data;
  const settings::Icvs* displaced_icvs;
  TaskExtra* extra;

  bool is(TaskFlag flag) const { return (tag & flag) != 0; }
  void set(TaskFlag flag) { tag |= flag; }
  void clear(TaskFlag flag) { tag &= ~static_cast<std::uint32_t>(flag); }
  std::uint32_t phase() const { return is(kOddPhase) ? 1 : 0; }

  // For a task that runs or is about to: the task that it has displaced on its thread.
  Task* displaced() const { return static_cast<Task*>(next); }
  void* payload() { return this + 1; }
};
inline Task* TaskExtra::last_of_run() const { return static_cast<Task*>(next); }
inline void TaskExtra::set_last_of_run(Task* task) { next = task; }

// The task has to have kObserved.
inline Observed& observed_of(const Task& task) { return task.extra->rare->observed; }

static_assert(sizeof(Task) == 2 * base::kCacheLineBytes);
// Deque, I1: also a free block says nothing there that no maker has written.
static_assert(sizeof(Task) <= memory::kLeftBytes && sizeof(WaitBlock) <= memory::kLeftBytes);

}  // namespace muster::tasks
