// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_omp_task and what belongs to it.
#include "abi/kmp/task.h"

#include <string.h>

#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// The alignment of the shareds: they may hold values of any fundamental type.
constexpr std::size_t kSharedsAlignment = 16;
constexpr std::size_t kMostAlignment = 2 * base::kCacheLineBytes;

MUSTER_ALWAYS_INLINE KmpTask& kmp_task(tasks::Task& task) { return *static_cast<KmpTask*>(task.payload()); }

// What a copy of the task needs to know, in the field `data`.
void* pack(std::size_t bytes, std::uint32_t flags) { return reinterpret_cast<void*>(bytes << 32U | flags); }
std::size_t bytes_of(const tasks::Task& task) { return reinterpret_cast<std::uintptr_t>(task.data) >> 32U; }
std::uint32_t flags_of(const tasks::Task& task) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(task.data));
}

std::int32_t global_number(const tasks::Worker& worker) {
  return static_cast<const teams::Member&>(worker).thread_number_in_process;
}

void run_routine(tasks::Worker& worker, tasks::Task& task) {
  KmpTask& own = kmp_task(task);
  own.routine(global_number(worker), &own);
}

// An untied task: each part hands itself to __kmpc_omp_task for the next one. The parts run one after the other in one thread.
void run_parts(tasks::Worker& worker, tasks::Task& task) {
  task.set(tasks::kParts);
  do {
    task.clear(tasks::kNextPart);
    run_routine(worker, task);
  } while (task.is(tasks::kNextPart));
  task.clear(tasks::kParts);
}

void destroy(tasks::Task& task) {
  KmpTask& own = kmp_task(task);
  if (own.destructors != nullptr) {
    own.destructors(global_number(*task.thread), &own);
  }
}

// Flags that ask for more than a block.
constexpr std::uint32_t kNeedsMore = kFinalTask | kDestructors | kProxy | kHasPriority;

MUSTER_NOINLINE void provide_more(teams::Member& self, tasks::Task& task, std::uint32_t flags) {
  if ((flags & kFinalTask) != 0) {
    task.set(tasks::kFinal);
  }
  if ((flags & kHasPriority) != 0) {
    task.set(tasks::kPrioritized);
  }
  if ((flags & kDestructors) != 0) {
    task.thread = &self;
    tasks::extra_of(self, task).dispose = &destroy;
  }
  if ((flags & kProxy) != 0) {
    tasks::make_detachable(task);
  }
}

// `bytes`: with the shareds.
MUSTER_ALWAYS_INLINE KmpTask& allocate(teams::Member& self, std::size_t bytes, std::uint32_t flags) {
  tasks::Task& task = tasks::make_task(self, sizeof(tasks::Task) + bytes, 0);
  task.data = pack(bytes, flags);
  task.run = &run_routine;
  if ((flags & kTied) == 0) {
    task.set(tasks::kUntied);
    task.run = &run_parts;
  }
  if ((flags & kNeedsMore) != 0) [[unlikely]] {
    provide_more(self, task, flags);
  }
  return kmp_task(task);
}

}  // namespace

namespace {

// Where the shareds of a task lie, and where the task ends.
struct Layout {
  std::size_t shareds_at;
  std::size_t bytes;
};

constexpr Layout layout_of(std::size_t bytes, std::size_t shared_bytes) {
  const std::size_t shareds_at = (bytes + kSharedsAlignment - 1) & ~(kSharedsAlignment - 1);
  return {shareds_at, shareds_at + shared_bytes};
}

// Then the alignment of the task may be as much as that, and so must be the size of its block.
constexpr bool may_be_aligned_more(std::size_t bytes) { return bytes % kMostAlignment == 0; }

MUSTER_ALWAYS_INLINE KmpTask& fill(KmpTask& task, std::size_t shareds_at, TaskRoutine routine) {
  task.shareds = reinterpret_cast<std::byte*>(&task) + shareds_at;
  task.routine = routine;
  task.part = 0;
  task.destructors = nullptr;
  return task;
}

// A tied task that asks for nothing but a block, where its thread has a free one of that size; otherwise null. It calls nothing, so that its caller needs no
// stack frame.
MUSTER_ALWAYS_INLINE KmpTask* allocate_quickly(teams::Member& self, std::uint32_t flags, std::size_t bytes,
                                               std::size_t shared_bytes, TaskRoutine routine) {
  if ((flags & (kNeedsMore | kTied)) != kTied || may_be_aligned_more(bytes)) [[unlikely]] {
    return nullptr;
  }
  const Layout layout = layout_of(bytes, shared_bytes);
  memory::Block* block = self.cache->allocate_quickly(memory::size_class_for(sizeof(tasks::Task) + layout.bytes));
  if (block == nullptr) [[unlikely]] {
    return nullptr;
  }
  tasks::Task& task = tasks::make_task_in(block, self, 0);
  task.data = pack(layout.bytes, flags);
  task.run = &run_routine;
  return &fill(kmp_task(task), layout.shareds_at, routine);
}

}  // namespace

KmpTask& allocate_task(teams::Member& self, std::uint32_t flags, std::size_t bytes, std::size_t shared_bytes,
                       TaskRoutine routine) {
  const Layout layout = layout_of(bytes, shared_bytes);
  const std::size_t all_bytes = may_be_aligned_more(bytes)
                                    ? base::divide_rounding_up(layout.bytes, kMostAlignment) * kMostAlignment
                                    : layout.bytes;
  return fill(allocate(self, all_bytes, flags), layout.shareds_at, routine);
}

KmpTask& duplicate_task(teams::Member& self, KmpTask& task) {
  const tasks::Task& pattern = task_of(task);
  KmpTask& copy = allocate(self, bytes_of(pattern), flags_of(pattern));
  memcpy(static_cast<void*>(&copy), &task, bytes_of(pattern));
  const std::ptrdiff_t shareds_at = static_cast<std::byte*>(task.shareds) - reinterpret_cast<std::byte*>(&task);
  copy.shareds = reinterpret_cast<std::byte*>(&copy) + shareds_at;
  return copy;
}

namespace {

struct AnyTask : tasks::Made {
  MUSTER_ALWAYS_INLINE std::int32_t level() const {
    const bool has_one = task.is(tasks::kPrioritized);
    return has_one ? tasks::priority_level(static_cast<std::int32_t>(kmp_task(task).priority)) : 0;
  }
};

// The group lets nothing be deferred that its own thread makes.
bool is_undeferred_by_group(const teams::Member& self, const tasks::Task& task) {
  return task.group != nullptr && task.group->undeferred && task.group->thread == &self;
}

MUSTER_NOINLINE void start_unusual(teams::Member& self, tasks::Task& task, bool if_clause) {
  tasks::start(self, AnyTask{{task}}, if_clause && !is_undeferred_by_group(self, task));
}

// As tasks::execute(), without the call through task.run where that is the usual one.
MUSTER_ALWAYS_INLINE void run_now(teams::Member& self, tasks::Task& task) {
  if (tasks::cancellation || task.run != &run_routine) [[unlikely]] {
    tasks::execute(self, task);
    return;
  }
  KmpTask& own = kmp_task(task);
  tasks::run_block(self, task, [&] { own.routine(self.thread_number_in_process, &own); });
  tasks::complete(self, task);
}

// What tasks::start() asks of a task that has nothing but a routine.
struct PlainTask {
  tasks::Task& task;

  static constexpr bool is_detachable() { return false; }
  static constexpr bool is_for_helper() { return false; }
  static constexpr bool may_be_dealt(const teams::Member& /*self*/) { return false; }
  static constexpr std::int32_t level() { return 0; }
  MUSTER_ALWAYS_INLINE tasks::Task& make(teams::Member& /*self*/) const { return task; }
  MUSTER_ALWAYS_INLINE void run(teams::Member& self) const { run_now(self, task); }
};

// The routines as they run where somebody listens, from the frame that is told.
void run_routine_told(tasks::Worker& worker, tasks::Task& task) {
  events::Frame& frame = events::this_task().frame;
  frame.exit = __builtin_frame_address(0);
  KmpTask& own = kmp_task(task);
  own.routine(global_number(worker), &own);
  frame.exit = nullptr;
}

void run_parts_told(tasks::Worker& worker, tasks::Task& task) {
  events::Frame& frame = events::this_task().frame;
  frame.exit = __builtin_frame_address(0);
  KmpTask& own = kmp_task(task);
  task.set(tasks::kParts);
  do {
    task.clear(tasks::kNextPart);
    own.routine(global_number(worker), &own);
  } while (task.is(tasks::kNextPart));
  task.clear(tasks::kParts);
  frame.exit = nullptr;
}

// Null: another function than these two, which sees to itself.
tasks::observed::RunTold told_runner(const tasks::Task& task) {
  return task.run == &run_routine ? &run_routine_told : task.run == &run_parts ? &run_parts_told : nullptr;
}

}  // namespace

void tell(teams::Member& self, tasks::Task& task, events::Caller caller, const tasks::DependenceList* dependences) {
  tasks::observed::created(self, task, {caller, told_runner(task), 0, dependences});
}

void tell_share(teams::Member& self, tasks::Task& task, events::Caller caller, bool if_clause,
                const loops::Range& share) {
  const std::uint32_t flags = if_clause ? 0U : events::kUndeferredTask;
  tasks::observed::created_with_share(self, task, {caller, told_runner(task), flags}, share.first, share.size());
}

MUSTER_ALWAYS_INLINE void start_inline(teams::Member& self, tasks::Task& task, bool if_clause) {
  constexpr std::uint32_t kUnusual = tasks::kDetachable | tasks::kPrioritized | tasks::kForHelper | tasks::kDealt;
  const bool undeferred = task.group != nullptr && task.group->undeferred;
  if (!if_clause || undeferred || (task.tag & kUnusual) != 0) [[unlikely]] {
    start_unusual(self, task, if_clause);
  } else {
    tasks::start(self, PlainTask{task}, true);
  }
}

namespace {

// An untold task that is deferred.
void run_routine_untold(tasks::Worker& worker, tasks::Task& task) {
  const tasks::observed::RunsUntold runs(task, __builtin_frame_address(0));
  run_routine(worker, task);
}

// Whether it asks for nothing but a block.
bool is_plain(const tasks::Task& task) {
  constexpr std::uint32_t kUnusual =
      tasks::kDetachable | tasks::kPrioritized | tasks::kForHelper | tasks::kDealt | tasks::kFinal | tasks::kUntied;
  return task.run == &run_routine && (task.tag & kUnusual) == 0 && (task.group == nullptr || !task.group->undeferred);
}

}  // namespace

// Ends the entry point.
MUSTER_OUT_OF_LINE std::int32_t start_told(teams::Member& self, tasks::Task& task) {
  const std::uint64_t met = events::moment_if_timed();
  if (is_plain(task) && start_untold(self, task, kmp_task(task), &run_routine_untold, met)) {
    return 0;
  }
  const events::Caller caller = events::resolve({});
  const events::Constructing constructing(&caller);
  tell(self, task, caller, nullptr);
  start_inline(self, task, true);
  return 0;
}

void start_task(teams::Member& self, KmpTask& task, bool if_clause) { start_inline(self, task_of(task), if_clause); }

void run_task(tasks::Worker& worker, tasks::Task& task) {
  (task.is(tasks::kUntied) ? run_parts : run_routine)(worker, task);
}

void discard_task(teams::Member& self, KmpTask& task) { tasks::complete(self, task_of(task)); }

namespace {

MUSTER_OUT_OF_LINE KmpTask* allocate_slowly(std::uint32_t flags, std::size_t bytes, std::size_t shared_bytes,
                                            TaskRoutine routine) {
  return &allocate_task(runtime::current(), flags, bytes, shared_bytes, routine);
}

}  // namespace

MUSTER_KMP(KmpTask*, __kmpc_omp_task_alloc,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t flags, std::size_t bytes,
            std::size_t shared_bytes, TaskRoutine routine)) {
  if (runtime::has_entered()) [[likely]] {
    KmpTask* task =
        allocate_quickly(*teams::current_member, static_cast<std::uint32_t>(flags), bytes, shared_bytes, routine);
    if (task != nullptr) [[likely]] {
      return task;
    }
  }
  return allocate_slowly(static_cast<std::uint32_t>(flags), bytes, shared_bytes, routine);
}

MUSTER_KMP(std::int32_t, __kmpc_omp_task, (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* kmp_task)) {
  tasks::Task& task = task_of(*kmp_task);
  if (task.is(tasks::kParts)) [[unlikely]] {
    // The routine is about to return, to run_parts().
    task.set(tasks::kNextPart);
  } else if (task.is(tasks::kBegun)) [[unlikely]] {
    // An untied task with if(0): its caller has run the first part only.
    run_parts(runtime::current(), task);
  } else {
    teams::Member& self = runtime::current();
    if (events::listening) [[unlikely]] {
      return start_told(self, task);
    }
    start_inline(self, task, true);
  }
  return 0;
}
MUSTER_KMP_ALIAS(__kmpc_omp_task_parts, __kmpc_omp_task);

tasks::Dependence dependence_of(const KmpDependence& dependence) {
  using Kind = tasks::DependenceKind;
  constexpr std::uint8_t kAllMemory = 0x80;
  constexpr std::uintptr_t kAllAddresses = ~std::uintptr_t{0};
  if ((dependence.kind & kAllMemory) != 0 || reinterpret_cast<std::uintptr_t>(dependence.address) == kAllAddresses) {
    return {nullptr, Kind::out};
  }
  switch (dependence.kind) {
    case 1: return {dependence.address, Kind::in};
    case 4: return {dependence.address, Kind::mutexinoutset};
    case 8: return {dependence.address, Kind::inoutset};
    default: return {dependence.address, Kind::out};
  }
}

tasks::DependenceList KmpDepend::all(tasks::Worker& worker) const {
  return {worker, count + noalias_count,
          [this](std::size_t i) { return dependence_of(i < count ? list[i] : noalias_list[i - count]); }};
}

MUSTER_OUT_OF_LINE void start_with_dependences_told(teams::Member& self, tasks::Task& task,
                                                    const tasks::DependenceList& dependences, events::Caller caller) {
  caller = events::resolve(caller);
  const events::Constructing constructing(&caller);
  tell(self, task, caller, &dependences);
  tasks::start(self, AnyTask{{task}}, true, dependences);
}

MUSTER_KMP(std::int32_t, __kmpc_omp_task_with_deps,
           (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* kmp_task, std::int32_t count,
            const KmpDependence* list, std::int32_t noalias_count, const KmpDependence* noalias_list)) {
  teams::Member& self = runtime::current();
  const KmpDepend depend{static_cast<std::size_t>(count), list, static_cast<std::size_t>(noalias_count), noalias_list};
  tasks::Task& task = task_of(*kmp_task);
  if (kmp_task->routine == nullptr) {
    // A taskwait with depend and nowait.
    task.run = &tasks::run_nothing;
  }
  if (events::listening) [[unlikely]] {
    start_with_dependences_told(self, task, depend.all(self), MUSTER_CALLER());
  } else {
    tasks::start_reading(self, AnyTask{{task}}, true, [&] { return depend.all(self); });
  }
  return 0;
}

MUSTER_KMP(void, __kmpc_omp_task_begin_if0, (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* kmp_task)) {
  teams::Member& self = runtime::current();
  tasks::Task& task = task_of(*kmp_task);
  if (task.is(tasks::kDetachable)) [[unlikely]] {
    tasks::count_in(self, task);
  }
  if (tasks::DependenceNode* turn = tasks::take_kept_turn(self); turn != nullptr) [[unlikely]] {
    tasks::extra_of(self, task).node = turn;
  }
  // An untied one is cut into parts, which its caller does not expect.
  task.set(tasks::kBegun);
  // No other use for the field in these tasks.
  if (events::listening) [[unlikely]] {
    tasks::observed::begin(self, task, MUSTER_CALLER());
  }
  task.function = reinterpret_cast<void*>(tasks::begin_on_top(self, task));
}
MUSTER_KMP(void, __kmpc_omp_task_complete_if0, (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* kmp_task)) {
  teams::Member& self = runtime::current();
  tasks::Task& task = task_of(*kmp_task);
  if (task.is(tasks::kObserved)) [[unlikely]] {
    tasks::observed::end(self, task);
  }
  tasks::end_on_top(self, task, reinterpret_cast<std::uint64_t>(task.function));
  tasks::finish(self, task);
}

// A hint where the task's data is; tasks stay where they are met.
MUSTER_KMP(std::int32_t, __kmpc_omp_reg_task_with_affinity,
           (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* /*task*/, std::int32_t /*count*/,
            void* /*locations*/)) {
  return 0;
}

}  // namespace muster::abi::kmp
