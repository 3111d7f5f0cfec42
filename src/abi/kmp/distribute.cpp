// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// distribute, and distribute combined with a loop, in one call: Clang emits two static_init calls instead; Intel's compilers use
// these, which LLVM documents at openmp.llvm.org (group "Work sharing").
#include "abi/exports/export.h"
#include "abi/kmp/dispatch.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/static_loop.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// Where a first chunk reaches beyond the end.
template <class T, class Step>
void cut(T* upper, T end, Step step) {
  if (step > 0 ? *upper > end : *upper < end) {
    *upper = end;
  }
}

// The team's block of the loop, then the thread's share of that. `team_upper` is where the team's block ends.
template <class T, class Step>
void divide_twice(std::int32_t schedule, const StaticLoop<T, Step>& loop, T* team_upper, Step step, Step chunk) {
  const teams::Member& self = runtime::current();
  std::int32_t team_has_last = 0;
  StaticLoop<T, Step>{&team_has_last, loop.lower, loop.upper, loop.stride}.divide(kStatic, step, Step{0},
                                                                                  of_teams(self));
  *team_upper = *loop.upper;
  loop.divide(decode(schedule).code, step, chunk, of_threads(self));
  const bool is_empty = step > 0 ? *loop.lower > *loop.upper : *loop.lower < *loop.upper;
  if (!is_empty) {
    cut(loop.upper, *team_upper, step);
  }
  if (loop.is_last != nullptr && team_has_last == 0) {
    *loop.is_last = 0;
  }
}

// Chunks go to the teams in turn; here the last one is cut.
template <class T, class Step>
void divide_among_teams(const StaticLoop<T, Step>& loop, Step step, Step chunk) {
  const T end = *loop.upper;
  loop.divide(kStaticChunked, step, chunk >= 1 ? chunk : Step{1}, of_teams(runtime::current()));
  const bool is_empty = step > 0 ? *loop.lower > *loop.upper : *loop.lower < *loop.upper;
  if (!is_empty) {
    cut(loop.upper, end, step);
  }
}

template <class T, class Step>
MUSTER_ALWAYS_INLINE void dispatch_in_team(std::int32_t schedule, std::int32_t* is_last, T lower, T upper, Step step,
                                           Step chunk, events::Caller caller) {
  teams::Member& self = runtime::current();
  Step stride = 0;
  StaticLoop<T, Step>{is_last, &lower, &upper, &stride}.divide(kStatic, step, Step{0}, of_teams(self));
  start_dispatch<T, Step>(self, schedule, lower, upper, step, chunk, caller);
}

}  // namespace

#define MUSTER_DISTRIBUTE(suffix, T, Step)                                                                             \
  MUSTER_KMP(void, __kmpc_dist_for_static_init_##suffix,                                                               \
             (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t schedule, std::int32_t* is_last,          \
              T* lower, T* upper, T* team_upper, Step* stride, Step step, Step chunk)) {                               \
    divide_twice<T, Step>(schedule, {is_last, lower, upper, stride}, team_upper, step, chunk);                         \
  }                                                                                                                    \
  MUSTER_KMP(void, __kmpc_team_static_init_##suffix,                                                                   \
             (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t* is_last, T* lower, T* upper,             \
              Step* stride, Step step, Step chunk)) {                                                                  \
    divide_among_teams<T, Step>({is_last, lower, upper, stride}, step, chunk);                                         \
  }                                                                                                                    \
  MUSTER_KMP(void, __kmpc_dist_dispatch_init_##suffix,                                                                 \
             (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t schedule, std::int32_t* is_last, T lower, \
              T upper, Step step, Step chunk)) {                                                                       \
    dispatch_in_team<T, Step>(schedule, is_last, lower, upper, step, chunk, MUSTER_CALLER());                          \
  }

MUSTER_DISTRIBUTE(4, std::int32_t, std::int32_t)
MUSTER_DISTRIBUTE(4u, std::uint32_t, std::int32_t)
MUSTER_DISTRIBUTE(8, std::int64_t, std::int64_t)
MUSTER_DISTRIBUTE(8u, std::uint64_t, std::int64_t)

MUSTER_KMP(void, __kmpc_dist_for_static_fini, (Ident* /*place*/, std::int32_t /*global_number*/)) {}

}  // namespace muster::abi::kmp
