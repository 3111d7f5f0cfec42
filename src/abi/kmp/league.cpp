// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// teams for Clang: __kmpc_push_num_teams with the clauses, then __kmpc_fork_teams, which calls the outlined function as a region's.
#include <cstdarg>

#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/microtask.h"
#include "abi/omp/league_region.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {

// A clause that is not there is 0.
MUSTER_KMP(void, __kmpc_push_num_teams,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*num_teams*/, std::int32_t thread_limit)) {
  runtime::current().pushed_thread_limit = thread_limit;
}
// With a lower bound, which a league of one team does not meet if it is above 1.
MUSTER_KMP(void, __kmpc_push_num_teams_51,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*lower*/, std::int32_t /*upper*/,
            std::int32_t thread_limit)) {
  runtime::current().pushed_thread_limit = thread_limit;
}

MUSTER_KMP(void, __kmpc_fork_teams, (Ident* /*place*/, std::int32_t count, Microtask function, ...)) {
  teams::Member& self = runtime::current();
  const std::int32_t thread_limit = self.pushed_thread_limit;
  self.pushed_thread_limit = 0;
  void* arguments[kMostArguments];
  const auto given = static_cast<std::uint32_t>(count);
  std::va_list list;
  va_start(list, function);
  for (std::uint32_t i = 0; i < padded_count(given); ++i) {
    arguments[i] = i < given ? va_arg(list, void*) : nullptr;
  }
  va_end(list);
  run_league(self, thread_limit, [&] {
    std::int32_t team_number = 0;
    call_microtask(function, &self.thread_number_in_process, &team_number, arguments, given);
  });
}

// target thread_limit(...) on the host, called at the start of a task of its own, whose ICVs go with it.
MUSTER_KMP(void, __kmpc_set_thread_limit,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t thread_limit)) {
  if (thread_limit > 0) {
    teams::writable_icvs(runtime::current()).thread_limit = thread_limit;
  }
}

}  // namespace muster::abi::kmp
