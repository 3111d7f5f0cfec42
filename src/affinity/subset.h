// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine's CPUs in the order of its topology, and the part of them that KMP_HW_SUBSET leaves. Internal to affinity/.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "affinity/place_buffer.h"
#include "settings/settings.h"

namespace muster::affinity {

// Fills `order` with the indices of all CPUs so that neighbours in the list are neighbours in the machine: the threads of a core,
// the cores of a cache, and so on. `order` has room for machine.cpu_count(). Equal positions keep the kernel's order.
void sort_by_topology(const topology::Machine& machine, std::span<std::uint16_t> order);

// Whether the machine shows the caches that the subset names.
bool knows_caches(const topology::Machine& machine, const settings::HwSubset& subset);

// The CPUs that the subset selects, where it knows the caches. Nothing when it names more than there is (libomp's documentation: the setting is then
// ignored).
std::optional<CpuSet> select(const topology::Machine& machine, std::span<const std::uint16_t> order,
                             const settings::HwSubset& subset);

}  // namespace muster::affinity
