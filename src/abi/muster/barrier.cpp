// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// muster_get_barrier (include/muster.h): which barrier a team would use, and why.
#include <errno.h>
#include <muster.h>

#include "abi/exports/export.h"
#include "abi/muster/answer.h"
#include "runtime/runtime.h"

namespace muster::abi::own {
namespace {

using barriers::DecidedBy;
using barriers::Placement;
using barriers::Use;

constexpr bool is(Use use, muster_barrier_use number) { return static_cast<int>(use) == static_cast<int>(number); }
static_assert(is(Use::plain, MUSTER_BARRIER_PLAIN) && is(Use::fork_join, MUSTER_BARRIER_FORK_JOIN) &&
              is(Use::reduction, MUSTER_BARRIER_REDUCTION) && barriers::kUses == 3);

constexpr bool is(DecidedBy by, muster_decided_by number) { return static_cast<int>(by) == static_cast<int>(number); }
static_assert(is(DecidedBy::user, MUSTER_BY_USER) && is(DecidedBy::profile, MUSTER_BY_PROFILE) &&
              is(DecidedBy::rule, MUSTER_BY_RULE) && is(DecidedBy::observation, MUSTER_BY_OBSERVATION));

constexpr bool is(Placement placement, muster_placement number) {
  return static_cast<int>(placement) == static_cast<int>(number);
}
static_assert(is(Placement::unbound, MUSTER_UNBOUND) && is(Placement::close, MUSTER_CLOSE) &&
              is(Placement::spread, MUSTER_SPREAD));

}  // namespace

MUSTER_OWN(int, muster_get_barrier,
           (std::uint32_t use, std::uint32_t threads, muster_barrier* barrier, std::size_t size)) {
  if (barrier == nullptr || size == 0 || use >= barriers::kUses || threads > teams::kMaxTeamSize) {
    return EINVAL;
  }
  const runtime::BarrierChoice chosen = runtime::barrier_for(static_cast<Use>(use), threads);
  muster_barrier answer = {};
  answer.decided_by = static_cast<std::uint32_t>(chosen.choice.decided_by);
  answer.threads = chosen.threads;
  copy_name(answer.gather, chosen.choice.pattern.gather);
  copy_name(answer.release, chosen.choice.pattern.release);
  answer.reason = chosen.choice.reason;
  answer.placement = static_cast<std::uint32_t>(chosen.placement);
  give(barrier, size, answer);
  return 0;
}

}  // namespace muster::abi::own
