// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_for_static_init_*: a thread's share of a statically scheduled loop. Bounds are inclusive and are replaced in place.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/schedule.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

template <class T, class Step>
struct StaticLoop {
  std::int32_t* is_last;
  T* lower;
  T* upper;
  Step* stride;

  // Bounds between which no iteration lies, whatever the loop's own were: next to those of a loop that ends at the type's
  // limit there is no room.
  void make_empty(Step step) const {
    *lower = step > 0 ? T{1} : T{0};
    *upper = step > 0 ? T{0} : T{1};
    set_last(false);
  }
  void set_last(bool last) const {
    if (is_last != nullptr) {
      *is_last = last ? 1 : 0;
    }
  }
  void set(const loops::IterationSpace& space, const loops::Range& range) const {
    *lower = static_cast<T>(space.value_at(range.first));
    *upper = static_cast<T>(space.value_at(range.last - 1));
  }
};

template <class T, class Step>
void divide(const StaticLoop<T, Step>& loop, std::int32_t schedule, Step step, Step chunk, std::uint32_t threads,
            std::uint32_t number) {
  const loops::IterationSpace space = loops::closed<T, Step>(*loop.lower, *loop.upper, step);
  if (space.total == 0) {
    // The bounds already say so.
    *loop.stride = step;
    loop.set_last(false);
    return;
  }
  if (schedule != kStaticChunked || chunk < 1) {
    const loops::Range block = loops::static_block(space.total, threads, number);
    *loop.stride = static_cast<Step>(space.total * space.step);
    if (block.empty()) {
      loop.make_empty(step);
      return;
    }
    loop.set(space, block);
    loop.set_last(block.last == space.total);
    return;
  }
  // The caller goes on from its first chunk by the stride, and cuts the last one itself.
  const auto size = static_cast<std::uint64_t>(chunk);
  const std::uint64_t chunks = base::divide_rounding_up(space.total, size);
  *loop.stride = static_cast<Step>(size * space.step * threads);
  if (number >= chunks) {
    loop.make_empty(step);
    return;
  }
  const std::uint64_t first = number * size;
  *loop.lower = static_cast<T>(space.value_at(first));
  *loop.upper = static_cast<T>(space.value_at(first + size - 1));
  loop.set_last((chunks - 1) % threads == number);
}

template <class T, class Step>
void init(std::int32_t raw, const StaticLoop<T, Step>& loop, Step step, Step chunk) {
  const teams::Member& self = runtime::current();
  const std::int32_t code = decode(raw).code;
  if (code == kDistributeStatic || code == kDistributeStaticChunked) {
    const teams::LeaguePlace& place = teams::initial_team_of(self).place;
    divide(loop, code == kDistributeStatic ? kStatic : kStaticChunked, step, chunk, place.teams, place.number);
    return;
  }
  divide(loop, code, step, chunk, self.team_size, self.number);
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
