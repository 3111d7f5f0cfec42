// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/everybody.h"

#include <bit>

#include "platform/pages.h"

namespace muster::threads {
namespace {

// How many threads the first table of everybody has room for, without asking the system for memory.
constexpr std::uint32_t kFirstCapacity = 64;

constexpr std::size_t presence_table_bytes(std::uint32_t capacity) {
  return capacity * sizeof(waiting::Roster<Native>::Entry);
}

struct Everybody {
  waiting::Roster<Native> roster;
  waiting::Roster<Native>::Entry first_table[kFirstCapacity];
  std::uint32_t capacity = kFirstCapacity;
  // By the logarithm of their capacity; they stay readable until the library goes.
  void* grown_tables[32] = {};
};

constinit Everybody known_presences;

// False when there is no memory.
bool make_room_for_another_presence() {
  Everybody& all = known_presences;
  const std::uint32_t threads = all.roster.threads.load_relaxed();
  if (threads == 0) {
    all.roster.table.store_relaxed(all.first_table);
  }
  if (threads < all.capacity) {
    return true;
  }
  void* memory = platform::allocate_pages(presence_table_bytes(2 * all.capacity));
  if (memory == nullptr) {
    return false;
  }
  // The old table stays: somebody may be reading it.
  all.roster.move_to(static_cast<waiting::Roster<Native>::Entry*>(memory), threads);
  all.capacity *= 2;
  all.grown_tables[std::countr_zero(all.capacity)] = memory;
  return true;
}

}  // namespace

const waiting::Roster<Native>& everybody() { return known_presences.roster; }

void add_presence(waiting::Presence<Native>& presence) {
  if (make_room_for_another_presence()) {
    known_presences.roster.add(presence);
  }
}

void forget_everybody() {
  for (std::uint32_t capacity = kFirstCapacity * 2; capacity <= known_presences.capacity; capacity *= 2) {
    platform::free_pages(known_presences.grown_tables[std::countr_zero(capacity)], presence_table_bytes(capacity));
  }
}

}  // namespace muster::threads
