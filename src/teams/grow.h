// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making a team, and making it larger: the slow path of a fork.
#pragma once

#include <cstddef>
#include <cstdint>

#include "teams/team.h"

namespace muster::teams {

// Makes sure that parent.inner exists, has the parent's thread as its primary, and has seats for `size` threads if the system
// has that many. Returns the number of threads that a region of at most `size` can have, at least 1. Ends the program
// with a message when there is no memory for a team of one.
std::uint32_t prepare_team(Member& parent, std::uint32_t size);

// A team of one without a parent, whose member `thread` occupies. Ends the program with a message when there is no memory.
Team* make_initial_team(threads::Thread& thread);

// The board of a new team, with member 0 alone.
void provide_board(Team& team);

// The worker `thread` takes its place.
void occupy(Member& member, threads::Thread& thread);

// Memory, zeroed and aligned to a cache line, that goes with the team; null when there is none. One thread at a time.
void* add_memory(Team& team, std::size_t bytes);

// Sends the workers of an idle team and of all teams inside it to the pool and frees the memory. Null is allowed.
void destroy_team(Team* team);
// Frees the memory of a team whose workers do not exist any more (in a forked child).
void abandon_team(Team* team);

}  // namespace muster::teams
