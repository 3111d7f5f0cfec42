// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/nodes.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>

namespace muster::first_touch {
namespace {

// /proc/self/task/ID/stat.
struct Stat {
  char text[1024];

  bool read(std::int32_t thread) {
    snprintf(text, sizeof text, "/proc/self/task/%d/stat", thread);
    const int file = open(text, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
      return false;
    }
    const ssize_t length = ::read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    return length > 0;
  }
};

}  // namespace

void NodesOfCpus::read(const char* root) {
  std::fill(std::begin(of_cpu), std::end(of_cpu), kUnknownNode);
  count = 0;
  topology::CpuSet nodes;
  topology::CpuSet cpus;
  topology::read_online_nodes(root, nodes);
  for (std::uint32_t node = nodes.next(0); node < topology::kMaxCpus; node = nodes.next(node + 1)) {
    if (!topology::read_node_cpus(root, node, cpus)) {
      continue;
    }
    count += cpus.count() != 0 ? 1 : 0;
    for (std::uint32_t cpu = cpus.next(0); cpu < topology::kMaxCpus; cpu = cpus.next(cpu + 1)) {
      of_cpu[cpu] = static_cast<std::int16_t>(node);
    }
  }
}

std::int32_t cpu_in_stat(const char* text) {
  // proc(5): fields begin to be numbers after the name in brackets, which may have brackets and blanks itself.
  constexpr int kStateField = 3;
  constexpr int kProcessorField = 39;
  const char* at = strrchr(text, ')');
  for (int field = kStateField; at != nullptr && field <= kProcessorField; ++field) {
    at = strchr(at + 1, ' ');
  }
  return at == nullptr ? -1 : static_cast<std::int32_t>(strtol(at, nullptr, 10));
}

bool has_ended(std::int32_t thread) {
  Stat stat;
  const char* name_end = stat.read(thread) ? strrchr(stat.text, ')') : nullptr;
  return name_end == nullptr || name_end[1] != ' ' || name_end[2] == 'Z' || name_end[2] == 'X';
}

std::int32_t last_cpu_of(std::int32_t thread) {
  Stat stat;
  return stat.read(thread) ? cpu_in_stat(stat.text) : -1;
}

}  // namespace muster::first_touch
