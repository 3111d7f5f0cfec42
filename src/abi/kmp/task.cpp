// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_omp_task and what belongs to it. Tasks run undeferred: see tasks/tasks.h.
#include "abi/kmp/task.h"

#include <stdlib.h>
#include <string.h>

#include <new>

#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "platform/standard_error.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// Of the shareds: they may hold values of any fundamental type.
constexpr std::size_t kSharedsAlignment = 16;

// The caller says how large a task is and not how it is aligned. But a size is a multiple of the alignment, so the largest power of
// two in it is always enough. More than a page nobody asks for.
std::size_t alignment_for(std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  const std::size_t power = bytes & (0 - bytes);
  return power < alignof(TaskHeader) ? alignof(TaskHeader) : power > kPage ? kPage : power;
}

void complete(TaskHeader& header) {
  KmpTask& task = header.task();
  if ((header.flags & kDestructors) != 0 && task.destructors != nullptr) {
    task.destructors(header.global_number, &task);
  }
  free(header.block);
}

// Behind the header come `bytes`, aligned for it and for the task.
TaskHeader& allocate(std::size_t bytes, std::size_t alignment) {
  const std::size_t head = base::divide_rounding_up(sizeof(TaskHeader), alignment) * alignment;
  auto* block =
      static_cast<std::byte*>(aligned_alloc(alignment, head + base::divide_rounding_up(bytes, alignment) * alignment));
  if (block == nullptr) {
    platform::fail("muster: no memory for a task");
  }
  auto& header = *new (block + head - sizeof(TaskHeader)) TaskHeader();
  header.block = block;
  header.bytes = bytes;
  header.alignment = alignment;
  header.release = [](tasks::DetachedTask& task) { complete(static_cast<TaskHeader&>(task)); };
  return header;
}

}  // namespace

KmpTask& allocate_task(std::int32_t global_number, std::uint32_t flags, std::size_t bytes, std::size_t shared_bytes,
                       TaskRoutine routine) {
  const std::size_t shareds_at = base::divide_rounding_up(bytes, kSharedsAlignment) * kSharedsAlignment;
  TaskHeader& header = allocate(shareds_at + shared_bytes, alignment_for(bytes));
  header.flags = flags;
  header.global_number = global_number;
  KmpTask& task = header.task();
  task.shareds = reinterpret_cast<std::byte*>(&task) + shareds_at;
  task.routine = routine;
  task.part = 0;
  task.destructors = nullptr;
  return task;
}

KmpTask& duplicate_task(KmpTask& task) {
  const TaskHeader& pattern = TaskHeader::of(task);
  TaskHeader& header = allocate(pattern.bytes, pattern.alignment);
  header.flags = pattern.flags;
  header.global_number = pattern.global_number;
  KmpTask& copy = header.task();
  memcpy(static_cast<void*>(&copy), &task, pattern.bytes);
  const std::ptrdiff_t shareds_at = static_cast<std::byte*>(task.shareds) - reinterpret_cast<std::byte*>(&task);
  copy.shareds = reinterpret_cast<std::byte*>(&copy) + shareds_at;
  return copy;
}

void begin_task(teams::Member& self, TaskHeader& header) {
  header.begun = true;
  teams::begin_task(self, header.context, (header.flags & kFinalTask) != 0);
}

void finish_task(teams::Member& self, TaskHeader& header) {
  if (header.detaches) {
    // The last use of the header if the event has been fulfilled, so the context is closed by a copy.
    const teams::ExplicitTask context = header.context;
    tasks::finish_detached(self.tasks, header);
    teams::end_task(self, context);
    return;
  }
  teams::end_task(self, header.context);
  complete(header);
}

void run_task(teams::Member& self, KmpTask& task) {
  TaskHeader& header = TaskHeader::of(task);
  if (header.in_part) {
    // The routine is about to return, to the loop below.
    header.wants_next_part = true;
    return;
  }
  // An if(0) task has been begun by a call of its own, and another will finish it.
  const bool whole = !header.begun;
  if (whole) {
    begin_task(self, header);
  }
  header.in_part = true;
  do {
    header.wants_next_part = false;
    task.routine(self.thread_number_in_process, &task);
  } while (header.wants_next_part);
  header.in_part = false;
  if (whole) {
    finish_task(self, header);
  }
}

void discard_task(KmpTask& task) { complete(TaskHeader::of(task)); }

MUSTER_KMP(KmpTask*, __kmpc_omp_task_alloc,
           (Ident* /*place*/, std::int32_t global_number, std::int32_t flags, std::size_t bytes,
            std::size_t shared_bytes, TaskRoutine routine)) {
  return &allocate_task(global_number, static_cast<std::uint32_t>(flags), bytes, shared_bytes, routine);
}

MUSTER_KMP(std::int32_t, __kmpc_omp_task, (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* task)) {
  run_task(runtime::current(), *task);
  return 0;
}
MUSTER_KMP(std::int32_t, __kmpc_omp_task_parts, (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* task)) {
  run_task(runtime::current(), *task);
  return 0;
}
MUSTER_KMP(std::int32_t, __kmpc_omp_task_with_deps,
           (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* task, std::int32_t /*count*/,
            void* /*dependences*/, std::int32_t /*noalias_count*/, void* /*noalias_dependences*/)) {
  teams::Member& self = runtime::current();
  tasks::await_children(self.tasks);
  run_task(self, *task);
  return 0;
}

MUSTER_KMP(void, __kmpc_omp_task_begin_if0, (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* task)) {
  begin_task(runtime::current(), TaskHeader::of(*task));
}
MUSTER_KMP(void, __kmpc_omp_task_complete_if0, (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* task)) {
  finish_task(runtime::current(), TaskHeader::of(*task));
}

MUSTER_KMP(void*, __kmpc_task_allow_completion_event,
           (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* task)) {
  TaskHeader& header = TaskHeader::of(*task);
  header.detaches = true;
  teams::prepare(runtime::current(), header);
  return static_cast<tasks::DetachedTask*>(&header);
}

// A hint where the task's data is; tasks stay where they are met.
MUSTER_KMP(std::int32_t, __kmpc_omp_reg_task_with_affinity,
           (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* /*task*/, std::int32_t /*count*/,
            void* /*locations*/)) {
  return 0;
}

}  // namespace muster::abi::kmp
