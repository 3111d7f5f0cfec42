// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/doacross.h"

#include "teams/shared_memory.h"

namespace muster::teams {
namespace {

// An iteration of the nest by the number of the one that was handed out, and its number inside of that: both in the order in which a
// thread runs them.
struct Position {
  std::uint64_t outer;
  std::uint64_t inner;
};

// `number` becomes that of the iteration in the loops up to `end`, of which those from `loop` on are not in it yet. False for one outside of them.
MUSTER_ALWAYS_INLINE bool append(const DoacrossNest& nest, const std::uint64_t* iteration, std::uint32_t loop,
                                 std::uint32_t end, std::uint64_t& number) {
  for (; loop < end; ++loop) {
    if (iteration[loop] >= nest.counts[loop]) {
      return false;
    }
    number = number * nest.counts[loop] + iteration[loop];
  }
  return true;
}

// False for an iteration outside of the nest.
MUSTER_ALWAYS_INLINE bool locate(const DoacrossNest& nest, const std::uint64_t* iteration, Position& position) {
  position = {iteration[0], 0};
  return iteration[0] < nest.counts[0] && append(nest, iteration, 1, nest.collapsed, position.outer) &&
         append(nest, iteration, nest.collapsed, nest.depth, position.inner);
}

}  // namespace

void start_doacross(Member& self, std::span<const std::uint64_t> counts, std::uint32_t collapsed) {
  DoacrossNest& nest = self.on_demand->doacross;
  nest.depth = 0;
  nest.collapsed = collapsed;
  std::uint64_t outer_total = 1;
  for (const std::uint64_t count :
       counts.first(counts.size() < kMaxDoacrossDepth ? counts.size() : kMaxDoacrossDepth)) {
    outer_total *= nest.depth < collapsed ? count : 1;
    nest.counts[nest.depth++] = count;
  }
  nest.progress = {};
  if (self.team_size > 1 && outer_total != 0) {
    void* storage = shared_memory(self, loops::Doacross<Native>::storage_needed(outer_total));
    nest.progress = loops::Doacross<Native>(storage, outer_total);
  }
}

bool has_iteration(const DoacrossNest& nest, const std::uint64_t* iteration) {
  Position position;
  return locate(nest, iteration, position);
}

void doacross_source(Member& self, const std::uint64_t* iteration) {
  Position position;
  if (locate(self.on_demand->doacross, iteration, position)) {
    self.on_demand->doacross.progress.source(position.outer, position.inner, tasks::waiter_of(self));
  }
}

void doacross_sink(Member& self, const std::uint64_t* iteration) {
  Position position;
  if (locate(self.on_demand->doacross, iteration, position)) {
    self.on_demand->doacross.progress.sink(position.outer, position.inner, tasks::waiter_of(self));
  }
}

}  // namespace muster::teams
