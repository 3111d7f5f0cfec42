// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which thread has which part of a loop, of sections or of a single construct while the race checker wants things dealt (tasks/dealing.h). The parts go
// to threads in turn, and each construct begins one thread further: where two of them follow one another without a barrier, equal parts
// are of different threads, and the first construct's first part is not the primary thread's, which has the first block of a static loop.
#pragma once

#include "tasks/tasks.h"
#include "teams/member.h"

namespace muster::teams {

// Every member meets the construct.
inline void meet_dealt(Member& self) { ++self.counts.dealt; }
// The first of the member's parts, of which it has each team_size'th one.
inline std::uint32_t first_dealt_part(const Member& self) {
  return static_cast<std::uint32_t>((self.number + self.counts.dealt + tasks::dealing_seed) % self.team_size);
}

}  // namespace muster::teams
