// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the members of a team leave word of the barriers and worksharing constructs that they meet. All have to meet the same ones in the same
// order (OpenMP 5.2, 11, restrictions to worksharing, and 15.3.1).
#pragma once

#include <cstddef>

#include "misuse/notes.h"

namespace muster::misuse {

// What a member has met: the `number`-th of its kind, counted from 1; 0: nothing.
struct Met {
  std::uint64_t number = 0;
  std::uint32_t what = 0;
  std::uint64_t count = 0;
  std::uint32_t member = 0;
  events::Caller caller;
};

struct Meeting {
  // A member passes a barrier when all have met it, so that two are under way at most.
  static constexpr std::size_t kBarriers = 4;
  // Without barriers between them a member may be any number of constructs ahead. Those further back than this are not compared.
  static constexpr std::size_t kWorks = 64;

  // The region, and its implicit tasks that have not ended.
  std::uint32_t users = 1;
  std::uint32_t size = 0;
  bool cancelled = false;
  bool told = false;
  Met barriers[kBarriers];
  Met works[kWorks];
  // The first member that ended, and how many worksharing constructs it had met.
  bool has_ended = false;
  std::uint32_t ended_member = 0;
  std::uint64_t ended_works = 0;
};

}  // namespace muster::misuse
