// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_doacross_*: loops with ordered(n) and depend(sink) or depend(source).
//
// The call that announces a nest does not say how many of its loops are collapsed, which decides what iterations one thread runs in order. The
// worksharing loop does, by the number of iterations that it deals out, so the nest starts with that.
#include "abi/kmp/doacross.h"

#include <algorithm>

#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// One loop of the nest, bounds inclusive. But Clang passes 0, the number of iterations, and 1, numbers iterations from 0, and names those that the
// loop does not have too: a sink at the number of iterations is none.
struct Dimension {
  std::int64_t lower;
  std::int64_t upper;
  std::int64_t step;
};

std::uint64_t count(const Dimension& loop) {
  const bool empty = loop.step > 0 ? loop.upper < loop.lower : loop.upper > loop.lower;
  return empty || loop.step == 0 ? 0 : static_cast<std::uint64_t>((loop.upper - loop.lower) / loop.step) + 1;
}

// How many of the loops, the outermost ones, have `total` iterations together; 0: it is not so.
std::uint32_t collapsed(std::span<const std::uint64_t> counts, std::uint64_t total) {
  std::uint64_t together = 1;
  for (std::uint32_t loop = 0; loop < counts.size(); ++loop) {
    if (__builtin_mul_overflow(together, counts[loop], &together)) {
      return 0;
    }
    if (together == total) {
      return loop + 1;
    }
  }
  return 0;
}

// Iterations outside of a loop, which are no dependence, stay outside: those before it become huge.
struct Iteration {
  std::uint64_t numbers[teams::kMaxDoacrossDepth];

  Iteration(const teams::DoacrossNest& nest, const std::int64_t* values) {
    for (std::uint32_t loop = 0; loop < nest.depth; ++loop) {
      const std::int64_t distance = values[loop] - nest.firsts[loop];
      const bool before = (distance < 0) != (nest.steps[loop] < 0) && distance != 0;
      numbers[loop] = before ? ~std::uint64_t{0} : static_cast<std::uint64_t>(distance / nest.steps[loop]);
    }
  }
};

MUSTER_OUT_OF_LINE void wait_told(teams::Member& self, const std::int64_t* values) {
  const Iteration iteration(self.on_demand->doacross, values);
  teams::observed::doacross_sink(self, iteration.numbers, MUSTER_CALLER());
}
MUSTER_OUT_OF_LINE void post_told(teams::Member& self, const std::int64_t* values) {
  const Iteration iteration(self.on_demand->doacross, values);
  teams::observed::doacross_source(self, iteration.numbers, MUSTER_CALLER());
}

bool is_numbered_from_0(const teams::DoacrossNest& nest) {
  for (std::uint32_t loop = 0; loop < nest.depth; ++loop) {
    if (nest.firsts[loop] != 0 || nest.steps[loop] != 1) {
      return false;
    }
  }
  return true;
}

}  // namespace

void start_announced_nest(teams::Member& self, std::uint64_t total) {
  self.next_loop_in_order = false;
  const teams::DoacrossNest& nest = self.on_demand->doacross;
  if (nest.depth == 1) {
    return;
  }
  // By inclusive bounds.
  std::uint64_t counts[teams::kMaxDoacrossDepth];
  std::copy_n(nest.counts, nest.depth, counts);
  if (is_numbered_from_0(nest)) {
    std::uint64_t numbers[teams::kMaxDoacrossDepth];
    std::transform(counts, counts + nest.depth, numbers, [](std::uint64_t n) { return n == 0 ? 0 : n - 1; });
    if (const std::uint32_t loops = collapsed(std::span(numbers, nest.depth), total); loops != 0) {
      teams::start_doacross(self, std::span(numbers, nest.depth), loops);
      return;
    }
  }
  const std::uint32_t loops = collapsed(std::span(counts, nest.depth), total);
  teams::start_doacross(self, std::span(counts, nest.depth), std::max(loops, 1U));
}

MUSTER_KMP(void, __kmpc_doacross_init,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t depth, const Dimension* dimensions)) {
  teams::Member& self = runtime::current();
  teams::DoacrossNest& nest = self.on_demand->doacross;
  nest.depth = std::min(static_cast<std::uint32_t>(depth), teams::kMaxDoacrossDepth);
  nest.progress = {};
  for (std::uint32_t loop = 0; loop < nest.depth; ++loop) {
    nest.counts[loop] = count(dimensions[loop]);
    nest.firsts[loop] = dimensions[loop].lower;
    nest.steps[loop] = dimensions[loop].step != 0 ? dimensions[loop].step : 1;
  }
  self.next_loop_in_order = true;
  if (teams::static_loops_are_watched.load_relaxed() == 0) {
    teams::static_loops_are_watched.store_relaxed(1);
  }
  if (nest.depth == 1) {
    // Nothing can be collapsed, and nobody names the iteration behind the last: one that comes before it must have gone.
    const std::uint64_t only = nest.counts[0];
    teams::start_doacross(self, std::span(&only, 1));
  }
}

MUSTER_KMP(void, __kmpc_doacross_wait, (Ident* /*place*/, std::int32_t /*global_number*/, const std::int64_t* values)) {
  // The thread is in the loop, so it has entered the runtime.
  teams::Member& self = *teams::current_member;
  if (events::listening) [[unlikely]] {
    return wait_told(self, values);
  }
  if (teams::has_sinks_to_await(self)) {
    const Iteration iteration(self.on_demand->doacross, values);
    teams::doacross_sink(self, iteration.numbers);
  }
}
MUSTER_KMP(void, __kmpc_doacross_post, (Ident* /*place*/, std::int32_t /*global_number*/, const std::int64_t* values)) {
  // The thread is in the loop, so it has entered the runtime.
  teams::Member& self = *teams::current_member;
  if (events::listening) [[unlikely]] {
    return post_told(self, values);
  }
  if (teams::has_sinks_to_await(self)) {
    const Iteration iteration(self.on_demand->doacross, values);
    teams::doacross_source(self, iteration.numbers);
  }
}
MUSTER_KMP(void, __kmpc_doacross_fini, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  runtime::current().next_loop_in_order = false;
}

}  // namespace muster::abi::kmp
