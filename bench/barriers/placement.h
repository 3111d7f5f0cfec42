// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads on the cores of this machine, as the runtime binds them by OMP_PLACES=cores and OMP_PROC_BIND.
#pragma once

#include <cstdint>
#include <vector>

#include "affinity/affinity.h"

namespace muster::bench {

class Cores {
 public:
  // Those that the process may use. For one thread at a time; topology::capture_affinity() has run.
  Cores();
  // What is inside refers to itself.
  Cores(const Cores&) = delete;
  Cores& operator=(const Cores&) = delete;

  std::uint32_t count() const { return static_cast<std::uint32_t>(plan_.places.size()); }
  // Last-level caches.
  std::uint32_t caches() const { return machine_.count(topology::Level::kLastLevelCache); }

  // Refers to this.
  affinity::LocatedTeam team(affinity::Policy policy, std::uint32_t threads) const;
  // A set of CPUs for each slot.
  std::vector<topology::CpuSet> places_of(const affinity::LocatedTeam& team) const;

 private:
  std::vector<topology::MachineCpu> storage_;
  topology::Machine machine_;
  std::vector<topology::CpuSet> places_;
  affinity::Plan plan_;
  std::vector<barriers::Position> positions_;
};

}  // namespace muster::bench
