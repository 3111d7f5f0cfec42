// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation (OpenMP 5.2, 11.2), only with cancel-var true.
//
// A region: the member that cancels says so in the board of the team's tasks, with the number of barriers that it has passed. All waits of the
// members end at once, and each goes to the join, by that number plus one: a member that is one barrier ahead or behind is told. Tasks that
// have not begun are completed without being run. When all have joined, the barriers start anew and the counts of constructs
// with them.
// A worksharing construct: it is told apart by the number of barriers before it, because a construct that is cancelled ends in one.
#pragma once

#include "teams/barrier.h"
#include "teams/team.h"

namespace muster::teams {

enum class Cancellable : std::uint8_t { region, worksharing, taskgroup, nothing };

// A cancel construct. True if the caller is to leave the construct.
bool cancel(Member& self, Cancellable construct);
// A cancellation point. The same.
bool is_cancelled(const Member& self, Cancellable construct);

// A barrier that is a cancellation point: true if the caller is to leave the region.
inline bool barrier_or_cancelled(Member& self) {
  if (!tasks::cancellation) [[likely]] {
    barrier(self);
    return false;
  }
  if (!is_cancelled(self, Cancellable::region)) {
    barrier(self);
  }
  return is_cancelled(self, Cancellable::region);
}

// At the start of a region, and before its join, by each member.
void allow_cancellation(Member& self);
void prepare_join(Member& self);
// By the primary when all have joined a region that was cancelled.
void recover(Team& team);

}  // namespace muster::teams
