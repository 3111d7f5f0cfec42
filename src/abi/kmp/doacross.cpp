// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_doacross_*: loops with ordered(n) and depend(sink) or depend(source).
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// One loop of the nest. Clang passes lower 0, upper the number of iterations, step 1, and iterations as logical numbers.
struct Dimension {
  std::int64_t lower;
  std::int64_t upper;
  std::int64_t step;
};

}  // namespace

MUSTER_KMP(void, __kmpc_doacross_init,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t depth, const Dimension* dimensions)) {
  std::uint64_t counts[teams::kMaxDoacrossDepth];
  const auto loops = static_cast<std::uint32_t>(depth) < teams::kMaxDoacrossDepth ? static_cast<std::uint32_t>(depth)
                                                                                  : teams::kMaxDoacrossDepth;
  for (std::uint32_t loop = 0; loop < loops; ++loop) {
    counts[loop] = static_cast<std::uint64_t>(dimensions[loop].upper);
  }
  teams::Member& self = runtime::current();
  teams::start_doacross(self, std::span(counts, loops));
  self.next_loop_in_order = true;
}

MUSTER_KMP(void, __kmpc_doacross_wait,
           (Ident* /*place*/, std::int32_t /*global_number*/, const std::int64_t* iteration)) {
  teams::doacross_sink(runtime::current(), reinterpret_cast<const std::uint64_t*>(iteration));
}
MUSTER_KMP(void, __kmpc_doacross_post,
           (Ident* /*place*/, std::int32_t /*global_number*/, const std::int64_t* iteration)) {
  teams::doacross_source(runtime::current(), reinterpret_cast<const std::uint64_t*>(iteration));
}
MUSTER_KMP(void, __kmpc_doacross_fini, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  runtime::current().next_loop_in_order = false;
}

}  // namespace muster::abi::kmp
