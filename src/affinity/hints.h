// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is worth changing about where the threads of a team go, as `muster topology` and `muster doctor` have it. Pure.
#pragma once

#include <cstdint>
#include <span>

#include "affinity/assign.h"
#include "affinity/plan.h"
#include "topology/topology.h"

namespace muster::affinity {

// All 0: nothing.
struct Hints {
  std::uint32_t team = 0;
  // The threads are not bound, and the CPUs that they may use are in so many NUMA nodes.
  std::uint32_t unbound_nodes = 0;
  // So many cores run several threads while so many others of the place list have none.
  std::uint32_t shared_cores = 0;
  std::uint32_t free_cores = 0;

  friend constexpr bool operator==(const Hints&, const Hints&) = default;
};

// The team is a first one, whose primary thread is on the first place. `machine` has the CPUs that the process may use; `scratch` has room for its cores.
Hints hints_of(const Plan& plan, Policy policy, std::uint32_t team, const topology::Machine& machine,
               std::span<std::uint64_t> scratch);

}  // namespace muster::affinity
