// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NUMA nodes of CPUs and of threads, by the kernel's numbers.
#pragma once

#include <cstdint>

#include "first_touch/uses.h"
#include "topology/topology.h"

namespace muster::first_touch {

struct NodesOfCpus {
  std::int16_t of_cpu[topology::kMaxCpus];
  std::uint32_t count = 0;  // nodes with CPUs

  // Reads a small file a node. `root` as for topology::read_machine.
  void read(const char* root);
  std::int16_t of(std::int32_t cpu) const {
    return cpu >= 0 && cpu < static_cast<std::int32_t>(topology::kMaxCpus) ? of_cpu[cpu] : kUnknownNode;
  }
};

// The CPU on which the thread of this process has run last; -1: it has ended.
std::int32_t last_cpu_of(std::int32_t thread);
// Whether only its number is left, as of a main thread that has ended before others.
bool has_ended(std::int32_t thread);
// The CPU out of the text of /proc/self/task/ID/stat.
std::int32_t cpu_in_stat(const char* text);

}  // namespace muster::first_touch
