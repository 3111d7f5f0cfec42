// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/shared_memory.h"

#include <string.h>

#include <new>

#include "platform/pages.h"
#include "platform/standard_error.h"
#include "platform/unchecked.h"
#include "teams/barrier.h"
#include "teams/cancellation.h"
#include "teams/grow.h"
#include "teams/single.h"

namespace muster::teams {

// Head of each piece that a member has for itself.
struct alignas(base::kCacheLineBytes) OwnMemory {
  OwnMemory* next;
  std::size_t bytes;
};

namespace {

void* memory_or_fail(void* memory) {
  if (memory == nullptr) {
    platform::fail("muster: no memory for a worksharing construct");
  }
  return memory;
}

// Null: nobody has provided it.
SharedMemory* memory_at(Team& team, std::uint64_t depth) {
  SharedMemory* shared = &team.shared_memory;
  for (std::uint64_t i = 0; i < depth && shared != nullptr; ++i) {
    // C: acquire, pairs with B
    SharedMemory* inner = shared->inner.load_acquire();
    shared = inner;
  }
  return shared;
}

SharedMemory& provide_memory_at(Team& team, std::uint64_t depth) {
  SharedMemory* shared = &team.shared_memory;
  for (std::uint64_t i = 0; i < depth; ++i) {
    SharedMemory* inner = shared->inner.load_relaxed();
    if (inner == nullptr) {
      inner = new (memory_or_fail(add_memory(team, sizeof(SharedMemory)))) SharedMemory;
      // B: release, pairs with C
      shared->inner.store_release(inner);
    }
    shared = inner;
  }
  return *shared;
}

// Blocks are kept until the team goes, so each is at least twice as large as the one before.
void provide(Team& team, std::uint64_t depth, std::size_t bytes) {
  SharedMemory& shared = provide_memory_at(team, depth);
  const std::size_t room = shared.bytes.load_relaxed();
  if (bytes > room) {
    const std::size_t size = bytes > 2 * room ? bytes : 2 * room;
    shared.start.store_relaxed(memory_or_fail(add_memory(team, size)));
    // B: release, pairs with C
    shared.bytes.store_release(size);
  }
  if (void* start = shared.start.load_relaxed(); start != nullptr) {
    // The construct orders nothing at its beginning, so to a checker of races nobody may have written it.
    platform::begin_unchecked();
    memset(start, 0, bytes);
    platform::end_unchecked();
    if (events::listening) [[unlikely]] {
      events::emit(events::FreshMemory{start, bytes});
    }
  }
}

// In a region that is cancelled the barriers do not wait, so nobody may have provided it. Then what the member writes is read by nobody,
// and the memory is lost until the process ends.
void* start_of(Team& team, std::uint64_t depth, std::size_t bytes) {
  const SharedMemory* shared = memory_at(team, depth);
  // C: acquire, pairs with B
  if (shared == nullptr || shared->bytes.load_acquire() < bytes) [[unlikely]] {
    return memory_or_fail(platform::allocate_pages(bytes));
  }
  return shared->start.load_relaxed();
}

void* own_memory(Team& team, std::size_t bytes) {
  const std::size_t total = sizeof(OwnMemory) + bytes;
  auto* own = new (memory_or_fail(platform::allocate_pages(total))) OwnMemory{team.own_memory.load_relaxed(), total};
  // Ordered by the join.
  while (!team.own_memory.compare_exchange_relaxed(own->next, own)) {
  }
  if (events::listening) [[unlikely]] {
    events::emit(events::FreshMemory{own + 1, bytes});
  }
  return own + 1;
}

void meet(Member& self) {
  const events::AwaitingTeam awaiting;
  barrier(self);
}

void* start_for(Member& self, bool first, std::size_t bytes) {
  // When all have come, nobody uses any more what an earlier construct was given.
  meet(self);
  // Else members that have gone on to the next construct would provide memory for that while others do so, or use it, here. If all have come, none of them
  // cancels the region before the others have met again.
  if (self.team_size > 1 && is_cancelled(self, Cancellable::region)) {
    return own_memory(*self.team, bytes);
  }
  if (first) {
    provide(*self.team, self.counts.kept_memories, bytes);
  }
  meet(self);
  return start_of(*self.team, self.counts.kept_memories, bytes);
}

}  // namespace

void* shared_memory(Member& self, std::size_t bytes, std::size_t alignment) {
  const std::size_t slack = alignment > base::kCacheLineBytes ? alignment : 0;
  const bool first = claim_single(self);
  const auto start = reinterpret_cast<std::uintptr_t>(start_for(self, first, bytes + slack));
  return reinterpret_cast<void*>(slack == 0 ? start : (start + alignment - 1) & ~(alignment - 1));
}

void give_own_memory_back(Team& team) {
  OwnMemory* own = team.own_memory.load_relaxed();
  if (own == nullptr) {
    return;
  }
  team.own_memory.store_relaxed(nullptr);
  // A thread that looks at its teammates may still have the address of a word in it.
  waiting::await_readers(threads::everybody());
  while (own != nullptr) {
    OwnMemory* next = own->next;
    platform::free_pages(own, own->bytes);
    own = next;
  }
}

}  // namespace muster::teams
