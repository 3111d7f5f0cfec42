// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nest with cross-iteration dependences as Clang-built code announces it, a call before that of its worksharing loop.
#pragma once

#include <cstdint>

#include "teams/teams.h"

namespace muster::abi::kmp {

// By the worksharing loop that deals out `total` iterations, for which self.next_loop_in_order is set. Contains barriers.
void start_announced_nest(teams::Member& self, std::uint64_t total);

}  // namespace muster::abi::kmp
