// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the process' CPU cgroups are in the file system. Internal to topology/. Formats: cgroups(7), proc(5) under
// /proc/pid/mountinfo, and the kernel's admin-guide/cgroup-v2.
#pragma once

#include <cstddef>
#include <cstdint>

#include "topology/path_buffer.h"

namespace muster::topology {

enum class CgroupVersion : std::uint8_t { kV1, kV2 };

// The folder of one cgroup, and how far up its parents can be seen.
struct CgroupFolder {
  bool found = false;
  PathBuffer path;
  // Length of the part of `path` that is the mount point: no parent is above it.
  std::size_t mount_point_size = 0;
};

// The process has one cgroup in the v2 hierarchy and one in that v1 hierarchy which the `cpu` controller is attached
// to. Either or both can be missing; on hybrid machines both are there, and only one of them has the controller.
struct CpuCgroups {
  CgroupFolder v1;
  CgroupFolder v2;
};

// Fills `cgroups` from <root>/proc/self/cgroup and <root>/proc/self/mountinfo. What cannot be read or understood is
// not found. Thread-safe.
void find_cpu_cgroups(const char* root, CpuCgroups& cgroups);

}  // namespace muster::topology
