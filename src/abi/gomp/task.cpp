// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_task, taskwait, taskyield and taskgroup. Tasks run undeferred: see tasks/tasks.h.
#include "abi/gomp/task.h"

#include <stdlib.h>
#include <string.h>

#include <new>

#include "abi/exports/export.h"
#include "platform/standard_error.h"

namespace muster::abi::gomp {

void* allocate_aligned(std::size_t bytes, std::size_t alignment) {
  const std::size_t line_or_more = alignment > base::kCacheLineBytes ? alignment : base::kCacheLineBytes;
  void* memory = aligned_alloc(line_or_more, base::divide_rounding_up(bytes, line_or_more) * line_or_more);
  if (memory == nullptr) {
    platform::fail("muster: no memory for a task");
  }
  return memory;
}

void TaskCall::build(void* own) const {
  if (copy != nullptr) {
    copy(own, data);
  } else {
    memcpy(own, data, size);
  }
}

OwnData::OwnData(const TaskCall& call)
    : data_(call.size <= kInlineBytes && call.alignment <= alignof(OwnData)
                ? static_cast<void*>(inline_)
                : allocate_aligned(call.size, call.alignment)) {
  call.build(data_);
}

OwnData::~OwnData() {
  if (data_ != inline_) {
    free(data_);
  }
}

namespace {

// In front of the own structure of a detached task, which lives as long as the task.
struct DetachedData : tasks::DetachedTask {
  static void give_back(tasks::DetachedTask& task) { free(static_cast<DetachedData*>(&task)); }
};

void run(teams::Member& self, Outlined function, void* own, bool is_final) {
  teams::ExplicitTask task;
  teams::begin_task(self, task, is_final);
  function(own);
  teams::end_task(self, task);
}

void run_detached(teams::Member& self, const TaskCall& call, bool is_final, void** handle) {
  const std::size_t head = base::divide_rounding_up(sizeof(DetachedData), call.alignment) * call.alignment;
  auto* memory = static_cast<std::byte*>(allocate_aligned(head + call.size, call.alignment));
  auto* detached = new (memory) DetachedData();
  detached->release = &DetachedData::give_back;
  teams::prepare(self, *detached);
  *handle = detached;
  *static_cast<void**>(call.data) = detached;
  call.build(memory + head);

  teams::ExplicitTask task;
  teams::begin_task(self, task, is_final);
  call.function(memory + head);
  tasks::finish_detached(self.tasks, *detached);
  teams::end_task(self, task);
}

}  // namespace

MUSTER_GOMP(GOMP_2_0, void, GOMP_task,
            (void (*function)(void*), void* data, void (*copy)(void*, void*), long size, long alignment,
             bool /*if_clause*/, unsigned flags, void** /*depend*/, int /*priority*/, void* detach)) {
  teams::Member& self = runtime::current();
  if ((flags & kDepend) != 0) {
    tasks::await_children(self.tasks);
  }
  const bool is_final = (flags & kFinal) != 0;
  const TaskCall call{function, data, copy, static_cast<std::size_t>(size), static_cast<std::size_t>(alignment)};
  if ((flags & kDetach) != 0) {
    run_detached(self, call, is_final, static_cast<void**>(detach));
  } else if (copy == nullptr) {
    run(self, function, data, is_final);
  } else {
    const OwnData own(call);
    run(self, function, own.get(), is_final);
  }
}

MUSTER_GOMP(GOMP_2_0, void, GOMP_taskwait, ()) { tasks::await_children(runtime::current().tasks); }
// All children instead of those that the dependences name: the others have run as well, unless they are detached.
MUSTER_GOMP(GOMP_5_0, void, GOMP_taskwait_depend, (void** /*depend*/)) {
  tasks::await_children(runtime::current().tasks);
}
MUSTER_GOMP(GOMP_5_1_1, void, GOMP_taskwait_depend_nowait, (void** /*depend*/)) {}
MUSTER_GOMP(GOMP_3_0, void, GOMP_taskyield, ()) {}

MUSTER_GOMP(GOMP_4_0, void, GOMP_taskgroup_start, ()) { tasks::begin_allocated_group(runtime::current().tasks); }
MUSTER_GOMP(GOMP_4_0, void, GOMP_taskgroup_end, ()) { tasks::end_allocated_group(runtime::current().tasks); }

}  // namespace muster::abi::gomp
