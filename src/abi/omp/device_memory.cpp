// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from device to device (OpenMP 5.2, 18.8; memset: OpenMP 6.0, 25.7) where the host is the only one. The asynchronous forms are tasks,
// which depend on what their depend objects say.
#include <errno.h>
#include <string.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "abi/exports/export.h"
#include "abi/omp/depend_objects.h"
#include "abi/omp/offload.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

struct Rectangle {
  const std::size_t* volume;
  const std::size_t* to_offsets;
  const std::size_t* from_offsets;
  const std::size_t* to_dimensions;
  const std::size_t* from_dimensions;

  Rectangle without_first() const {
    return {volume + 1, to_offsets + 1, from_offsets + 1, to_dimensions + 1, from_dimensions + 1};
  }
};

std::size_t bytes_of_a_row(std::size_t element_bytes, std::int32_t dimensions, const std::size_t* sizes) {
  std::size_t bytes = element_bytes;
  for (std::int32_t i = 1; i < dimensions; ++i) {
    bytes *= sizes[i];
  }
  return bytes;
}

// Copies a part of one array into a part of another, row by row, outermost dimension first.
void copy_rectangle(char* to, const char* from, std::size_t element_bytes, std::int32_t dimensions, Rectangle r) {
  const std::size_t to_row = bytes_of_a_row(element_bytes, dimensions, r.to_dimensions);
  const std::size_t from_row = bytes_of_a_row(element_bytes, dimensions, r.from_dimensions);
  to += r.to_offsets[0] * to_row;
  from += r.from_offsets[0] * from_row;
  if (dimensions == 1) {
    memmove(to, from, r.volume[0] * element_bytes);
    return;
  }
  for (std::size_t i = 0; i < r.volume[0]; ++i) {
    copy_rectangle(to + i * to_row, from + i * from_row, element_bytes, dimensions - 1, r.without_first());
  }
}

// --- tasks -------------------------------------------------------------------------------------------------------------

struct Block {
  void* to;
  const void* from;
  std::size_t bytes;

  void run() const { memmove(to, from, bytes); }
};

struct Pattern {
  void* to;
  std::int32_t value;
  std::size_t bytes;

  void run() const { memset(to, value, bytes); }
};

// The caller's arrays may be gone when the task runs: copies of them stand behind it.
struct RectangleJob {
  static constexpr std::size_t kArrays = 5;

  void* to;
  const void* from;
  std::size_t element_bytes;
  std::int32_t dimensions;

  static std::size_t bytes(std::int32_t dimensions) {
    return sizeof(RectangleJob) + kArrays * static_cast<std::size_t>(dimensions) * sizeof(std::size_t);
  }
  std::size_t* array(std::size_t number) {
    return reinterpret_cast<std::size_t*>(this + 1) + number * static_cast<std::size_t>(dimensions);
  }
  void run() {
    copy_rectangle(static_cast<char*>(to), static_cast<const char*>(from), element_bytes, dimensions,
                   {array(0), array(1), array(2), array(3), array(4)});
  }
};

template <class Job>
void run_job(tasks::Worker& /*worker*/, tasks::Task& task) {
  static_cast<Job*>(task.payload())->run();
}

template <class Job>
tasks::Task& make_task(teams::Member& self, const Job& job, std::size_t bytes = sizeof(Job)) {
  tasks::Task& task = tasks::make_task(self, sizeof(tasks::Task) + bytes, 0);
  task.run = &run_job<Job>;
  *static_cast<Job*>(task.payload()) = job;
  return task;
}

void tell(teams::Member& self, tasks::Task& task, events::Caller caller, std::uint32_t flags,
          const tasks::DependenceList* dependences) {
  if (events::listening) [[unlikely]] {
    tasks::observed::created(self, task, {caller, nullptr, flags, dependences});
  }
}

void start(teams::Member& self, tasks::Task& task, const DependObjects& objects, events::Caller caller) {
  if (objects.form() == ObjectForm::unknown) {
    // A dependence is on a sibling, so a wait for all of them is one for those that are named.
    tasks::await_children(self, caller);
    tell(self, task, caller, events::kUndeferredTask, nullptr);
    tasks::execute(self, task);
    return;
  }
  const tasks::DependenceList list = objects.all(self);
  tell(self, task, caller, 0, &list);
  if (list.count() != 0) {
    tasks::start(self, tasks::Made{task}, true, list);
  } else {
    tasks::start(self, tasks::Made{task}, true);
  }
}

bool asks_for_dimensions(const void* to, const void* from) { return to == nullptr && from == nullptr; }
constexpr std::int32_t kMostDimensions = std::numeric_limits<std::int32_t>::max();

}  // namespace

MUSTER_OMP(OMP_4_5, std::int32_t, omp_target_memcpy,
           (void* to, const void* from, std::size_t bytes, std::size_t to_offset, std::size_t from_offset,
            std::int32_t to_device, std::int32_t from_device)) {
  if (!is_host_or_end(to_device) || !is_host_or_end(from_device)) {
    return EINVAL;
  }
  memmove(static_cast<char*>(to) + to_offset, static_cast<const char*>(from) + from_offset, bytes);
  return 0;
}

// Two null pointers ask how many dimensions are possible.
MUSTER_OMP(OMP_4_5, std::int32_t, omp_target_memcpy_rect,
           (void* to, const void* from, std::size_t element_bytes, std::int32_t dimensions, const std::size_t* volume,
            const std::size_t* to_offsets, const std::size_t* from_offsets, const std::size_t* to_dimensions,
            const std::size_t* from_dimensions, std::int32_t to_device, std::int32_t from_device)) {
  if (asks_for_dimensions(to, from)) {
    return kMostDimensions;
  }
  if (!is_host_or_end(to_device) || !is_host_or_end(from_device) || dimensions < 1 || to == nullptr ||
      from == nullptr) {
    return EINVAL;
  }
  copy_rectangle(static_cast<char*>(to), static_cast<const char*>(from), element_bytes, dimensions,
                 {volume, to_offsets, from_offsets, to_dimensions, from_dimensions});
  return 0;
}

MUSTER_OMP(OMP_5_1_1, std::int32_t, omp_target_memcpy_async,
           (void* to, const void* from, std::size_t bytes, std::size_t to_offset, std::size_t from_offset,
            std::int32_t to_device, std::int32_t from_device, std::int32_t count, void* objects)) {
  if (!is_host_or_end(to_device) || !is_host_or_end(from_device)) {
    return EINVAL;
  }
  teams::Member& self = runtime::current();
  const Block job{static_cast<char*>(to) + to_offset, static_cast<const char*>(from) + from_offset, bytes};
  start(self, make_task(self, job), {objects, count}, MUSTER_CALLER());
  return 0;
}

// For Fortran: the specification's interface (OpenMP 5.2, 18.8.7) passes all but the objects by value, as C does, and bind(c) names the
// routine above. libiomp5 has the name with `_` as well, for programs that declare the same without bind(c).
MUSTER_KMP_ALIAS(omp_target_memcpy_async_, omp_target_memcpy_async);

MUSTER_OMP(OMP_5_1_1, std::int32_t, omp_target_memcpy_rect_async,
           (void* to, const void* from, std::size_t element_bytes, std::int32_t dimensions, const std::size_t* volume,
            const std::size_t* to_offsets, const std::size_t* from_offsets, const std::size_t* to_dimensions,
            const std::size_t* from_dimensions, std::int32_t to_device, std::int32_t from_device, std::int32_t count,
            void* objects)) {
  if (asks_for_dimensions(to, from)) {
    return kMostDimensions;
  }
  if (!is_host_or_end(to_device) || !is_host_or_end(from_device) || dimensions < 1 || to == nullptr ||
      from == nullptr) {
    return EINVAL;
  }
  teams::Member& self = runtime::current();
  const RectangleJob job{to, from, element_bytes, dimensions};
  tasks::Task& task = make_task(self, job, RectangleJob::bytes(dimensions));
  const std::size_t* const arrays[] = {volume, to_offsets, from_offsets, to_dimensions, from_dimensions};
  for (std::size_t i = 0; i < RectangleJob::kArrays; ++i) {
    memcpy(static_cast<RectangleJob*>(task.payload())->array(i), arrays[i],
           static_cast<std::size_t>(dimensions) * sizeof(std::size_t));
  }
  start(self, task, {objects, count}, MUSTER_CALLER());
  return 0;
}
MUSTER_KMP_ALIAS(omp_target_memcpy_rect_async_, omp_target_memcpy_rect_async);

// Null for a device that does not exist.
MUSTER_OMP(GOMP_6_0_1, void*, omp_target_memset,
           (void* block, std::int32_t value, std::size_t bytes, std::int32_t device)) {
  return is_host_or_end(device) ? memset(block, value, bytes) : nullptr;
}
MUSTER_OMP(GOMP_6_0_1, void*, omp_target_memset_async,
           (void* block, std::int32_t value, std::size_t bytes, std::int32_t device, std::int32_t count,
            void* objects)) {
  if (!is_host_or_end(device)) {
    return nullptr;
  }
  teams::Member& self = runtime::current();
  start(self, make_task(self, Pattern{block, value, bytes}), {objects, count}, MUSTER_CALLER());
  return block;
}

}  // namespace muster::abi::omp
