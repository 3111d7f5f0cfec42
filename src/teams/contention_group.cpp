// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/contention_group.h"

namespace muster::teams {
namespace {

Native::Atomic<std::uint32_t>& group_threads(Team& team) {
  Team* initial = &team;
  while (initial->header.parent != nullptr) {
    initial = initial->header.parent->team;
  }
  return initial->group_threads;
}

}  // namespace

std::uint32_t enter_contention_group(Team& team, const Member& parent, std::uint32_t size) {
  Native::Atomic<std::uint32_t>& threads = group_threads(team);
  const auto limit = static_cast<std::uint32_t>(parent.icvs->thread_limit);
  std::uint32_t busy = threads.load_relaxed();
  for (;;) {
    const std::uint32_t available = busy < limit ? limit - busy + 1 : 1;
    const std::uint32_t granted = size < available ? size : available;
    if (threads.compare_exchange_relaxed(busy, busy + granted - 1)) {
      team.primary.group_threads_added = granted - 1;
      team.primary.chores |= kLeaveContentionGroup;
      return granted;
    }
  }
}

void leave_contention_group(Team& team) {
  group_threads(team).fetch_add_relaxed(0U - team.primary.group_threads_added);
  team.primary.group_threads_added = 0;
}

}  // namespace muster::teams
