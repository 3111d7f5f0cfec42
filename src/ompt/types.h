// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The binary interface between a runtime and a tool (OpenMP 5.2, 19.4 and 19.5): layouts, numbers and signatures, as omp-tools.h
// declares them to tools. Numbers that events/kinds.h has are not repeated.
#pragma once

#include <cstddef>
#include <cstdint>

#include "events/events.h"

namespace muster::ompt {

union Data {
  std::uint64_t value;
  void* ptr;
};
static_assert(sizeof(Data) == 8);

enum class Endpoint : std::int32_t { begin = 1, end = 2, beginend = 3 };

struct DependenceEntry {
  Data variable;
  std::uint32_t type;
};
static_assert(sizeof(DependenceEntry) == 16);

struct DispatchChunk {
  std::uint64_t start;
  std::uint64_t iterations;
};

enum class SetResult : std::int32_t {
  error = 0,
  never = 1,
  impossible = 2,
  sometimes = 3,
  sometimes_paired = 4,
  always = 5
};

// Bits of FrameFlag that a frame's two words have: where it is a frame pointer.
static_assert(sizeof(events::Frame) == 24 && offsetof(events::Frame, exit_flags) == 16);

using Callback = void (*)();
using InterfaceFunction = void (*)();
using Lookup = InterfaceFunction (*)(const char* name);

struct StartToolResult {
  std::int32_t (*initialize)(Lookup lookup, std::int32_t initial_device, Data* tool_data);
  void (*finalize)(Data* tool_data);
  Data tool_data;
};
using StartTool = StartToolResult* (*)(unsigned omp_version, const char* runtime_version);

// ompt_callbacks_t. Those of devices are known, and never called: there is none.
inline constexpr std::uint32_t kCallbacks = 38;
enum class CallbackNumber : std::uint32_t {
  thread_begin = 1,
  thread_end = 2,
  parallel_begin = 3,
  parallel_end = 4,
  task_create = 5,
  task_schedule = 6,
  implicit_task = 7,
  control_tool = 11,
  sync_region_wait = 16,
  mutex_released = 17,
  dependences = 18,
  task_dependence = 19,
  work = 20,
  masked = 21,
  sync_region = 23,
  lock_init = 24,
  lock_destroy = 25,
  mutex_acquire = 26,
  mutex_acquired = 27,
  nest_lock = 28,
  flush = 29,
  cancel = 30,
  reduction = 31,
  dispatch = 32,
  error = 37
};

namespace callback {
using ThreadBegin = void (*)(std::uint32_t kind, Data* thread);
using ThreadEnd = void (*)(Data* thread);
using ParallelBegin = void (*)(Data* encountering, const events::Frame* frame, Data* parallel, std::uint32_t requested,
                               std::int32_t flags, const void* code);
using ParallelEnd = void (*)(Data* parallel, Data* encountering, std::int32_t flags, const void* code);
using ImplicitTask = void (*)(Endpoint endpoint, Data* parallel, Data* task, std::uint32_t size, std::uint32_t index,
                              std::int32_t flags);
using TaskCreate = void (*)(Data* encountering, const events::Frame* frame, Data* task, std::int32_t flags,
                            std::int32_t has_dependences, const void* code);
using TaskSchedule = void (*)(Data* prior, std::uint32_t status, Data* next);
using Dependences = void (*)(Data* task, const DependenceEntry* list, std::int32_t count);
using TaskDependence = void (*)(Data* source, Data* sink);
using SyncRegion = void (*)(std::uint32_t kind, Endpoint endpoint, Data* parallel, Data* task, const void* code);
using Work = void (*)(std::uint32_t kind, Endpoint endpoint, Data* parallel, Data* task, std::uint64_t count,
                      const void* code);
using Dispatch = void (*)(Data* parallel, Data* task, std::uint32_t kind, Data instance);
using Masked = void (*)(Endpoint endpoint, Data* parallel, Data* task, const void* code);
using MutexAcquire = void (*)(std::uint32_t kind, std::uint32_t hint, std::uint32_t implementation, std::uint64_t id,
                              const void* code);
using Mutex = void (*)(std::uint32_t kind, std::uint64_t id, const void* code);
using NestLock = void (*)(Endpoint endpoint, std::uint64_t id, const void* code);
using Flush = void (*)(Data* thread, const void* code);
using Cancel = void (*)(Data* task, std::int32_t flags, const void* code);
using Error = void (*)(std::uint32_t severity, const char* message, std::size_t length, const void* code);
using ControlTool = std::int32_t (*)(std::uint64_t command, std::uint64_t modifier, void* argument, const void* code);
}  // namespace callback

}  // namespace muster::ompt
