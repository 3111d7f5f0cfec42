// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kinds of things that events tell about. The numbers are those of the tools interface (OpenMP 5.2, 19.4.4), so that a consumer
// that speaks it has nothing to translate.
#pragma once

#include <cstdint>

namespace muster::events {

enum class ThreadKind : std::uint32_t { initial = 1, worker = 2, other = 3, unknown = 4 };  // 19.4.4.10

// What a thread is doing (19.4.4.28).
enum class State : std::uint32_t {
  work_serial = 0x000,
  work_parallel = 0x001,
  work_reduction = 0x002,
  wait_barrier_implicit_parallel = 0x011,
  wait_barrier_implicit_workshare = 0x012,
  wait_barrier_explicit = 0x014,
  wait_barrier_implementation = 0x015,
  wait_barrier_teams = 0x016,
  wait_taskwait = 0x020,
  wait_taskgroup = 0x021,
  wait_mutex = 0x040,
  wait_lock = 0x041,
  wait_critical = 0x042,
  wait_atomic = 0x043,
  wait_ordered = 0x044,
  idle = 0x100,
  overhead = 0x101,
  undefined = 0x102
};

enum class SyncKind : std::uint32_t {  // 19.4.4.13
  barrier = 1,
  barrier_implicit = 2,
  barrier_explicit = 3,
  barrier_implementation = 4,
  taskwait = 5,
  taskgroup = 6,
  reduction = 7,
  barrier_implicit_workshare = 8,
  barrier_implicit_parallel = 9,
  barrier_teams = 10
};

enum class WorkKind : std::uint32_t {  // 19.4.4.15
  loop = 1,
  sections = 2,
  single_executor = 3,
  single_other = 4,
  workshare = 5,
  distribute = 6,
  taskloop = 7,
  scope = 8,
  loop_static = 10,
  loop_dynamic = 11,
  loop_guided = 12,
  loop_other = 13
};

enum class DispatchKind : std::uint32_t {  // 19.4.4.12
  iteration = 1,
  section = 2,
  loop_chunk = 3,
  taskloop_chunk = 4,
  distribute_chunk = 5
};

enum class MutexKind : std::uint32_t {  // 19.4.4.16
  lock = 1,
  test_lock = 2,
  nest_lock = 3,
  test_nest_lock = 4,
  critical = 5,
  atomic = 6,
  ordered = 7
};

enum class TaskStatus : std::uint32_t {  // 19.4.4.19
  complete = 1,
  yield = 2,
  cancel = 3,
  detach = 4,
  early_fulfill = 5,
  late_fulfill = 6,
  switched = 7,
  taskwait_complete = 8
};

// Bits of Task::flags (19.4.4.18).
enum TaskFlag : std::uint32_t {
  kInitialTask = 0x00000001,
  kImplicitTask = 0x00000002,
  kExplicitTask = 0x00000004,
  kTargetTask = 0x00000008,
  kTaskwaitTask = 0x00000010,
  kUndeferredTask = 0x08000000,
  kUntiedTask = 0x10000000,
  kFinalTask = 0x20000000,
  kMergeableTask = 0x40000000,
  kMergedTask = 0x80000000
};

// Bits of Region::flags (19.4.4.21): the compiled program calls the outlined function, or the runtime does.
enum RegionFlag : std::uint32_t {
  kInvokedByProgram = 0x00000001,
  kInvokedByRuntime = 0x00000002,
  kLeague = 0x40000000,
  kTeam = 0x80000000
};

enum class DependenceKind : std::uint32_t {  // 19.4.4.23
  in = 1,
  out = 2,
  inout = 3,
  mutexinoutset = 4,
  source = 5,
  sink = 6,
  inoutset = 7,
  out_all_memory = 34,
  inout_all_memory = 35
};

// Bits of Cancel::flags (19.4.4.25).
enum CancelFlag : std::uint32_t {
  kCancelsParallel = 0x01,
  kCancelsSections = 0x02,
  kCancelsLoop = 0x04,
  kCancelsTaskgroup = 0x08,
  kCancelActivated = 0x10,
  kCancelDetected = 0x20,
  kCancelDiscardedTask = 0x40
};

// Not of the tools interface: what a construct's own code sees of its wrong use.
enum class MisuseKind : std::uint32_t {
  barrier_in_worksharing,
  worksharing_in_worksharing,
  ordered_without_clause,
  cancel_without_icv,
};

enum class Severity : std::uint32_t { warning = 1, fatal = 2 };

}  // namespace muster::events
