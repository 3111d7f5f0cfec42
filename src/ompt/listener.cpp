// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each event as the callback that the specification has for it.
#include "ompt/callbacks.h"

namespace muster::ompt {
namespace {

using events::SyncKind;
using Number = CallbackNumber;

Data* data(events::Task& task) { return data_of(task.marks); }
Data* parallel_data(const events::Task& task) { return task.region != nullptr ? data_of(task.region->marks) : nullptr; }

template <class Function, class... Arguments>
void call(Number number, Arguments... arguments) {
  if (auto function = callback_of<Function>(number); function != nullptr) {
    function(arguments...);
  }
}

template <class Kind>
constexpr std::uint32_t number_of(Kind kind) {
  return static_cast<std::uint32_t>(kind);
}

void thread_begin(const events::ThreadBegin& event) {
  call<callback::ThreadBegin>(Number::thread_begin, number_of(event.thread.kind), data_of(event.thread.marks));
}
void thread_end(const events::ThreadEnd& event) {
  call<callback::ThreadEnd>(Number::thread_end, data_of(event.thread.marks));
}

void parallel_begin(const events::ParallelBegin& event) {
  events::Region& region = event.region;
  call<callback::ParallelBegin>(Number::parallel_begin, data(*region.encountering), &region.encountering->frame,
                                data_of(region.marks), region.requested, static_cast<std::int32_t>(region.flags),
                                region.caller.code);
}
void parallel_end(const events::ParallelEnd& event) {
  events::Region& region = event.region;
  call<callback::ParallelEnd>(Number::parallel_end, data_of(region.marks), data(*region.encountering),
                              static_cast<std::int32_t>(region.flags), region.caller.code);
}

std::int32_t implicit_flags(const events::Task& task) {
  return static_cast<std::int32_t>(task.flags & (events::kInitialTask | events::kImplicitTask));
}
void implicit_task_begin(const events::ImplicitTaskBegin& event) {
  call<callback::ImplicitTask>(Number::implicit_task, Endpoint::begin, parallel_data(event.task), data(event.task),
                               event.team_size, event.number, implicit_flags(event.task));
}
// The region has ended in its last barrier: there is no parallel data any more. The actual parallelism would be 0 here (OpenMP 5.2, 19.5.2.11), but libomp tells the size of the
// team, and LLVM's tests of OMPT want it (tasks/taskloop.c).
void implicit_task_end(const events::ImplicitTaskEnd& event) {
  call<callback::ImplicitTask>(Number::implicit_task, Endpoint::end, static_cast<Data*>(nullptr), data(event.task),
                               event.team_size, event.number, implicit_flags(event.task));
}

void task_create(const events::TaskCreate& event) {
  call<callback::TaskCreate>(Number::task_create, data(*event.creator),
                             static_cast<const events::Frame*>(&event.creator->frame), data(event.task),
                             static_cast<std::int32_t>(event.task.flags), event.has_dependences ? 1 : 0,
                             event.task.caller.code);
}
void task_schedule(const events::TaskSchedule& event) {
  call<callback::TaskSchedule>(Number::task_schedule, data(event.prior), number_of(event.status),
                               event.next != nullptr ? data(*event.next) : nullptr);
}
void dependences(const events::Dependences& event) {
  auto function = callback_of<callback::Dependences>(Number::dependences);
  if (function == nullptr) {
    return;
  }
  // The event has the layout that the tool expects.
  static_assert(sizeof(events::Dependence) == sizeof(DependenceEntry) &&
                offsetof(events::Dependence, kind) == offsetof(DependenceEntry, type));
  function(data(event.task), reinterpret_cast<const DependenceEntry*>(event.list),
           static_cast<std::int32_t>(event.count));
}
void task_dependence(const events::TaskDependence& event) {
  call<callback::TaskDependence>(Number::task_dependence, data_of(event.source), data(event.sink));
}

template <class Event>
void sync(Number number, Endpoint endpoint, const Event& event) {
  const bool region_is_over = endpoint == Endpoint::end && event.kind == SyncKind::barrier_implicit_parallel;
  call<callback::SyncRegion>(number, number_of(event.kind), endpoint,
                             region_is_over ? nullptr : parallel_data(event.task), data(event.task), event.caller.code);
}
void sync_begin(const events::SyncBegin& event) { sync(Number::sync_region, Endpoint::begin, event); }
void sync_end(const events::SyncEnd& event) { sync(Number::sync_region, Endpoint::end, event); }
void sync_wait_begin(const events::SyncWaitBegin& event) { sync(Number::sync_region_wait, Endpoint::begin, event); }
void sync_wait_end(const events::SyncWaitEnd& event) { sync(Number::sync_region_wait, Endpoint::end, event); }

void reduction(Endpoint endpoint, events::Task& task, const void* code) {
  call<callback::SyncRegion>(Number::reduction, number_of(SyncKind::reduction), endpoint, parallel_data(task),
                             data(task), code);
}
void reduction_begin(const events::ReductionBegin& event) { reduction(Endpoint::begin, event.task, event.caller.code); }
void reduction_end(const events::ReductionEnd& event) { reduction(Endpoint::end, event.task, event.caller.code); }

template <class Event>
void work(Endpoint endpoint, const Event& event) {
  call<callback::Work>(Number::work, number_of(event.kind), endpoint, parallel_data(event.task), data(event.task),
                       event.count, event.caller.code);
}
void work_begin(const events::WorkBegin& event) { work(Endpoint::begin, event); }
void work_end(const events::WorkEnd& event) { work(Endpoint::end, event); }

void dispatch(const events::Dispatch& event) {
  DispatchChunk chunk{event.first, event.count};
  Data instance{};
  switch (event.kind) {
    case events::DispatchKind::section: instance.ptr = const_cast<void*>(event.code); break;
    case events::DispatchKind::iteration: instance.value = event.first; break;
    default: instance.ptr = &chunk; break;
  }
  call<callback::Dispatch>(Number::dispatch, parallel_data(event.task), data(event.task), number_of(event.kind),
                           instance);
}

void masked(Endpoint endpoint, events::Task& task, const void* code) {
  call<callback::Masked>(Number::masked, endpoint, parallel_data(task), data(task), code);
}
void masked_begin(const events::MaskedBegin& event) { masked(Endpoint::begin, event.task, event.caller.code); }
void masked_end(const events::MaskedEnd& event) { masked(Endpoint::end, event.task, event.caller.code); }

// One way of waiting, which spins and then sleeps; what it is called is for ompt_enumerate_mutex_impls to say.
constexpr std::uint32_t kImplementation = 1;

void mutex_init(const events::MutexInit& event) {
  call<callback::MutexAcquire>(Number::lock_init, number_of(event.kind), event.hint, kImplementation, event.id,
                               event.caller.code);
}
void mutex_destroy(const events::MutexDestroy& event) {
  call<callback::Mutex>(Number::lock_destroy, number_of(event.kind), event.id, event.caller.code);
}
void mutex_acquire(const events::MutexAcquire& event) {
  call<callback::MutexAcquire>(Number::mutex_acquire, number_of(event.kind), event.hint, kImplementation, event.id,
                               event.caller.code);
}
void mutex_acquired(const events::MutexAcquired& event) {
  call<callback::Mutex>(Number::mutex_acquired, number_of(event.kind), event.id, event.caller.code);
}
void mutex_released(const events::MutexReleased& event) {
  call<callback::Mutex>(Number::mutex_released, number_of(event.kind), event.id, event.caller.code);
}
void nest_lock_begin(const events::NestLockBegin& event) {
  call<callback::NestLock>(Number::nest_lock, Endpoint::begin, event.id, event.caller.code);
}
void nest_lock_end(const events::NestLockEnd& event) {
  call<callback::NestLock>(Number::nest_lock, Endpoint::end, event.id, event.caller.code);
}

void flush(const events::Flush& event) {
  call<callback::Flush>(Number::flush, data_of(events::this_thread->marks), event.caller.code);
}
void cancel(const events::Cancel& event) {
  call<callback::Cancel>(Number::cancel, data(event.task), static_cast<std::int32_t>(event.flags), event.caller.code);
}
void error(const events::Error& event) {
  call<callback::Error>(Number::error, number_of(event.severity), event.message, event.length, event.caller.code);
}

constexpr events::Listener kListener = {
#define MUSTER_EVENT(name, Type) .name = &name,
#define MUSTER_OWN_EVENT(name, Type)
#include "events/list.def"
#undef MUSTER_EVENT
};

}  // namespace

const events::Listener& listener() { return kListener; }

}  // namespace muster::ompt
