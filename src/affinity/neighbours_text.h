// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is said of other processes that are bound. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "topology/topology.h"

namespace muster::affinity {

struct Neighbours {
  // The CPUs that this process's team takes, and those to which others are bound.
  topology::CpuSet own;
  topology::CpuSet others;
  // The places were put into another order for their sake.
  bool are_avoided = false;
};

// One sentence without an end of line, in `memory`, cut where that is full. Empty where nobody is on the same CPUs and nobody was avoided.
std::string_view describe(const Neighbours& neighbours, std::span<char> memory);

}  // namespace muster::affinity
