// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_dispatch_*: loops whose chunks the runtime hands out. Bounds are inclusive.
#include <algorithm>

#include "abi/exports/export.h"
#include "abi/kmp/dispatch.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// From units to iterations.
void widen(const teams::WorkCursor& cursor, loops::Range& chunk) {
  chunk.first *= cursor.unit;
  chunk.last = std::min(chunk.last * cursor.unit, cursor.iterations);
}

// `step` may be null.
template <class T, class Step>
void tell(const loops::IterationSpace& space, const loops::Range& chunk, T* lower, T* upper, Step* step) {
  *lower = static_cast<T>(space.value_at(chunk.first));
  *upper = static_cast<T>(space.value_at(chunk.last - 1));
  if (step != nullptr) {
    *step = static_cast<Step>(space.step);
  }
}

// False at the end of the loop, where Clang-built code looks at `is_last` to find out whether this thread has run the loop's last
// iteration: so it is left alone then.
template <class T, class Step>
__attribute__((noinline)) std::int32_t next_slowly(teams::Member& self, std::int32_t* is_last, T* lower, T* upper,
                                                   Step* step) {
  loops::Range chunk;
  if (!teams::next_chunk(self, chunk)) {
    return 0;
  }
  const loops::IterationSpace& space = self.cursor.space;
  const bool last = chunk.last == space.total;
  if (self.cursor.unit > 1) [[unlikely]] {
    widen(self.cursor, chunk);
  }
  tell(space, chunk, lower, upper, step);
  if (is_last != nullptr) {
    *is_last = last ? 1 : 0;
  }
  return 1;
}

template <class T, class Step>
std::int32_t next(std::int32_t* is_last, T* lower, T* upper, Step* step) {
  teams::Member& self = runtime::current();
  loops::Range chunk;
  if (self.cursor.unit > 1 || !teams::next_chunk_quickly(self.cursor, chunk)) [[unlikely]] {
    return next_slowly(self, is_last, lower, upper, step);
  }
  tell(self.cursor.space, chunk, lower, upper, step);
  if (is_last != nullptr) {
    *is_last = 0;
  }
  return 1;
}

}  // namespace

// The turn of an ordered loop passes on with the next chunk, so the end of an iteration and of the loop need nothing.
#define MUSTER_DISPATCH(suffix, T, Step)                                                                            \
  MUSTER_KMP(void, __kmpc_dispatch_init_##suffix,                                                                   \
             (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t schedule, T lower, T upper, Step step, \
              Step chunk)) {                                                                                        \
    start_dispatch<T, Step>(runtime::current(), schedule, lower, upper, step, chunk, MUSTER_CALLER());              \
  }                                                                                                                 \
  MUSTER_KMP(                                                                                                       \
      std::int32_t, __kmpc_dispatch_next_##suffix,                                                                  \
      (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t* is_last, T* lower, T* upper, Step* step)) {  \
    return next<T, Step>(is_last, lower, upper, step);                                                              \
  }                                                                                                                 \
  MUSTER_KMP(void, __kmpc_dispatch_fini_##suffix, (Ident* /*place*/, std::int32_t /*global_number*/)) {}

MUSTER_DISPATCH(4, std::int32_t, std::int32_t)
MUSTER_DISPATCH(4u, std::uint32_t, std::int32_t)
MUSTER_DISPATCH(8, std::int64_t, std::int64_t)
MUSTER_DISPATCH(8u, std::uint64_t, std::int64_t)

MUSTER_KMP(void, __kmpc_dispatch_deinit, (Ident* /*place*/, std::int32_t /*global_number*/)) {}

}  // namespace muster::abi::kmp
