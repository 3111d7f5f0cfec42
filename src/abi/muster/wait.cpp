// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// muster_version and muster_get_wait (include/muster.h): which runtime this is, and for how long its threads spin.
#include <errno.h>
#include <muster.h>

#include "abi/exports/export.h"
#include "abi/muster/answer.h"
#include "runtime/runtime.h"

namespace muster::abi::own {
namespace {

static_assert(MUSTER_FOREVER_NS == waiting::kForever);

muster_wait_policy policy_of(const runtime::Blocktime& blocktime) {
  if (blocktime.adapts) {
    return MUSTER_WAIT_ADAPTIVE;
  }
  if (blocktime.longest_ns == waiting::kForever) {
    return MUSTER_WAIT_ACTIVE;
  }
  return blocktime.longest_ns == 0 ? MUSTER_WAIT_PASSIVE : MUSTER_WAIT_FIXED;
}

}  // namespace

MUSTER_OWN(std::uint32_t, muster_version, ()) {
  return 10'000 * MUSTER_VERSION_MAJOR + 100 * MUSTER_VERSION_MINOR + MUSTER_VERSION_PATCH;
}

MUSTER_OWN(int, muster_get_wait, (muster_wait * wait, std::size_t size)) {
  if (wait == nullptr || size == 0) {
    return EINVAL;
  }
  const runtime::Blocktime blocktime = runtime::blocktime();
  muster_wait answer = {};
  answer.policy = policy_of(blocktime);
  answer.is_set = blocktime.set_by.empty() ? 0 : 1;
  answer.longest_spin_barrier_ns = blocktime.longest_ns;
  answer.longest_spin_idle_ns = blocktime.longest_ns;
  copy_name(answer.set_by, blocktime.set_by);
  give(wait, size, answer);
  return 0;
}

}  // namespace muster::abi::own
