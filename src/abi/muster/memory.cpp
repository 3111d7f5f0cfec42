// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// muster_get_memory (include/muster.h): what the runtime and its threads take.
#include <errno.h>
#include <muster.h>

#include <algorithm>

#include "abi/exports/export.h"
#include "abi/muster/answer.h"
#include "runtime/runtime.h"

namespace muster::abi::own {

MUSTER_OWN(int, muster_get_memory, (muster_memory * memory, std::size_t size)) {
  if (memory == nullptr || size == 0) {
    return EINVAL;
  }
  const runtime::MemoryTaken taken = runtime::memory_taken();
  const threads::Census& threads = taken.threads;
  muster_memory answer = {};
  answer.workers = threads.workers;
  answer.roots = threads.roots;
  answer.stacks_mapped_bytes = threads.stacks.mapped_bytes;
  answer.stacks_resident_bytes = threads.stacks.resident_bytes;
  answer.structures_mapped_bytes = taken.structures.mapped_bytes;
  answer.structures_resident_bytes = taken.structures.resident_bytes;
  answer.home_pages = taken.homes.pages;
  answer.home_pages_at_home = taken.homes.at_home;
  const std::uint64_t resident_bytes = answer.stacks_resident_bytes + answer.structures_resident_bytes;
  answer.resident_bytes_per_thread = resident_bytes / std::max(threads.workers + threads.roots, 1U);
  give(memory, size, answer);
  return 0;
}

}  // namespace muster::abi::own
