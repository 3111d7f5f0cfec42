// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/without_events.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include <algorithm>

#include "platform/node_pages.h"

namespace muster::first_touch {
namespace {

// Enough for shares of some points, and few milliseconds.
constexpr std::uint64_t kSamplesOfRegion = 256;

struct Sampled {
  std::uint32_t pages = 0;
  std::uint32_t refused = 0;
  std::uint32_t of_node[platform::kMaxNodes] = {};

  void sample(std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t page_bytes = platform::page_bytes();
    const std::uint64_t step = std::max<std::uint64_t>((end - begin) / page_bytes / kSamplesOfRegion, 1) * page_bytes;
    for (std::uint64_t at = begin; at < end; at += step) {
      const int node = platform::node_of_page(reinterpret_cast<const void*>(at));
      if (node >= 0 && node < static_cast<int>(platform::kMaxNodes)) {
        ++pages;
        ++of_node[node];
      }
      // Else nobody has touched it.
      refused += node == -EPERM || node == -EACCES || node == -ENOSYS ? 1 : 0;
    }
  }
};

// "7f0c00000000-7f0c00400000 rw-p 00000000 00:00 0 ": anonymous memory has no file, and no name in brackets.
void sample_large_memory(Sampled& sampled) {
  FILE* maps = fopen("/proc/self/maps", "re");
  if (maps == nullptr) {
    return;
  }
  char line[512];
  while (fgets(line, sizeof line, maps) != nullptr) {
    unsigned long long begin = 0;
    unsigned long long end = 0;
    unsigned long long inode = 0;
    char rights[8] = {};
    if (sscanf(line, "%llx-%llx %7s %*s %*s %llu", &begin, &end, rights, &inode) == 4 && rights[1] == 'w' &&
        inode == 0 && end - begin >= kLeastBytes) {
      sampled.sample(begin, end);
    }
  }
  fclose(maps);
}

}  // namespace

Line line_without_events(int error) {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  Sampled sampled;
  sample_large_memory(sampled);
  Line line;
  line.add(
      "muster: memory: the kernel tells no page faults (%s%s), so who has touched what first is not "
      "known; there were %ld of them",
      error == EAGAIN ? "no thread could be started to take them: " : "perf_event_open: ", strerror(error),
      usage.ru_minflt);
  if (sampled.refused != 0) {
    line.add(", and where pages lie is not known either");
  }
  const char* before = "; of the pages of large memory ";
  for (std::uint32_t node = 0; node < platform::kMaxNodes; ++node) {
    if (sampled.of_node[node] != 0) {
      line.add("%s%.0f%% lie on node %u", before, 100.0 * sampled.of_node[node] / sampled.pages, node);
      before = ", ";
    }
  }
  line.add(".\n");
  return line;
}

}  // namespace muster::first_touch
