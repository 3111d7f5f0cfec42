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

// Path of a cgroup from the root of its hierarchy, as this process' cgroup namespace shows it.
struct CgroupName {
  bool known = false;
  PathBuffer path;
};

// The number by which the kernel knows the file system that has `path` (statfs(2)); 0 where there is none.
using FileSystemType = std::int64_t(const char* path);
FileSystemType type_of_file_system;

// Looks where systemd and container engines mount the hierarchies. A cgroup that is there under its full name is in a mount of the whole hierarchy that the process
// can see, and no other shows more parents. So mountinfo need not be read: the kernel takes 0.17 ms to write it on the reference machine, where 20 file systems are
// mounted, and a program with one small region 1.7 ms in all (2026-11-28, by the clock around the calls). False, and nothing found, unless each of the cgroups that are known is there.
bool find_at_usual_places(const char* root, const CgroupName& v1, const CgroupName& v2, FileSystemType* type_of,
                          CpuCgroups& cgroups);

// Fills `cgroups` from <root>/proc/self/cgroup, and from <root>/proc/self/mountinfo where they are not at the usual places. What cannot be read or understood is
// not found. Thread-safe.
void find_cpu_cgroups(const char* root, CpuCgroups& cgroups);

}  // namespace muster::topology
