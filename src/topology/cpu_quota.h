// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many CPUs' worth of time the control groups of the process let it use.
#pragma once

#include <cstdint>

namespace muster::topology {

// The smallest quota over the process' CPU cgroup and all parents of it that can be seen, in CPUs, rounded up; 0 when
// none limits it. cgroup v1 (cpu.cfs_quota_us and cpu.cfs_period_us) and v2 (cpu.max), and both on hybrid machines. A
// file that is missing, unreadable or malformed sets no limit: a runtime that cannot read the quota behaves as one that
// ignores it.
//
// `root` is a prefix for /proc/self/cgroup, /proc/self/mountinfo and all mount points read there, so that a test can
// put a fixture in place of the machine; null, "" and "/" mean the machine. A caller that takes it from the environment
// must not do so in secure execution. Takes about 12 KiB of stack. Thread-safe; errno is kept.
std::uint32_t quota_cpus(const char* root);

}  // namespace muster::topology
