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

// Arguments beyond those that the go line has room for stay on the primary's frame, which outlives the region.
struct Arguments {
  void* values[kMostArguments];
};

void fork_with(teams::Member& self, Microtask function, std::uint32_t count, std::va_list& list, std::uint32_t size) {
  threads::Work work;
  work.function = reinterpret_cast<void*>(function);
  work.argument_count = count;
  if (count <= threads::Work::kInlineArguments) {
    for (std::uint32_t i = 0; i < count; ++i) {
      work.arguments[i] = va_arg(list, void*);
    }
    teams::parallel<CallMicrotask>(self, work, size);
    return;
  }
  Arguments all;
  const std::uint32_t padded = padded_count(count);
  for (std::uint32_t i = 0; i < padded; ++i) {
    all.values[i] = i < count ? va_arg(list, void*) : nullptr;
  }
  work.arguments[0] = all.values;
  teams::parallel<CallMicrotask>(self, work, size);
}

}  // namespace

MUSTER_KMP(void, __kmpc_fork_call, (Ident* /*place*/, std::int32_t count, Microtask function, ...)) {
  teams::Member& self = runtime::current();
  std::va_list list;
  va_start(list, function);
  fork_as_pushed(self,
                 [&](std::uint32_t size) { fork_with(self, function, static_cast<std::uint32_t>(count), list, size); });
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
  fork_as_pushed(self,
                 [&](std::uint32_t size) { teams::parallel<CallMicrotask>(self, work, condition != 0 ? size : 1); });
}

// A region of one, which the caller runs itself between the two calls.
MUSTER_KMP(void, __kmpc_serialized_parallel, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::Member& self = runtime::current();
  self.pushed_threads = 0;
  teams::fork(self, threads::Work{}, &teams::run_region<CallMicrotask>, 1);
}
MUSTER_KMP(void, __kmpc_end_serialized_parallel, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  teams::join(runtime::current());
}

MUSTER_KMP(void, __kmpc_push_proc_bind, (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t kind)) {
  runtime::current().pushed_bind = static_cast<std::uint8_t>(kind);
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
