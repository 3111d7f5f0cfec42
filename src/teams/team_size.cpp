// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/team_size.h"

namespace muster::teams {

std::uint32_t active_level(const Member& member) {
  std::uint32_t level = 0;
  for (const Member* ancestor = &member; ancestor != nullptr; ancestor = ancestor->team->header.parent) {
    level += ancestor->team_size > 1 ? 1 : 0;
  }
  return level;
}

std::uint32_t requested_team_size(const Member& parent, std::uint32_t clause) {
  if (clause != 0) {
    return clause;
  }
  const settings::Icvs& icvs = *parent.icvs;
  return icvs.num_threads_count != 0 ? static_cast<std::uint32_t>(icvs.num_threads[0]) : conditions.default_team_size;
}

std::uint32_t choose_team_size(const Member& parent, std::uint32_t requested) {
  const settings::Icvs& icvs = *parent.icvs;
  std::uint32_t size = requested_team_size(parent, requested);
  if (size <= 1) {
    return 1;
  }
  // The initial team has no parent and is at active level 0, which needs no walk.
  const std::uint32_t active = parent.team->header.parent == nullptr ? 0 : active_level(parent);
  if (active >= static_cast<std::uint32_t>(icvs.max_active_levels)) {
    return 1;
  }
  if (icvs.dynamic && size > conditions.default_team_size) {
    size = conditions.default_team_size;
  }
  return size < kMaxTeamSize ? size : kMaxTeamSize;
}

}  // namespace muster::teams
