// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which place a thread of a team gets, and which part of the places its own teams share (OpenMP 5.2, 10.1.3). Each thread works
// out its own answer from a few numbers that its team shares: nobody hands out places.
//
//   place      a set of CPUs; the process has one list of them
//   partition  a run of consecutive places of the list (place-partition-var); its end is followed by its beginning
#pragma once

#include <cstdint>

#include "settings/settings.h"

namespace muster::affinity {

// `none`: threads stay where they are. The last three are those of GOMP_CPU_AFFINITY and KMP_AFFINITY.
enum class Policy : std::uint8_t {
  none,
  primary,    // all on the primary thread's place
  close,      // consecutive places from the primary's on
  spread,     // a part of the partition for each thread
  in_turn,    // thread after thread the next place, over and over
  by_number,  // by the thread's number in the process
  balanced,   // cores first, and neighbours on one core when there are more threads
};

// Place numbers fit 16 bits: there are no more places than CPUs that the kernel can have.
inline constexpr std::uint16_t kNoPlace = 0xffff;

struct Partition {
  std::uint16_t first = 0;
  std::uint16_t count = 0;

  friend constexpr bool operator==(const Partition&, const Partition&) = default;
};

// What the threads of a team go by. Small, because it is compared at each fork.
struct TeamBinding {
  Policy policy = Policy::none;
  std::uint16_t primary_place = kNoPlace;
  Partition partition;  // of the primary's parent

  friend constexpr bool operator==(const TeamBinding&, const TeamBinding&) = default;
};
static_assert(sizeof(TeamBinding) == 8);

struct Assignment {
  std::uint16_t place = kNoPlace;
  Partition partition;

  friend constexpr bool operator==(const Assignment&, const Assignment&) = default;
};

struct ThreadInTeam {
  std::uint32_t team_size;
  std::uint32_t number;             // in the team
  std::uint32_t number_in_process;  // for Policy::by_number
};

// What by_number and balanced need to know of the list.
struct ListShape {
  std::uint32_t places = 0;
  std::uint32_t offset = 0;
  std::uint32_t threads_per_core = 1;  // consecutive places that are one core
};

// The primary thread, number 0, always stays on its place. Where the specification leaves it open which places get one thread
// more, those next to the primary do; threads on one place have consecutive numbers. `binding` has a policy other than none, a
// primary place inside its partition, and a partition that is not empty. Pure.
Assignment assign(const TeamBinding& binding, const ThreadInTeam& thread, const ListShape& list);

// The number of the thread in a slot of the team, which stays in its slot while the team's size changes. Threads that share places
// are dealt to them in turn, by slot, and then numbered along the places: so they stay where they are whatever the team's size.
// Else the two are equal, and slot 0 always has number 0. One to one over the slots below `team_size`. Pure.
//
//   close, two places    2 threads   place 0: slot 0 number 0          place 1: slot 1 number 1
//                        4 threads   place 0: slots 0, 2 numbers 0, 1  place 1: slots 1, 3 numbers 2, 3
std::uint32_t number_of_slot(const TeamBinding& binding, std::uint32_t team_size, std::uint32_t slot);

// So many slots, counted from 0, have on each place of the partition at least `each` threads, or all that the team has there: what the places of a team tell is
// told by these, however large a team the user has asked for. Pure.
std::uint32_t telling_slots(const TeamBinding& binding, std::uint32_t team_size, std::uint32_t each);

}  // namespace muster::affinity
