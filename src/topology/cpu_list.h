// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel's list format for CPUs and NUMA nodes: `0-3,8,10-11`. Internal to topology/.
#pragma once

#include "topology/cpu_set.h"

namespace muster::topology {

// Reads a file that holds one list. An empty list is a list. False, and an empty set, when the file is missing or
// malformed, or names a number of kMaxCpus or more. Lists of any length are read in pieces.
bool read_cpu_list(const char* path, CpuSet& cpus);

}  // namespace muster::topology
