// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/team_size.h"

#include <algorithm>
#include <limits>

#include "base/base.h"

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
  return icvs.num_threads_count != 0 ? static_cast<std::uint32_t>(icvs.num_threads[0]) : default_team_size();
}

std::uint32_t usual_team_size() {
  const settings::Icvs& icvs = conditions.initial_icvs;
  const std::uint32_t wanted =
      icvs.num_threads_count != 0 ? static_cast<std::uint32_t>(icvs.num_threads[0]) : default_team_size();
  return std::min(wanted, static_cast<std::uint32_t>(icvs.thread_limit));
}

namespace {

// The arguments are where choose_team_size() has them, so that the way here is a jump.
[[gnu::noinline]] std::uint32_t within_limits(const Member& parent, std::uint32_t size, const settings::Icvs& icvs) {
  // The initial team has no parent and is at active level 0, which needs no walk.
  const std::uint32_t active = parent.team->header.parent == nullptr ? 0 : active_level(parent);
  if (active >= static_cast<std::uint32_t>(icvs.max_active_levels)) {
    return 1;
  }
  if (size < kMaxTeamSize) [[likely]] {
    return size;
  }
  // GCC's code hands a negative number of the clause over as a large one. It counts as none, as in Clang's code.
  constexpr std::uint32_t kMostPositive = std::numeric_limits<std::int32_t>::max();
  return std::min(size > kMostPositive ? requested_team_size(parent, 0) : size, kMaxTeamSize);
}

MUSTER_NOINLINE std::uint32_t followed_size(const Member& parent, std::uint32_t size, const settings::Icvs& icvs) {
  const std::uint32_t possible = within_limits(parent, size, icvs);
  return possible <= 1 || conditions.followed_team_size == nullptr ? possible : conditions.followed_team_size();
}

}  // namespace

// A size that somebody has named is kept also where dyn-var is true: the specification allows fewer threads there, and does not ask for
// them.
std::uint32_t choose_team_size(const Member& parent, std::uint32_t requested) {
  const settings::Icvs& icvs = *parent.icvs;
  if (requested == 0) {
    if (icvs.num_threads_count == 0) {
      std::uint32_t size = conditions.default_team_size.load_relaxed();
      if (size <= 1) {
        size = default_team_size();
        if (size <= 1) {
          return 1;
        }
      }
      return icvs.dynamic ? followed_size(parent, size, icvs) : within_limits(parent, size, icvs);
    }
    requested = static_cast<std::uint32_t>(icvs.num_threads[0]);
  }
  return requested <= 1 ? 1 : within_limits(parent, requested, icvs);
}

}  // namespace muster::teams
