// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that a worksharing construct needs once for the whole team: GCC asks for it with a size.
#pragma once

#include <cstddef>

#include "teams/team.h"

namespace muster::teams {

// Zeroed, aligned to a cache line or to `alignment`, a power of two, if that is more. All members of the team must call it with the
// same arguments, and get the same address, which is theirs until the team's next call; in a region that is cancelled each its own, until the
// region ends. Contains barriers. Ends the program with a message when there is no memory.
void* shared_memory(Member& self, std::size_t bytes, std::size_t alignment = base::kCacheLineBytes);

// All members, directly afterwards: the memory stays theirs until release_memory(), whatever constructs come inside this one.
inline void keep_memory(Member& self) { ++self.counts.kept_memories; }
// Behind a barrier after the last use.
inline void release_memory(Member& self) { --self.counts.kept_memories; }

// By the primary when all have joined a region that was cancelled.
void give_own_memory_back(Team& team);

}  // namespace muster::teams
