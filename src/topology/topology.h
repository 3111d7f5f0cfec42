// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of topology/: the machine as a value, and how much of it this process may use.
//
// At program start only the affinity mask is read, by one system call. The CPU quota takes two files of /proc plus one or two small files for each
// parent of the process' cgroup, and is read when the size of the default team is needed. The whole machine is read from /sys only when somebody
// asks for it (read_machine). Nothing here allocates.
#pragma once

#include "topology/cpu_quota.h"
#include "topology/cpu_set.h"
#include "topology/cpuset.h"
#include "topology/default_team.h"
#include "topology/machine.h"
#include "topology/machine_shape.h"
#include "topology/machine_sys.h"
#include "topology/machine_text.h"
#include "topology/memory_kinds.h"
