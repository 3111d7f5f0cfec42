// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which CPUs the control groups of the process leave it, whatever its threads are bound to.
#pragma once

#include "topology/cpu_set.h"

namespace muster::topology {

// The CPUs of the nearest cgroup of version 2, from that of the process upwards, which tells them (cpuset.cpus.effective). False, and an empty
// set, where none does. `root` as for quota_cpus(). Thread-safe; errno is kept.
bool read_cpuset(const char* root, CpuSet& cpus);

}  // namespace muster::topology
