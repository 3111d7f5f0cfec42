// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation (OpenMP 5.2, 11.2), only with cancel-var true.
//
// A region: the member that cancels says so in the board of the team's tasks, with the number of barriers that it has passed. All waits of the
// members end at once, and each goes to the join, by that number plus one. A barrier that is no cancellation point, as that of copyprivate, lets
// them go on, so they may be any number of barriers ahead, and what they make there has the phase of any. Tasks that have not begun are
// completed without being run; the join waits for both phases. When all have joined, the barriers start anew behind the last one that any
// member has come to, and the counts of constructs with them.
//
// Data of copyprivate are on the stack of the thread that gives them, so the members that come to the construct after all meet there before
// they copy and after it, without those that have left (regions/remaining.h). The thread that runs the block cannot leave from inside of it.
// If a member ends a region without having been told, all have passed the same barriers, and nobody waits for it in a meeting.
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

// Where the region is cancelled: between the two barriers of a single construct with copyprivate, when the data are given and the others want
// them; and at the second one.
void begin_copies(Member& self);
void end_copies(Member& self);

// A barrier that is a cancellation point: true if the caller is to leave the region.
inline bool barrier_or_cancelled(Member& self) {
  if (!tasks::cancellation) [[likely]] {
    barrier(self);
    return false;
  }
  if (!is_cancelled(self, Cancellable::region)) {
    barrier(self);
  }
  if (is_cancelled(self, Cancellable::region)) {
    end_copies(self);
    return true;
  }
  return false;
}

// At the start of a region, and before its join, by each member.
void allow_cancellation(Member& self);
void prepare_join(Member& self);
// By the primary when all have joined a region that was cancelled.
void recover(Team& team);

}  // namespace muster::teams
