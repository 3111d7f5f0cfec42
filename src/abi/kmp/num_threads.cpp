// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_push_num_threads and its forms with a list of numbers and with `strict`.
#include "abi/kmp/num_threads.h"

#include <algorithm>

#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/omp/report.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// The severity clause, as Clang passes it: 1 warning, 2 fatal.
constexpr std::int32_t kFatal = 2;

// In pushed_threads: see OnDemand::pushed_clause.
constexpr std::int32_t kClause = -1;

void push_list(std::uint32_t length, const std::int32_t* list) {
  teams::Member& self = runtime::current();
  teams::PushedClause& clause = self.on_demand->pushed_clause;
  clause = {};
  clause.count = static_cast<std::uint8_t>(std::min<std::uint32_t>(length, settings::kMaxListLevels));
  std::copy_n(list, clause.count, clause.list);
  self.pushed_threads = clause.count != 0 ? kClause : 0;
}

void make_strict(std::int32_t severity, const char* message) {
  teams::PushedClause& clause = runtime::current().on_demand->pushed_clause;
  clause.strict = true;
  clause.fatal = severity == kFatal;
  clause.message = message;
}

}  // namespace

NumThreadsClause take_clause(teams::Member& self) {
  const teams::PushedClause& pushed = self.on_demand->pushed_clause;
  const auto asked = static_cast<std::uint32_t>(std::max(pushed.list[0], 1));
  NumThreadsClause clause;
  clause.size = teams::choose_team_size(self, asked);
  const auto limit = static_cast<std::uint32_t>(self.icvs->thread_limit);
  if (pushed.strict && std::min(clause.size, limit) < asked) {
    report_fewer_than_strict(pushed.fatal, pushed.message);
  }
  clause.displaced = self.icvs;
  clause.own = *self.own_icvs;
  if (pushed.count > 1) {
    settings::Icvs& icvs = teams::writable_icvs(self);
    std::copy_n(pushed.list, pushed.count, icvs.num_threads);
    icvs.num_threads_count = pushed.count;
  }
  return clause;
}

void give_back(teams::Member& self, const NumThreadsClause& clause) {
  self.icvs = clause.displaced;
  *self.own_icvs = clause.own;
}

MUSTER_KMP(void, __kmpc_push_num_threads, (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t threads)) {
  runtime::current().pushed_threads = std::max(threads, 0);
}
MUSTER_KMP(void, __kmpc_pop_num_threads, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  runtime::current().pushed_threads = 0;
}
MUSTER_KMP(void, __kmpc_push_num_threads_list,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::uint32_t length, const std::int32_t* list)) {
  push_list(length, list);
}
MUSTER_KMP(void, __kmpc_push_num_threads_strict,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t threads, std::int32_t severity,
            const char* message)) {
  push_list(1, &threads);
  make_strict(severity, message);
}
MUSTER_KMP(void, __kmpc_push_num_threads_list_strict,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::uint32_t length, const std::int32_t* list,
            std::int32_t severity, const char* message)) {
  push_list(length, list);
  make_strict(severity, message);
}

}  // namespace muster::abi::kmp
