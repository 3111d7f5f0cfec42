// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/doacross.h"

#include "teams/shared_memory.h"

namespace muster::teams {
namespace {

// The inner loops' iteration as one number, in the order in which a thread runs them. False for one outside the nest.
bool flatten(const DoacrossNest& nest, const std::uint64_t* iteration, std::uint64_t& inner) {
  inner = 0;
  for (std::uint32_t loop = 0; loop < nest.depth; ++loop) {
    if (iteration[loop] >= nest.counts[loop]) {
      return false;
    }
    inner = loop == 0 ? 0 : inner * nest.counts[loop] + iteration[loop];
  }
  return true;
}

}  // namespace

void start_doacross(Member& self, std::span<const std::uint64_t> counts) {
  DoacrossNest& nest = self.on_demand->doacross;
  nest.depth = 0;
  for (const std::uint64_t count :
       counts.first(counts.size() < kMaxDoacrossDepth ? counts.size() : kMaxDoacrossDepth)) {
    nest.counts[nest.depth++] = count;
  }
  nest.progress = {};
  if (self.team_size > 1 && nest.counts[0] != 0) {
    void* storage = shared_memory(self, loops::Doacross<Native>::storage_needed(nest.counts[0]));
    nest.progress = loops::Doacross<Native>(storage, nest.counts[0]);
  }
}

bool has_iteration(const DoacrossNest& nest, const std::uint64_t* iteration) {
  std::uint64_t inner = 0;
  return flatten(nest, iteration, inner);
}

void doacross_source(Member& self, const std::uint64_t* iteration) {
  std::uint64_t inner = 0;
  if (flatten(self.on_demand->doacross, iteration, inner)) {
    self.on_demand->doacross.progress.source(iteration[0], inner, tasks::waiter_of(self));
  }
}

void doacross_sink(Member& self, const std::uint64_t* iteration) {
  std::uint64_t inner = 0;
  if (flatten(self.on_demand->doacross, iteration, inner)) {
    self.on_demand->doacross.progress.sink(iteration[0], inner, tasks::waiter_of(self));
  }
}

}  // namespace muster::teams
