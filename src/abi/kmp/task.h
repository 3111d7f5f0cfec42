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
//   kmp_depend_info is { address, length, 8 bits of kind }: 1 in, 3 out and inout, 4 mutexinoutset, 8 inoutset, 0x80 omp_all_memory,
//   for which the address -1 stands too. Beside it the clause's other dependences say nothing more.
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

enum TaskFlag : std::uint32_t {
  kTied = 0x1,
  kFinalTask = 0x2,
  kDestructors = 0x8,
  kProxy = 0x10,
  kHasPriority = 0x20,
  kDetachable = 0x40,
};

// A KmpTask stands directly behind the runtime's Task: at a cache line, and at two where its size is a multiple of that (memory::BlockCache).
// The caller does not say how much alignment it wants, and this is what there is. (libomp gives 8 bytes.)
static_assert(sizeof(tasks::Task) == 2 * base::kCacheLineBytes);

struct KmpDependence {
  void* address;
  std::size_t length;
  std::uint8_t kind;
};
static_assert(sizeof(KmpDependence) == 24);

tasks::Dependence dependence_of(const KmpDependence& dependence);

// A depend object points at the first of several. In front of that stands one whose address is their number.
inline std::size_t count_of(const KmpDependence* object) {
  return reinterpret_cast<std::uintptr_t>(object[-1].address);
}

// Two lists, as the entry points take them; the second is of dependences that no other names.
struct KmpDepend {
  std::size_t count;
  const KmpDependence* list;
  std::size_t noalias_count;
  const KmpDependence* noalias_list;

  tasks::DependenceList all(tasks::Worker& worker) const;
};

inline tasks::Task& task_of(KmpTask& task) { return *(reinterpret_cast<tasks::Task*>(&task) - 1); }

// Ends the program with a message when there is no memory.
KmpTask& allocate_task(teams::Member& self, std::uint32_t flags, std::size_t bytes, std::size_t shared_bytes,
                       TaskRoutine routine);
// A byte copy with shareds of its own, that has not begun.
KmpTask& duplicate_task(teams::Member& self, KmpTask& task);

// What a task does when its turn comes, for a `run` of one's own.
void run_task(tasks::Worker& worker, tasks::Task& task);
// Runs a task now or later.
void start_task(teams::Member& self, KmpTask& task, bool if_clause);
// The same for one that asks for nothing but a block, where the listener need not hear of it. `deferred`: how it runs out of a queue. `met`: when
// the construct was met, where it is to be timed; else 0. False: it has to be told.
bool start_untold(teams::Member& self, tasks::Task& task, KmpTask& own, tasks::observed::RunTold deferred,
                  std::uint64_t met);
// While somebody listens, before the task is started: it has been made, with these dependences or none, or with iterations of a taskloop.
void tell(teams::Member& self, tasks::Task& task, events::Caller caller, const tasks::DependenceList* dependences);
void tell_share(teams::Member& self, tasks::Task& task, events::Caller caller, bool if_clause,
                const loops::Range& share);
// Frees a task that has not run.
void discard_task(teams::Member& self, KmpTask& task);

}  // namespace muster::abi::kmp
