// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_for_static_init_*: a thread's share of a statically scheduled loop. Bounds are inclusive and are replaced in place.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/static_loop.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

template <class T, class Step>
void init(std::int32_t raw, const StaticLoop<T, Step>& loop, Step step, Step chunk) {
  const teams::Member& self = runtime::current();
  const std::int32_t code = decode(raw).code;
  if (code == kDistributeStatic || code == kDistributeStaticChunked) {
    loop.divide(code == kDistributeStatic ? kStatic : kStaticChunked, step, chunk, of_teams(self));
    return;
  }
  loop.divide(code, step, chunk, of_threads(self));
}

}  // namespace

#define MUSTER_STATIC_INIT(suffix, T, Step)                                                                   \
  MUSTER_KMP(void, __kmpc_for_static_init_##suffix,                                                           \
             (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t schedule, std::int32_t* is_last, \
              T* lower, T* upper, Step* stride, Step step, Step chunk)) {                                     \
    init<T, Step>(schedule, {is_last, lower, upper, stride}, step, chunk);                                    \
  }

MUSTER_STATIC_INIT(4, std::int32_t, std::int32_t)
MUSTER_STATIC_INIT(4u, std::uint32_t, std::int32_t)
MUSTER_STATIC_INIT(8, std::int64_t, std::int64_t)
MUSTER_STATIC_INIT(8u, std::uint64_t, std::int64_t)

MUSTER_KMP(void, __kmpc_for_static_fini, (Ident* /*place*/, std::int32_t /*global_number*/)) {}

}  // namespace muster::abi::kmp
