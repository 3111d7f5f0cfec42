// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_task.
#include "abi/gomp/task.h"

#include <stdlib.h>
#include <string.h>

#include "abi/exports/export.h"
#include "abi/gomp/depend.h"
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

void run_outlined(tasks::Worker& worker, tasks::Task& task) {
  const auto function = reinterpret_cast<Outlined>(task.function);
  function(tasks::begin_to_host(task));
  tasks::end_hosting(worker, task);
}

namespace {

// Most structures are a few words, for which a call of memcpy costs more than the copy.
MUSTER_ALWAYS_INLINE void copy_bytes(void* to, const void* from, std::size_t size) {
  constexpr std::size_t kFewBytes = 64;
  if (size % sizeof(std::uint64_t) != 0 || size > kFewBytes) {
    memcpy(to, from, size);
    return;
  }
  for (std::size_t at = 0; at < size; at += sizeof(std::uint64_t)) {
    memcpy(static_cast<std::byte*>(to) + at, static_cast<const std::byte*>(from) + at, sizeof(std::uint64_t));
  }
}

}  // namespace

MUSTER_ALWAYS_INLINE void TaskCall::build(void* own) const {
  if (copy != nullptr) {
    copy(own, data);
  } else {
    copy_bytes(own, data, size);
  }
}

namespace {

MUSTER_ALWAYS_INLINE tasks::Task& make_inline(teams::Member& self, const TaskCall& call, std::uint32_t task_flags) {
  const bool fits = MUSTER_LIKELY(call.alignment <= base::kCacheLineBytes);
  const std::size_t bytes = sizeof(tasks::Task) + call.size + (fits ? 0 : call.alignment);
  tasks::Task& task = tasks::make_task(self, bytes, task_flags);
  if (call.copy != nullptr) {
    // Perhaps by copy constructors.
    task.set(tasks::kHoldsObjects);
  }
  task.run = &run_outlined;
  task.function = reinterpret_cast<void*>(call.function);
  task.data = task.payload();
  if (!fits) {
    const auto start = reinterpret_cast<std::uintptr_t>(task.data);
    task.data = reinterpret_cast<void*>((start + call.alignment - 1) & ~(call.alignment - 1));
  }
  return task;
}

// At once; the caller's structure serves if it is what the function wants.
MUSTER_ALWAYS_INLINE void run_now(teams::Member& self, const TaskCall& call, std::uint32_t task_flags) {
  if (call.copy != nullptr) {
    tasks::execute(self, make_task(self, call, task_flags));
    return;
  }
  tasks::run_on_makers_data(self, task_flags, [&call] { call.function(call.data); });
}

// How a deferred task's function is called where somebody listens: from the frame that is told.
void run_outlined_told(tasks::Worker& worker, tasks::Task& task) {
  const auto function = reinterpret_cast<Outlined>(task.function);
  events::Frame& frame = events::this_task().frame;
  frame.exit = __builtin_frame_address(0);
  function(tasks::begin_to_host(task));
  frame.exit = nullptr;
  tasks::end_hosting(worker, task);
}

// What listeners are told of a new task. A null pointer to it means that nobody listens, and the compiler then leaves all of it out.
struct Told {
  const events::Caller* caller;
  // The flags of the call, as GCC numbers them: a task keeps only some of them.
  unsigned flags = 0;
  const tasks::DependenceList* dependences = nullptr;
  // The specification lets it be deferred.
  bool may_wait = false;

  std::uint32_t event_flags() const {
    return ((flags & kUntied) != 0 ? events::kUntiedTask : 0U) |
           ((flags & kMergeable) != 0 ? events::kMergeableTask : 0U) | (may_wait ? 0U : events::kUndeferredTask);
  }
};

MUSTER_ALWAYS_INLINE void tell(teams::Member& self, tasks::Task& task, const Told* told) {
  if (told != nullptr) {
    tasks::observed::created(self, task, {*told->caller, &run_outlined_told, told->event_flags(), told->dependences});
  }
}

MUSTER_OUT_OF_LINE void run_now_told(teams::Member& self, const TaskCall& call, std::uint32_t task_flags,
                                     const Told& told) {
  // A task that is told as one that may be deferred has data of its own, also where it is not.
  const bool is_told_so = tasks::dealing && told.may_wait;
  if (call.copy != nullptr || is_told_so) {
    tasks::Task& task = make_task(self, call, task_flags);
    const std::uint32_t flags = told.event_flags() | (is_told_so ? 0U : events::kUndeferredTask);
    tasks::observed::created(self, task, {*told.caller, &run_outlined_told, flags, told.dependences});
    tasks::execute(self, task);
    return;
  }
  // Dependences that are waited for first have been told with the wait.
  const tasks::observed::Undeferred undeferred(
      self, {*told.caller, nullptr,
             told.event_flags() |
                 ((task_flags & tasks::kFinal) != 0 || self.current->is(tasks::kFinal) ? events::kFinalTask : 0U),
             told.may_wait ? told.dependences : nullptr});
  events::this_task().frame.exit = __builtin_frame_address(0);
  run_now(self, call, task_flags);
}

MUSTER_ALWAYS_INLINE void run_now(teams::Member& self, const TaskCall& call, std::uint32_t task_flags,
                                  const Told* told) {
  if (told != nullptr) {
    run_now_told(self, call, task_flags, *told);
    return;
  }
  run_now(self, call, task_flags);
}

// What tasks::start() asks of a task that is no more than a call so far.
struct NewTask {
  const TaskCall& call;
  std::uint32_t task_flags = 0;
  // Where the event's handle goes; null: the task has none.
  void** handle = nullptr;
  std::int32_t priority = 0;
  const Told* told = nullptr;

  bool is_detachable() const { return handle != nullptr; }
  bool is_counted_at_once() const { return is_detachable(); }
  static constexpr bool is_for_helper() { return false; }
  MUSTER_ALWAYS_INLINE bool may_be_dealt(const teams::Member& self) const {
    return told != nullptr && tasks::may_deal(self);
  }
  MUSTER_ALWAYS_INLINE std::int32_t level() const { return priority != 0 ? tasks::priority_level(priority) : 0; }
  MUSTER_ALWAYS_INLINE tasks::Task& make(teams::Member& self) const {
    tasks::Task& task = make_inline(self, call, task_flags);
    if (handle != nullptr) {
      tasks::make_detachable(task);
    }
    fill(self, task);
    return task;
  }
  // Its data, which have the event: that is the task itself.
  MUSTER_ALWAYS_INLINE void fill(teams::Member& self, tasks::Task& task) const {
    if (handle != nullptr) {
      *handle = &task;
      *static_cast<void**>(call.data) = &task;
    }
    call.build(task.data);
    tell(self, task, told);
  }
  MUSTER_ALWAYS_INLINE void run(teams::Member& self) const { run_now(self, call, task_flags, told); }
  // Told as Clang-built code calls it: a taskwait for the dependences, and then the task.
  MUSTER_ALWAYS_INLINE tasks::DependenceNode* await_turn(teams::Member& self, const tasks::DependenceList& list) const {
    if (told == nullptr) {
      return tasks::await_turn(self, list);
    }
    tasks::observed::await_dependences(self, list, *told->caller);
    return tasks::take_kept_turn(self);
  }
};

struct Clauses {
  unsigned flags;
  bool if_clause;
  void** depend;
  std::int32_t priority;
  void** detach;

  bool has(unsigned flag) const { return (flags & flag) != 0; }
};

// The maker of an undeferred task goes on when the task is complete (OpenMP 5.2, 1.2.5), and with a detach clause it is that when its event is
// fulfilled. libgomp waits for it too.
MUSTER_NOINLINE void run_detachable_now(teams::Member& self, const NewTask& task, const Clauses& clauses) {
  tasks::DependenceNode* turn =
      clauses.has(kDepend) ? task.await_turn(self, depend_list(self, clauses.depend)) : nullptr;
  tasks::Task& made = make_inline(self, task.call, task.task_flags);
  tasks::make_detachable_undeferred(self, made);
  task.fill(self, made);
  tasks::execute_and_await(self, made);
  tasks::end_turn(self, turn);
}

MUSTER_ALWAYS_INLINE void start_with(const TaskCall& call, const Clauses& clauses, const events::Caller* caller) {
  teams::Member& self = runtime::current();
  // The maker of a task may hand its event on, so a task with one is made in any case.
  if (tasks::makes_in_vain(self) && !clauses.has(kDetach)) [[unlikely]] {
    return;
  }
  Told about{caller, clauses.flags, nullptr,
             caller != nullptr && clauses.if_clause && !self.current->is(tasks::kFinal)};
  const NewTask task{call, clauses.has(kFinal) ? tasks::kFinal : 0U, clauses.has(kDetach) ? clauses.detach : nullptr,
                     clauses.has(kPriority) ? clauses.priority : 0, caller != nullptr ? &about : nullptr};
  if (task.is_detachable() && (!clauses.if_clause || self.current->is(tasks::kFinal))) [[unlikely]] {
    run_detachable_now(self, task, clauses);
  } else if (!clauses.has(kDepend)) {
    tasks::start(self, task, clauses.if_clause);
  } else if (caller == nullptr) {
    tasks::start_reading(self, task, clauses.if_clause, [&] { return depend_list(self, clauses.depend); });
  } else {
    const tasks::DependenceList list = depend_list(self, clauses.depend);
    about.dependences = &list;
    tasks::start(self, task, clauses.if_clause, list);
  }
}

}  // namespace

tasks::observed::RunTold told_runner() { return &run_outlined_told; }

tasks::Task& make_task(teams::Member& self, const TaskCall& call, std::uint32_t task_flags) {
  tasks::Task& task = make_inline(self, call, task_flags);
  call.build(task.data);
  return task;
}

namespace {

constexpr unsigned kWithClauses = kFinal | kDepend | kPriority | kDetach;

MUSTER_ALWAYS_INLINE void start_plain(teams::Member& self, const TaskCall& call, bool if_clause, const Told* told) {
  if (tasks::makes_in_vain(self)) [[unlikely]] {
    return;
  }
  tasks::start(self, NewTask{.call = call, .told = told}, if_clause);
}

// Its arguments are GOMP_task's first ones.
MUSTER_OUT_OF_LINE void start_without_clauses(void (*function)(void*), void* data, CopyFunction copy, long size,
                                              long alignment, bool if_clause) {
  start_plain(runtime::current(),
              {function, data, copy, static_cast<std::size_t>(size), static_cast<std::size_t>(alignment)}, if_clause,
              nullptr);
}

MUSTER_OUT_OF_LINE void start_told(teams::Member& self, const TaskCall& call, const Clauses& clauses,
                                   events::Caller caller) {
  caller = events::resolve(caller);
  const events::Constructing constructing(&caller);
  if ((clauses.flags & kWithClauses) != 0) {
    start_with(call, clauses, &caller);
    return;
  }
  const bool may_wait = clauses.if_clause && !self.current->is(tasks::kFinal);
  const Told about{&caller, clauses.flags, nullptr, may_wait};
  start_plain(self, call, clauses.if_clause, &about);
}

// A task without clauses where nobody listens, but tasks may be cancelled. Its arguments are GOMP_task's first ones.
MUSTER_OUT_OF_LINE void start_cancellable(void (*function)(void*), void* data, CopyFunction copy, long size,
                                          long alignment, bool if_clause) {
  teams::Member& self = *teams::current_member;
  if (copy == nullptr && !tasks::makes_in_vain(self) &&
      tasks::try_to_run_in_place(self, if_clause, [=] { function(data); })) {
    return;
  }
  start_without_clauses(function, data, copy, size, alignment, if_clause);
}

// It has clauses, or tasks may be cancelled, or somebody listens. Its arguments are those of GOMP_task and stand where they stood, so that a task without clauses
// does not read the rest.
MUSTER_OUT_OF_LINE void start_unusual(void (*function)(void*), void* data, CopyFunction copy, long size, long alignment,
                                      bool if_clause, unsigned flags, void** depend, std::int32_t priority,
                                      void* detach) {
  if ((flags & kWithClauses) == 0 && !events::listening && runtime::has_entered()) {
    start_cancellable(function, data, copy, size, alignment, if_clause);
    return;
  }
  if (events::asks_of_task != nullptr && (flags & (kWithClauses | kUntied)) == 0 && copy == nullptr) {
    const std::uint64_t met = events::moment_if_timed();
    if (start_untold(function, data, static_cast<std::size_t>(size), static_cast<std::size_t>(alignment), if_clause,
                     met)) {
      return;
    }
  }
  const TaskCall call{function, data, copy, static_cast<std::size_t>(size), static_cast<std::size_t>(alignment)};
  const Clauses clauses{flags, if_clause, depend, priority, static_cast<void**>(detach)};
  if (tasks::unusual == 0) [[likely]] {
    start_with(call, clauses, nullptr);
    return;
  }
  // Perhaps a thread that the runtime has not met, which may be when somebody begins to listen.
  teams::Member& self = runtime::current();
  if (events::listening) {
    start_told(self, call, clauses, MUSTER_CALLER());
  } else {
    start_with(call, clauses, nullptr);
  }
}

}  // namespace

// A team of one, a task with a false if clause and a maker whose deque is full defer nothing and run the task here. A processor gets through the instructions of an
// empty task in less time than through the branches that it takes and the cache lines that they lead to. So a team of one takes none on
// its way, and the function begins with a line (src/tasks/README.md has figures).
MUSTER_GOMP_DECLARE(void, GOMP_task,
                    (void (*function)(void*), void* data, void (*copy)(void*, void*), long size, long alignment,
                     bool if_clause, unsigned flags, void** depend, int priority, void* detach))
__attribute__((aligned(base::kCacheLineBytes)));
MUSTER_GOMP(GOMP_2_0, void, GOMP_task,
            (void (*function)(void*), void* data, void (*copy)(void*, void*), long size, long alignment, bool if_clause,
             unsigned flags, void** depend, int priority, void* detach)) {
  if (((flags | tasks::unusual) & kWithClauses) != 0) [[unlikely]] {
    start_unusual(function, data, copy, size, alignment, if_clause, flags, depend, priority, detach);
    return;
  }
  teams::Member* self = teams::current_member;
  if (self != nullptr && copy == nullptr && tasks::try_to_run_in_place(*self, if_clause, [=] { function(data); }))
      [[likely]] {
    return;
  }
  start_without_clauses(function, data, copy, size, alignment, if_clause);
}

}  // namespace muster::abi::gomp
