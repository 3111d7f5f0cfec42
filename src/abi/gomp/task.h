// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks as GCC calls them. What gcc-12 shows (-fdump-tree-optimized, -S):
//
//   GOMP_task(function, data, copy, size, alignment, if, flags, depend, priority, detach)
//     function(data)   runs the task. `data` is a structure on the caller's frame, made for this call alone.
//     copy             null: the task's own structure is a byte copy of `data`. Else `data` has another layout, with pointers to
//                      what is firstprivate, and copy(own, data) builds the task's own of `size` bytes.
//     depend           with kDepend; detach with kDetach only: before GCC 5, 6 and 11 these arguments did not exist.
//     detach           where the event handle goes. Its value is also the first word of both structures.
//   GOMP_taskloop(function, data, copy, size, alignment, flags, value, priority, start, end, step)
//     The own structure begins with the task's start and (exclusive) end. lastprivate is the function's own business: it
//     compares the last value with the loop's. With kReduction the third word points at the reductions (task_reduction.h).
#pragma once

#include <cstddef>

#include "abi/gomp/region.h"
#include "runtime/runtime.h"

namespace muster::abi::gomp {

enum TaskFlag : unsigned {
  kUntied = 1U << 0,
  kFinal = 1U << 1,
  kMergeable = 1U << 2,
  kDepend = 1U << 3,
  kPriority = 1U << 4,
  // For a taskloop only.
  kUp = 1U << 8,
  kGrainsize = 1U << 9,
  kIf = 1U << 10,
  kNogroup = 1U << 11,
  kReduction = 1U << 12,
  kStrict = 1U << 14,
  // For a task only.
  kDetach = 1U << 13,
};

using CopyFunction = void (*)(void* own, void* data);

struct TaskCall {
  Outlined function;
  void* data;
  CopyFunction copy;
  std::size_t size;
  std::size_t alignment;

  void build(void* own) const;
};

// A task with a structure of its own, built.
tasks::Task& make_task(teams::Member& self, const TaskCall& call, std::uint32_t task_flags);

// How the function of a task made by make_task() is called where nobody listens, and where somebody does.
void run_outlined(tasks::Worker& worker, tasks::Task& task);
tasks::observed::RunTold told_runner();

// Starts a task without clauses, on `data` or a byte copy of it, of which the listener may hear in sum alone. `met`: when the construct was met, where it is to be
// timed; else 0. False: the task is to be told by itself.
bool start_untold(Outlined function, void* data, std::size_t size, std::size_t alignment, bool if_clause,
                  std::uint64_t met);

// `bytes` at a multiple of `alignment` or of a cache line, whichever is more; for free(). Ends the program with a message when
// there is no memory.
void* allocate_aligned(std::size_t bytes, std::size_t alignment);

}  // namespace muster::abi::gomp
