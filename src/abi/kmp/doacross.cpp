// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_doacross_*: loops with ordered(n) and depend(sink) or depend(source).
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// One loop of the nest, bounds inclusive. Clang passes 0, the number of iterations, and 1, and numbers iterations from 0.
struct Dimension {
  std::int64_t lower;
  std::int64_t upper;
  std::int64_t step;
};

std::uint64_t count(const Dimension& loop) {
  const bool empty = loop.step > 0 ? loop.upper < loop.lower : loop.upper > loop.lower;
  return empty || loop.step == 0 ? 0 : static_cast<std::uint64_t>((loop.upper - loop.lower) / loop.step) + 1;
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

}  // namespace

MUSTER_KMP(void, __kmpc_doacross_init,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t depth, const Dimension* dimensions)) {
  teams::Member& self = runtime::current();
  std::uint64_t counts[teams::kMaxDoacrossDepth];
  const auto loops = static_cast<std::uint32_t>(depth) < teams::kMaxDoacrossDepth ? static_cast<std::uint32_t>(depth)
                                                                                  : teams::kMaxDoacrossDepth;
  for (std::uint32_t loop = 0; loop < loops; ++loop) {
    counts[loop] = count(dimensions[loop]);
    self.on_demand->doacross.firsts[loop] = dimensions[loop].lower;
    self.on_demand->doacross.steps[loop] = dimensions[loop].step != 0 ? dimensions[loop].step : 1;
  }
  teams::start_doacross(self, std::span(counts, loops));
  self.next_loop_in_order = true;
}

MUSTER_KMP(void, __kmpc_doacross_wait, (Ident* /*place*/, std::int32_t /*global_number*/, const std::int64_t* values)) {
  teams::Member& self = runtime::current();
  const Iteration iteration(self.on_demand->doacross, values);
  if (events::listening) [[unlikely]] {
    teams::observed::doacross_sink(self, iteration.numbers, MUSTER_CALLER());
    return;
  }
  teams::doacross_sink(self, iteration.numbers);
}
MUSTER_KMP(void, __kmpc_doacross_post, (Ident* /*place*/, std::int32_t /*global_number*/, const std::int64_t* values)) {
  teams::Member& self = runtime::current();
  const Iteration iteration(self.on_demand->doacross, values);
  if (events::listening) [[unlikely]] {
    teams::observed::doacross_source(self, iteration.numbers, MUSTER_CALLER());
    return;
  }
  teams::doacross_source(self, iteration.numbers);
}
MUSTER_KMP(void, __kmpc_doacross_fini, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  runtime::current().next_loop_in_order = false;
}

}  // namespace muster::abi::kmp
