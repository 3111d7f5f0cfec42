// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/shared_memory.h"

#include <string.h>

#include "platform/standard_error.h"
#include "teams/barrier.h"
#include "teams/grow.h"
#include "teams/single.h"

namespace muster::teams {
namespace {

// Blocks are kept until the team goes, so each is at least twice as large as the one before.
void provide(Team& team, std::size_t bytes) {
  SharedMemory& shared = team.shared_memory;
  if (bytes > shared.bytes) {
    const std::size_t size = bytes > 2 * shared.bytes ? bytes : 2 * shared.bytes;
    shared.start = add_memory(team, size);
    if (shared.start == nullptr) {
      platform::fail("muster: no memory for a worksharing construct");
    }
    shared.bytes = size;
  }
  memset(shared.start, 0, bytes);
}

}  // namespace

void* shared_memory(Member& self, std::size_t bytes, std::size_t alignment) {
  const std::size_t slack = alignment > base::kCacheLineBytes ? alignment : 0;
  const bool first = claim_single(self);
  // When all have come, nobody uses any more what an earlier construct was given.
  barrier(self);
  if (first) {
    provide(*self.team, bytes + slack);
  }
  barrier(self);
  const auto start = reinterpret_cast<std::uintptr_t>(self.team->shared_memory.start);
  return reinterpret_cast<void*>(slack == 0 ? start : (start + alignment - 1) & ~(alignment - 1));
}

}  // namespace muster::teams
