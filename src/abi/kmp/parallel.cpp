// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_fork_call and what belongs to it.
#include <cstdarg>

#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/microtask.h"
#include "abi/kmp/num_threads.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// What the num_threads clause asks for; 0: there is none.
std::uint32_t requested(const teams::Member& self) {
  if (self.pushed_threads >= 0) {
    return static_cast<std::uint32_t>(self.pushed_threads);
  }
  return static_cast<std::uint32_t>(self.on_demand->pushed_clause.list[0]);
}

// `about`: what those who listen are told; null: nobody does.
MUSTER_ALWAYS_INLINE void run(teams::Member& self, const threads::Work& work, std::uint32_t size,
                              const teams::observed::About* about) {
  if (about != nullptr) {
    teams::observed::parallel<CallMicrotask>(self, work, size, *about);
  } else {
    teams::parallel<CallMicrotask>(self, work, size);
  }
}

MUSTER_ALWAYS_INLINE void fork_with(teams::Member& self, Microtask function, std::uint32_t count, std::va_list& list,
                                    std::uint32_t size, const teams::observed::About* about) {
  threads::Work work;
  work.function = reinterpret_cast<void*>(function);
  work.argument_count = count;
  if (count <= threads::Work::kInlineArguments) {
    for (std::uint32_t i = 0; i < count; ++i) {
      work.arguments[i] = va_arg(list, void*);
    }
    run(self, work, size, about);
    return;
  }
  // Those that the go line has no room for stay on the primary's frame, which outlives the region: as much of it as they take, since a program may nest many regions on a
  // small stack.
  const std::uint32_t padded = padded_count(count);
  auto** all = static_cast<void**>(__builtin_alloca(padded * sizeof(void*)));
  for (std::uint32_t i = 0; i < padded; ++i) {
    all[i] = i < count ? va_arg(list, void*) : nullptr;
  }
  work.arguments[0] = all;
  run(self, work, size, about);
}

MUSTER_OUT_OF_LINE void fork_told(teams::Member& self, Microtask function, std::uint32_t count, std::va_list& list,
                                  events::Caller caller) {
  const teams::observed::About about{caller, requested(self)};
  fork_as_pushed(self, [&](std::uint32_t size) { fork_with(self, function, count, list, size, &about); });
}

// The program's frame goes on in the region.
MUSTER_OUT_OF_LINE void begin_serial_told(teams::Member& self, events::Caller caller) {
  caller = events::resolve(caller);
  teams::observed::fork(self, threads::Work{}, teams::observed::kRunRegion<CallMicrotask>, 1,
                        {caller, 1, events::kTeam | events::kInvokedByProgram});
  if (teams::observed::is_in_untold()) {
    return;
  }
  events::Frame& frame = events::this_task().frame;
  frame.exit = events::frame_of_program(caller);
  frame.exit_flags = events::InRuntime::kRuntimeFrame;
}

}  // namespace

MUSTER_KMP(void, __kmpc_fork_call, (Ident* /*place*/, std::int32_t count, Microtask function, ...)) {
  teams::Member& self = runtime::current();
  std::va_list list;
  va_start(list, function);
  if (events::listening) [[unlikely]] {
    fork_told(self, function, static_cast<std::uint32_t>(count), list, MUSTER_CALLER_BY_FRAME());
  } else {
    // Two functions have it, and the usual one is to keep nothing in memory for it.
    fork_as_pushed(self, [&](std::uint32_t size) __attribute__((always_inline)) {
      fork_with(self, function, static_cast<std::uint32_t>(count), list, size, nullptr);
    });
  }
  va_end(list);
}

// The form with an if clause, which carries all arguments in one structure.
MUSTER_KMP(void, __kmpc_fork_call_if,
           (Ident* /*place*/, std::int32_t /*count*/, Microtask function, std::int32_t condition, void* arguments)) {
  teams::Member& self = runtime::current();
  threads::Work work;
  work.function = reinterpret_cast<void*>(function);
  work.arguments[0] = arguments;
  work.argument_count = arguments != nullptr ? 1 : 0;
  if (events::listening) [[unlikely]] {
    const teams::observed::About about{MUSTER_CALLER(), condition != 0 ? requested(self) : 1};
    fork_as_pushed(self, [&](std::uint32_t size) { run(self, work, condition != 0 ? size : 1, &about); });
    return;
  }
  fork_as_pushed(self, [&](std::uint32_t size) { run(self, work, condition != 0 ? size : 1, nullptr); });
}

// A region of one, which the caller runs itself between the two calls.
MUSTER_KMP(void, __kmpc_serialized_parallel, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::Member& self = runtime::current();
  self.pushed_threads = 0;
  if (events::listening) [[unlikely]] {
    begin_serial_told(self, MUSTER_CALLER());
    return;
  }
  teams::fork(self, threads::Work{}, &teams::run_region<CallMicrotask>, 1);
}
MUSTER_KMP(void, __kmpc_end_serialized_parallel, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  if (events::listening) [[unlikely]] {
    teams::observed::join(runtime::current());
    return;
  }
  teams::join(runtime::current());
}

MUSTER_KMP(void, __kmpc_push_proc_bind, (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t kind)) {
  // OpenMP 5.1 has `primary` for `master`, and Clang and Flang a number of its own for it (LLVM's OMPKinds.def).
  constexpr std::int32_t kPrimary = 5;
  const auto primary = static_cast<std::int32_t>(settings::ProcBind::primary);
  runtime::current().pushed_bind = static_cast<std::uint8_t>(kind == kPrimary ? primary : kind);
}

MUSTER_KMP(void, __kmpc_begin, (Ident* /*place*/, std::int32_t /*flags*/)) { runtime::current(); }
MUSTER_KMP(void, __kmpc_end, (Ident* /*place*/)) {}
MUSTER_KMP(std::int32_t, __kmpc_ok_to_fork, (Ident* /*place*/)) { return 1; }

MUSTER_KMP(std::int32_t, __kmpc_global_thread_num, (Ident* /*place*/)) {
  return runtime::current().thread_number_in_process;
}
MUSTER_KMP(std::int32_t, __kmpc_global_num_threads, (Ident* /*place*/)) {
  return static_cast<std::int32_t>(threads::known_count());
}
MUSTER_KMP(std::int32_t, __kmpc_bound_thread_num, (Ident* /*place*/)) {
  return static_cast<std::int32_t>(runtime::current().number);
}
MUSTER_KMP(std::int32_t, __kmpc_bound_num_threads, (Ident* /*place*/)) {
  return static_cast<std::int32_t>(runtime::current().team_size);
}
MUSTER_KMP(std::int32_t, __kmpc_in_parallel, (Ident* /*place*/)) {
  return teams::active_level(runtime::current()) > 0 ? 1 : 0;
}

}  // namespace muster::abi::kmp
