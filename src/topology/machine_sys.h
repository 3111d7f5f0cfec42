// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A machine from the kernel's description in /sys/devices/system.
#pragma once

#include <cstdint>
#include <span>

#include "topology/cpu_set.h"
#include "topology/machine.h"

namespace muster::topology {

// The CPUs that are online, from <root>/sys/devices/system/cpu/online. False, and an empty set, when that file is
// missing or malformed. `root` as for read_machine. Thread-safe; errno is kept.
bool read_online_cpus(const char* root, CpuSet& cpus);

// The CPUs that share something with one: its group at a level between kThread and kMachine. False when /sys does not say.
// Reads a few files. `root` as for read_machine. Thread-safe; errno is kept.
bool read_group(const char* root, std::uint32_t os_cpu, Level level, CpuSet& members);

// The NUMA nodes that are online, by number, and the CPUs of one. False, and an empty set, when /sys does not say. `root` as for read_machine.
// Thread-safe; errno is kept.
bool read_online_nodes(const char* root, CpuSet& nodes);
bool read_node_cpus(const char* root, std::uint32_t node, CpuSet& cpus);

// Describes `cpus` (such as affinity_mask()); the groups are those that have at least one of these CPUs, in the order
// of their first one (NUMA nodes: of their number). CPUs beyond the capacity of `storage` are left out.
//
// `root` is a prefix for /sys, for fixtures; null, "" and "/" mean the machine. What is missing or malformed there is
// taken to be: one package, one die in a package, one NUMA node, one last-level cache in a die, cores of one thread. So
// a machine can always be described, and without any file it is a flat one.
//
// Reads one file or a few for each group, some milliseconds on a large machine: not for program start. Takes about 6
// KiB of stack. Thread-safe; errno is kept.
Machine read_machine(const char* root, const CpuSet& cpus, std::span<MachineCpu> storage);

// Adds what few ask for to the storage of a machine: first- and second-level caches, and kinds of cores (from `cpu_capacity` and the
// processor's monitors, /sys/devices/cpu_core and cpu_atom). A few files more for each CPU. `root` as above. Thread-safe; errno is kept.
void read_core_details(const char* root, std::span<MachineCpu> cpus);

}  // namespace muster::topology
