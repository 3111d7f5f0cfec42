// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers: threads that run target tasks of Clang-built code (libomp calls them hidden helpers), so that these go on while the thread
// that met the construct does something else. They are roots (root.h) that nobody but the queue here gives work.
//
// A program without such tasks has none. The first such task starts the first one, or all when the user has said how many; others
// follow while tasks wait and nobody idles. A helper that has nothing to do sleeps. One lock guards all of it: a target task is worth
// more than that.
//
// I1  A task that a helper makes, or a thread of a region that a helper forked, is not handed over: helpers never wait for helpers.
// I2  A helper is named in its slot, with the task that it runs, until the task is complete and nobody can be waiting for it.
#pragma once

#include "teams/team.h"

namespace muster::teams {

struct HelperSettings {
  std::uint32_t most = 0;    // 0: there are no helpers
  bool all_at_once = false;  // with the first task, not as they are needed
};
// Once at start.
void set_helpers(const HelperSettings& settings);
inline constexpr std::uint32_t kMostHelpers = 16;
// libomp, whose first helper thread takes no tasks, numbers from here the ones that do.
inline constexpr std::int32_t kFirstHelper = 2;

// Whether a task that the member makes now may be handed over. Starts the first helper.
bool has_helpers_for(const Member& member);

// Waits until helpers have no task, waiting or running, of that board.
void await_helpers(const tasks::Board& board);
// Ends the helpers when they have run what there is. By a helper: does nothing.
void stop_helpers();

// fork(): nobody completes a task meanwhile. The child has no helpers, and what was handed over is taken for complete: the parent's
// helpers run it.
void lock_helpers_for_fork();
void unlock_helpers_after_fork();
void reset_helpers_after_fork();

}  // namespace muster::teams
