// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_for_static_init_*: a thread's share of a statically scheduled loop. Bounds are inclusive and are replaced in place.
#include "abi/exports/export.h"
#include "abi/kmp/doacross.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/static_loop.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

events::WorkKind kind_of(const Ident* place, std::int32_t code) {
  const std::int32_t flags = place != nullptr ? place->flags : 0;
  if (code == kDistributeStatic || code == kDistributeStaticChunked || (flags & kDistribute) != 0) {
    return events::WorkKind::distribute;
  }
  return (flags & kSections) != 0 ? events::WorkKind::sections : events::WorkKind::loop_static;
}

// `total`: iterations of the whole loop; the bounds are the member's share of it by now.
template <class T, class Step>
MUSTER_ALWAYS_INLINE void tell(const Ident* place, std::int32_t code, std::uint64_t total, T first, const T* lower,
                               const T* upper, Step step, events::Caller caller) {
  teams::Member& self = runtime::current();
  teams::observed::begin_work(self, kind_of(place, code), total, caller);
  const loops::IterationSpace share = loops::closed<T, Step>(*lower, *upper, step);
  if (share.total != 0) {
    const std::uint64_t before = loops::closed<T, Step>(first, *lower, step).total - 1;
    teams::observed::dispatch(self, {before, before + share.total});
  }
}

template <class T, class Step>
MUSTER_ALWAYS_INLINE void init(std::int32_t raw, const StaticLoop<T, Step>& loop, Step step, Step chunk) {
  const teams::Member& self = runtime::current();
  const std::int32_t code = decode(raw).code;
  if (code == kDistributeStatic || code == kDistributeStaticChunked) {
    loop.divide(code == kDistributeStatic ? kStatic : kStaticChunked, step, chunk, of_teams(self));
    return;
  }
  loop.divide(code, step, chunk, of_threads(self));
}

// Where somebody listens, or there are nests with dependences in the program.
template <class T, class Step>
MUSTER_OUT_OF_LINE void init_watched(const Ident* place, std::int32_t raw, const StaticLoop<T, Step>& loop, Step step,
                                     Step chunk, events::Caller entry) {
  const T first = *loop.lower;
  const std::uint64_t total = loops::closed<T, Step>(first, *loop.upper, step).total;
  if (teams::Member& self = runtime::current(); self.next_loop_in_order) {
    start_announced_nest(self, total);
  }
  init<T, Step>(raw, loop, step, chunk);
  if (events::listening) {
    tell<T, Step>(place, decode(raw).code, total, first, loop.lower, loop.upper, step,
                  events::caller_at(entry.code, entry.frame));
  }
}

MUSTER_OUT_OF_LINE void end_work_told() { teams::observed::end_work(runtime::current(), events::resolve({})); }

}  // namespace

#define MUSTER_STATIC_INIT(suffix, T, Step)                                                                          \
  MUSTER_KMP(void, __kmpc_for_static_init_##suffix,                                                                  \
             (Ident * place, std::int32_t /*global_number*/, std::int32_t schedule, std::int32_t* is_last, T* lower, \
              T* upper, Step* stride, Step step, Step chunk)) {                                                      \
    if (teams::static_loops_are_watched.load_relaxed() != 0) [[unlikely]] {                                          \
      init_watched<T, Step>(place, schedule, {is_last, lower, upper, stride}, step, chunk, MUSTER_ENTRY());          \
      return;                                                                                                        \
    }                                                                                                                \
    init<T, Step>(schedule, {is_last, lower, upper, stride}, step, chunk);                                           \
  }

MUSTER_STATIC_INIT(4, std::int32_t, std::int32_t)
MUSTER_STATIC_INIT(4u, std::uint32_t, std::int32_t)
MUSTER_STATIC_INIT(8, std::int64_t, std::int64_t)
MUSTER_STATIC_INIT(8u, std::uint64_t, std::int64_t)

MUSTER_KMP(void, __kmpc_for_static_fini, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  if (events::listening) [[unlikely]] {
    end_work_told();
  }
}

}  // namespace muster::abi::kmp
