// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_taskloop: one task a share of the iterations, each a copy of the pattern that the caller has allocated and filled.
// `duplicate(copy, pattern, is_last)`, where there is one, makes the C++ objects of a copy anew and says whether the copy has the
// loop's last iteration (for lastprivate).
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/task.h"
#include "loops/loops.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

using DuplicateFunction = void (*)(KmpTask* copy, KmpTask* pattern, std::int32_t is_last);

enum GranularityCode : std::int32_t { kNone = 0, kGrainsize = 1, kNumTasks = 2 };

// Where a task has its bounds: behind its head, wherever the compiler has put them.
struct BoundsPlace {
  std::ptrdiff_t lower;
  std::ptrdiff_t upper;
};

struct Taskloop {
  KmpTask& pattern;
  BoundsPlace bounds;
  loops::IterationSpace space;
  tasks::TaskloopClause clause;
  DuplicateFunction duplicate;
  bool if_clause;
  events::Caller caller;
};

tasks::TaskloopClause clause_of(std::int32_t code, std::uint64_t value, bool strict) {
  const tasks::Granularity kind = code == kGrainsize  ? tasks::Granularity::grainsize
                                  : code == kNumTasks ? tasks::Granularity::num_tasks
                                                      : tasks::Granularity::none;
  return {kind, strict, value};
}

std::uint64_t& bound_of(KmpTask& task, std::ptrdiff_t place) {
  return *reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::byte*>(&task) + place);
}
BoundsPlace place_in(const KmpTask& pattern, const std::uint64_t* lower, const std::uint64_t* upper) {
  const auto* start = reinterpret_cast<const std::byte*>(&pattern);
  return {reinterpret_cast<const std::byte*>(lower) - start, reinterpret_cast<const std::byte*>(upper) - start};
}

template <bool Heard>
void start_shares(teams::Member& self, const Taskloop& loop) {
  const tasks::TaskloopShares shares(loop.space.total, loop.clause, tasks::default_taskloop_tasks(self.team_size));
  if constexpr (Heard) {
    teams::observed::begin_taskloop(loop.space.total, loop.caller);
    events::emit(events::TaskConstructBegin{events::this_task(), loop.caller});
  }
  for (std::uint64_t i = 0; i < shares.tasks(); ++i) {
    const loops::Range share = shares.share(i);
    KmpTask& task = duplicate_task(self, loop.pattern);
    bound_of(task, loop.bounds.lower) = loop.space.value_at(share.first);
    bound_of(task, loop.bounds.upper) = loop.space.value_at(share.last - 1);
    if (loop.duplicate != nullptr) {
      loop.duplicate(&task, &loop.pattern, share.last == loop.space.total ? 1 : 0);
    }
    if constexpr (Heard) {
      tell_share(self, task_of(task), loop.caller, loop.if_clause, share);
    }
    start_task(self, task, loop.if_clause);
  }
  if constexpr (Heard) {
    events::emit(events::TaskConstructEnd{events::this_task(), loop.caller});
    teams::observed::end_taskloop(loop.space.total, loop.caller);
  }
}

// Clang brackets the call with __kmpc_taskgroup and passes nogroup; other callers leave the group to the runtime.
template <bool Heard>
MUSTER_OUT_OF_LINE void run(const Taskloop& loop, bool nogroup) {
  teams::Member& self = runtime::current();
  if (nogroup) {
    start_shares<Heard>(self, loop);
  } else {
    Heard ? tasks::observed::begin_group(self, loop.caller) : tasks::begin_group(self);
    start_shares<Heard>(self, loop);
    tasks::release_group(self, Heard ? tasks::observed::end_group(self, loop.caller) : tasks::end_group(self));
  }
  discard_task(self, loop.pattern);
}
// One question for the whole construct.
MUSTER_ALWAYS_INLINE void run_or_tell(Taskloop loop, bool nogroup) {
  if (events::listening) [[unlikely]] {
    loop.caller = events::resolve({});
    return run<true>(loop, nogroup);
  }
  run<false>(loop, nogroup);
}

// As signed numbers, because Clang counts an empty loop's iterations from 0 to -1 or less and leaves the test to the task.
loops::IterationSpace space_of(const std::uint64_t* lower, const std::uint64_t* upper, std::int64_t step) {
  return loops::closed<std::int64_t, std::int64_t>(static_cast<std::int64_t>(*lower), static_cast<std::int64_t>(*upper),
                                                   step);
}

}  // namespace

// `lower` and `upper` point into the pattern.
MUSTER_KMP(void, __kmpc_taskloop,
           (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* pattern, std::int32_t if_clause,
            std::uint64_t* lower, std::uint64_t* upper, std::int64_t step, std::int32_t nogroup,
            std::int32_t granularity, std::uint64_t value, DuplicateFunction duplicate)) {
  run_or_tell({*pattern, place_in(*pattern, lower, upper), space_of(lower, upper, step),
               clause_of(granularity, value, false), duplicate, if_clause != 0, MUSTER_CALLER()},
              nogroup != 0);
}

// OpenMP 5.1's, with the strict modifier. The argument's place is that of the calls in LLVM's tests of its IR builder; clang-19 does
// not make the call.
MUSTER_KMP(void, __kmpc_taskloop_5,
           (Ident* /*place*/, std::int32_t /*global_number*/, KmpTask* pattern, std::int32_t if_clause,
            std::uint64_t* lower, std::uint64_t* upper, std::int64_t step, std::int32_t nogroup,
            std::int32_t granularity, std::uint64_t value, std::int32_t strict, DuplicateFunction duplicate)) {
  run_or_tell({*pattern, place_in(*pattern, lower, upper), space_of(lower, upper, step),
               clause_of(granularity, value, strict != 0), duplicate, if_clause != 0, MUSTER_CALLER()},
              nogroup != 0);
}

}  // namespace muster::abi::kmp
