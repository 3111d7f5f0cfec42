// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine's CPUs in the order of its topology, and the part of them that KMP_HW_SUBSET leaves. Internal to affinity/.
#pragma once

#include <cstdint>
#include <span>

#include "affinity/place_buffer.h"
#include "settings/settings.h"

namespace muster::affinity {

// Fills `order` with the indices of all CPUs so that neighbours in the list are neighbours in the machine: the threads of a core,
// the cores of a cache, and so on. `order` has room for machine.cpu_count(). Equal positions keep the kernel's order.
void sort_by_topology(const topology::Machine& machine, std::span<std::uint16_t> order);

// Whether the machine shows the caches that the subset names.
bool knows_caches(const topology::Machine& machine, const settings::HwSubset& subset);

struct Selection {
  CpuSet cpus;                 // none: the subset names nothing that there is
  bool is_short = false;       // it asks for more than there is
  bool ignores_kinds = false;  // it asks for a kind of core, and the cores are all of one kind
};

// The CPUs that the subset selects, where knows_caches() is true. A subset that asks for more than there is gets what there is, as on libomp 19.
Selection select(const topology::Machine& machine, std::span<const std::uint16_t> order,
                 const settings::HwSubset& subset);

}  // namespace muster::affinity
