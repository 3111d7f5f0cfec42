// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks as Clang and Flang call them. What clang-19 and flang-19 show (-emit-llvm):
//
//   __kmpc_omp_task_alloc(place, number, flags, bytes, shared_bytes, routine) returns a KmpTask of `bytes`, which the caller fills with
//     firstprivate values behind the fields below. `shareds` points at shared_bytes more, for pointers to what is shared.
//   __kmpc_omp_task[_with_deps](place, number, task[, dependences...]) runs it, now or later.
//   if(0): [__kmpc_omp_wait_deps,] __kmpc_omp_task_begin_if0, routine(number, task), __kmpc_omp_task_complete_if0.
//   untied: the routine is cut into parts at its scheduling points. It switches on `part`, stores the next part's number, hands
//     itself to __kmpc_omp_task and returns.
//   kDestructors: `destructors` ends the lives of the task's own C++ objects. It is for the runtime to call, once.
//   kDetachable: __kmpc_task_allow_completion_event(place, number, task) returns the event's handle before the task runs.
//   kmp_depend_info is { address, length, 8 bits of kind } and is not looked at: see tasks/tasks.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "teams/teams.h"

namespace muster::abi::kmp {

struct KmpTask;
using TaskRoutine = std::int32_t (*)(std::int32_t global_number, KmpTask* task);

// %struct.kmp_task_t = { ptr, ptr, i32, union, union }, the unions of pointer size.
struct KmpTask {
  void* shareds;
  TaskRoutine routine;
  std::int32_t part;
  TaskRoutine destructors;
  std::int64_t priority;
};
static_assert(sizeof(KmpTask) == 40 && offsetof(KmpTask, destructors) == 24);

// Of a taskloop: { ..., i64 lower, i64 upper, i64 stride, i32 is_last, ptr reductions }, bounds inclusive.
struct KmpTaskloopTask : KmpTask {
  std::uint64_t lower;
  std::uint64_t upper;
  std::int64_t stride;
  std::int32_t is_last;
  void* reductions;
};
static_assert(sizeof(KmpTaskloopTask) == 80);

enum TaskFlag : std::uint32_t { kFinalTask = 0x2, kDestructors = 0x8, kDetachable = 0x40 };

// What the runtime keeps in front of a KmpTask. A detached task is this structure, so that all of it lives until the event.
struct alignas(base::kCacheLineBytes) TaskHeader : tasks::DetachedTask {
  teams::ExplicitTask context;
  void* block = nullptr;  // that header and task are part of
  std::size_t bytes = 0;  // of the KmpTask and its shareds
  std::size_t alignment = 0;
  std::uint32_t flags = 0;
  std::int32_t global_number = 0;
  bool begun = false;
  bool detaches = false;
  // Of an untied task: a part runs, and the task has asked for the next one.
  bool in_part = false;
  bool wants_next_part = false;

  KmpTask& task() { return *reinterpret_cast<KmpTask*>(this + 1); }
  static TaskHeader& of(KmpTask& task) { return *(reinterpret_cast<TaskHeader*>(&task) - 1); }
};

// Ends the program with a message when there is no memory.
KmpTask& allocate_task(std::int32_t global_number, std::uint32_t flags, std::size_t bytes, std::size_t shared_bytes,
                       TaskRoutine routine);
// A byte copy with shareds of its own, that has not begun.
KmpTask& duplicate_task(KmpTask& task);

void begin_task(teams::Member& self, TaskHeader& header);
// The routine has returned for good: the task is complete, or waits for its event.
void finish_task(teams::Member& self, TaskHeader& header);
// Runs a task from begin to end, or the next part of an untied one.
void run_task(teams::Member& self, KmpTask& task);
// Frees a task that has not run.
void discard_task(KmpTask& task);

}  // namespace muster::abi::kmp
