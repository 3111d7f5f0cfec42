// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lending: where dyn-var is true, a team that rests offers its workers. Another thread of the program that needs some takes them instead of making new
// ones, and the reaper takes them when nobody has needed them for long. Values of threadprivate variables need not persist there (OpenMP 5.2, 5.2).
//
// A team that lends has no seats as its primary sees it (Team::Primary::seats), so its next fork comes by prepare_team(), and the fork of a team that
// does not lend knows nothing of all this.
#pragma once

#include <cstdint>

#include "teams/team.h"

namespace muster::teams {

// Sets dyn-var of the calling task. A hot team learns of it here, as its fork does not look.
void set_dynamic(Member& self, bool dynamic);

// By the primary of a team that has workers, at the end of a region. A team that lends for the first time is noted.
void lend_workers(Team& team);
// By the primary, or by the thread that is about to free the team: has them back, as many as are left.
void hold_workers(Team& team);
// Before the team is freed.
void forget_lending(Team& team);

// Teams that have rested for so long give up their workers, which are free then. `enough`: until so many have come. Thread-safe.
void give_up_resting(std::uint64_t now_ns, std::uint64_t rested_ns, std::uint32_t enough);

// A team that rests may be robbed by others after this time, in nanoseconds. Taking its workers costs the team some 100 us of its next region (two
// switches of each worker, or a new thread), so it loses a thousandth of its time at most.
inline constexpr std::uint64_t kRestsBeforeOthersTake_ns = 100'000'000;

void lock_lending_for_fork();
void unlock_lending_after_fork();
// In a forked child, where there are no workers: nobody lends.
void reset_lending_after_fork();

}  // namespace muster::teams
