// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collapsed loop nests as libomp's __kmpc_*rectang and __kmpc_for_collapsed_init take them. clang-19 makes none of the calls; layout
// and meaning of the fields, and what is written where, were found by calling libomp 19.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/static_loop.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {

// The type of a loop's bounds (32 and 64 bits only) or of its variable.
enum class NestType : std::int32_t { uint8, int8, uint16, int16, uint32, int32, uint64, int64 };

enum class Comparison : std::int32_t { less_or_equal, greater_or_equal, not_equal, less, greater };

// Bounds are constant + factor * variable of loop `outer`; both have the bounds' type, in the low half where it is of 32 bits.
struct NestBounds {
  NestType type;
  NestType variable_type;
  Comparison comparison;
  std::int32_t outer;
  std::uint64_t start;
  std::uint64_t start_factor;
  std::uint64_t bound;
  std::uint64_t bound_factor;
  std::int64_t step;
  std::uint64_t trip_count;
};
static_assert(sizeof(NestBounds) == 64);

namespace {

loops::LoopType loop_type(NestType type) {
  switch (type) {
    case NestType::uint32: return loops::LoopType::uint32;
    case NestType::int32: return loops::LoopType::int32;
    case NestType::uint64: return loops::LoopType::uint64;
    default: return loops::LoopType::int64;
  }
}

bool is_half_open(Comparison comparison) {
  return comparison != Comparison::less_or_equal && comparison != Comparison::greater_or_equal;
}

loops::NestedLoop nested_loop(const NestBounds& loop) {
  const loops::LoopType type = loop_type(loop.type);
  return {type,
          is_half_open(loop.comparison),
          static_cast<std::uint32_t>(loop.outer),
          {loop.start, loop.start_factor},
          {loop.bound, loop.bound_factor},
          static_cast<std::int64_t>(loops::narrowed(type, static_cast<std::uint64_t>(loop.step)))};
}

std::uint64_t as_variable(NestType type, std::uint64_t value) {
  switch (type) {
    case NestType::uint8: return static_cast<std::uint8_t>(value);
    case NestType::int8: return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int8_t>(value)));
    case NestType::uint16: return static_cast<std::uint16_t>(value);
    case NestType::int16:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int16_t>(value)));
    case NestType::uint32: return static_cast<std::uint32_t>(value);
    case NestType::int32:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(value)));
    case NestType::uint64:
    case NestType::int64: break;
  }
  return value;
}

// The caller finds the nest with <= and >= alone, and goes by that.
void make_closed(NestBounds& loop) {
  if (!is_half_open(loop.comparison)) return;
  const bool up = loop.comparison == Comparison::less || (loop.comparison == Comparison::not_equal && loop.step > 0);
  loop.comparison = up ? Comparison::less_or_equal : Comparison::greater_or_equal;
  const std::uint64_t bound = up ? loop.bound - 1 : loop.bound + 1;
  if (loop.type == NestType::uint32 || loop.type == NestType::int32) {
    // The other half is no part of the bound.
    loop.bound = (loop.bound & ~std::uint64_t{0xFFFFFFFF}) | static_cast<std::uint32_t>(bound);
  } else {
    loop.bound = bound;
  }
}

// One point of the nest, as both bounds' constant.
void set_point(NestBounds* nest, const NestBounds* original, const std::uint64_t* values, std::uint32_t depth,
               std::uint64_t NestBounds::* field) {
  for (std::uint32_t i = 0; i < depth; ++i) {
    nest[i].*field = as_variable(original[i].variable_type, values[i]);
  }
}

}  // namespace

// A nest without dependences: gives each loop its trip count and returns their product.
MUSTER_KMP(std::uint64_t, __kmpc_process_loop_nest_rectang,
           (Ident* /*place*/, std::int32_t /*global_number*/, NestBounds* nest, std::int32_t depth)) {
  std::uint64_t total = 1;
  for (std::int32_t i = 0; i < depth; ++i) {
    nest[i].trip_count = loops::space_of(nested_loop(nest[i]), 0).total;
    total *= nest[i].trip_count;
    make_closed(nest[i]);
  }
  return total;
}

// The variables of iteration `number` of a nest that the function above has seen.
MUSTER_KMP(void, __kmpc_calc_original_ivs_rectang,
           (Ident* /*place*/, std::uint64_t number, const NestBounds* nest, std::uint64_t* values,
            std::int32_t depth)) {
  for (std::int32_t i = depth - 1; i >= 0; --i) {
    const NestBounds& loop = nest[i];
    const std::uint64_t turn = number % loop.trip_count;
    number /= loop.trip_count;
    const std::uint64_t value = loop.start + turn * static_cast<std::uint64_t>(loop.step);
    values[i] = as_variable(loop.variable_type, loops::narrowed(loop_type(loop.type), value));
  }
}

// A thread's share of a nest, as static without a chunk divides it: from the point that `chunk` has as its starts to the point that it has
// as its bounds, in the order of the nest. Returns 0 where there is nothing for the thread; `chunk` is then not written.
MUSTER_KMP(std::int32_t, __kmpc_for_collapsed_init,
           (Ident* /*place*/, std::int32_t /*global_number*/, NestBounds* nest, NestBounds* chunk, std::int32_t depth,
            std::int32_t* is_last)) {
  const auto count = static_cast<std::uint32_t>(depth);
  auto* loops = static_cast<loops::NestedLoop*>(__builtin_alloca(count * sizeof(loops::NestedLoop)));
  auto* values = static_cast<std::uint64_t*>(__builtin_alloca(count * sizeof(std::uint64_t)));
  for (std::uint32_t i = 0; i < count; ++i) {
    loops[i] = nested_loop(nest[i]);
    make_closed(nest[i]);
  }
  const loops::LoopNest whole(loops, count, values);
  const std::uint64_t total = whole.count();
  const Share share = of_threads(runtime::current());
  const loops::Range block = loops::static_block(total, share.parts, share.number);
  if (is_last != nullptr) {
    *is_last = !block.empty() && block.last == total ? 1 : 0;
  }
  if (block.empty()) return 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    chunk[i] = nest[i];
    chunk[i].start_factor = chunk[i].bound_factor = chunk[i].trip_count = 0;
  }
  whole.locate(block.first);
  set_point(chunk, nest, values, count, &NestBounds::start);
  whole.locate(block.last - 1);
  set_point(chunk, nest, values, count, &NestBounds::bound);
  return 1;
}

}  // namespace muster::abi::kmp
