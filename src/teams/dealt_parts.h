// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which thread has which part of a loop, of sections or of a single construct while the race checker wants things dealt (tasks/dealing.h). The parts go
// to threads in turn, and each construct begins one thread further: where two of them follow one another without a barrier, equal parts
// are of different threads, and the first construct's first part is not the primary thread's, which has the first block of a static loop. Each time around
// they begin somewhere else, as what programs do in equal steps would be one thread's.
#pragma once

#include "tasks/tasks.h"
#include "teams/member.h"

namespace muster::teams {

// Every member meets the construct.
inline void meet_dealt(Member& self) { ++self.counts.dealt; }
// Which of so many parts as there are members is this one's, the `round`th time around.
inline std::uint32_t dealt_part(const Member& self, std::uint64_t round) {
  // Multiplicative hashing (Knuth): 0 is 0.
  const std::uint64_t further = (round * 0x9E3779B97F4A7C15U) >> 32U;
  return static_cast<std::uint32_t>((self.number + self.counts.dealt + tasks::dealing_seed + further) % self.team_size);
}

}  // namespace muster::teams
