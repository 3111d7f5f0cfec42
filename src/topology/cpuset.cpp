// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "topology/cpuset.h"

#include "platform/keep_errno.h"
#include "topology/cgroup.h"
#include "topology/cpu_list.h"

namespace muster::topology {

bool read_cpuset(const char* root, CpuSet& cpus) {
  const platform::KeepErrno keep_errno;
  cpus = CpuSet{};
  CpuCgroups cgroups;
  find_cpu_cgroups(root, cgroups);
  CgroupFolder& folder = cgroups.v2;
  while (folder.found && folder.path.valid()) {
    const std::size_t folder_size = folder.path.size();
    folder.path.append("/cpuset.cpus.effective");
    if (folder.path.valid() && read_cpu_list(folder.path.c_str(), cpus) && cpus.count() != 0) {
      return true;
    }
    folder.path.cut(folder_size);
    if (folder_size <= folder.mount_point_size) {
      break;
    }
    folder.path.drop_last_component();
  }
  return false;
}

}  // namespace muster::topology
