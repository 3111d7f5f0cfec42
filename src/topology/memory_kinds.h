// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kinds of memory in one machine, as the firmware tells them (ACPI's HMAT, which Linux shows for each node).
#pragma once

#include <cstdint>

#include "topology/cpu_set.h"

namespace muster::topology {

// The nodes of high-bandwidth memory: those that can be read at least twice as fast as the slowest node with CPUs, from the CPUs that are nearest to
// each. (Xeon Max tells 1.6 TB/s beside 0.3, Knights Landing 0.4 beside 0.09.) None where all memory is alike, or nobody tells. `root` as for
// read_machine; reads a small file or two a node. Members are node numbers. Thread-safe; errno is kept.
CpuSet high_bandwidth_nodes(const char* root);

}  // namespace muster::topology
