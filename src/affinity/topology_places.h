// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that follow from the machine. `order` is that of sort_by_topology(); CPUs that are not in `usable` are left out.
// Internal to affinity/.
#pragma once

#include <cstdint>
#include <span>

#include "affinity/place_buffer.h"
#include "settings/settings.h"

namespace muster::affinity {

struct Usable {
  const topology::Machine& machine;
  std::span<const std::uint16_t> order;
  const CpuSet& cpus;
};

// A place for each group of the level, in the order of their first CPUs. `scratch` has room for as many CPUs as usable.order.
void add_groups(const Usable& usable, topology::Level level, std::span<std::uint64_t> scratch, PlaceBuffer& places);

// The usable CPUs that share the level with `cpu` (an index).
CpuSet group_of(const Usable& usable, std::uint32_t cpu, topology::Level level);

// KMP_AFFINITY=compact and scatter: a place for each CPU, widened to the granularity, in the order that type and permute give. `scratch` as above.
void add_in_type_order(const Usable& usable, const settings::AffinityPolicy& affinity, std::span<std::uint64_t> scratch,
                       PlaceBuffer& places);

// Threads that each core has, or 1 where cores differ.
std::uint32_t threads_per_core(const Usable& usable);

}  // namespace muster::affinity
