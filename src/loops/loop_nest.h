// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collapsed loops whose bounds may depend on an outer variable (OpenMP 5.2, 4.4.1 and 4.4.3): how many iterations the nest has, and
// which one is the k-th, as pure functions.
#pragma once

#include <cstdint>

#include "loops/iteration_space.h"

namespace muster::loops {

enum class LoopType : std::uint8_t { uint32, int32, uint64, int64 };

// constant + factor * (variable of the outer loop).
struct NestedBound {
  std::uint64_t constant = 0;
  std::uint64_t factor = 0;

  std::uint64_t at(std::uint64_t outer_value) const { return constant + factor * outer_value; }
};

struct NestedLoop {
  LoopType type = LoopType::int64;
  bool is_half_open = false;  // the bound itself is not reached
  std::uint32_t outer = 0;    // the loop on whose variable the bounds depend; any where both factors are 0
  NestedBound start;
  NestedBound bound;
  std::int64_t step = 1;

  bool depends() const { return (start.factor | bound.factor) != 0; }
};

namespace detail {

template <class T>
IterationSpace space_as(const NestedLoop& loop, std::uint64_t outer_value) {
  const auto start = static_cast<T>(loop.start.at(outer_value));
  const auto bound = static_cast<T>(loop.bound.at(outer_value));
  return loop.is_half_open ? half_open<T>(start, bound, static_cast<std::make_signed_t<T>>(loop.step))
                           : closed<T>(start, bound, static_cast<std::make_signed_t<T>>(loop.step));
}

}  // namespace detail

inline IterationSpace space_of(const NestedLoop& loop, std::uint64_t outer_value) {
  switch (loop.type) {
    case LoopType::uint32: return detail::space_as<std::uint32_t>(loop, outer_value);
    case LoopType::int32: return detail::space_as<std::int32_t>(loop, outer_value);
    case LoopType::uint64: return detail::space_as<std::uint64_t>(loop, outer_value);
    case LoopType::int64: break;
  }
  return detail::space_as<std::int64_t>(loop, outer_value);
}

// The value as the loop's type has it, extended to 64 bits by its sign.
inline std::uint64_t narrowed(LoopType type, std::uint64_t value) {
  switch (type) {
    case LoopType::uint32: return static_cast<std::uint32_t>(value);
    case LoopType::int32:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(value)));
    case LoopType::uint64:
    case LoopType::int64: break;
  }
  return value;
}

// Rectangular parts are counted by multiplication. A loop on which a deeper one depends is walked, so the cost of each function is
// the number of iterations of such loops: of a triangle its rows.
class LoopNest {
 public:
  // `values` has room for a number a loop.
  LoopNest(const NestedLoop* loops, std::uint32_t depth, std::uint64_t* values)
      : loops_(loops), depth_(depth), values_(values) {}

  std::uint64_t count() const { return count_from(0); }

  // The variables of iteration `number`, outermost first, in `values`. `number` is less than count().
  void locate(std::uint64_t number) const {
    for (std::uint32_t level = 0; level < depth_; ++level) {
      const IterationSpace space = space_at(level);
      std::uint64_t turn = 0;
      if (decides(level)) {
        for (;; ++turn) {
          set(level, space, turn);
          const std::uint64_t inner = count_from(level + 1);
          if (number < inner) break;
          number -= inner;
        }
        continue;
      }
      const std::uint64_t inner = count_from(level + 1);
      turn = number / inner;
      number -= turn * inner;
      set(level, space, turn);
    }
  }

 private:
  IterationSpace space_at(std::uint32_t level) const {
    const NestedLoop& loop = loops_[level];
    return space_of(loop, loop.depends() ? values_[loop.outer] : 0);
  }

  void set(std::uint32_t level, const IterationSpace& space, std::uint64_t turn) const {
    values_[level] = narrowed(loops_[level].type, space.value_at(turn));
  }

  // Whether a deeper loop depends on the variable of this one.
  bool decides(std::uint32_t level) const {
    for (std::uint32_t deeper = level + 1; deeper < depth_; ++deeper) {
      if (loops_[deeper].outer == level && loops_[deeper].depends()) return true;
    }
    return false;
  }

  std::uint64_t count_from(std::uint32_t level) const {
    std::uint64_t product = 1;
    for (; level < depth_; ++level) {
      const IterationSpace space = space_at(level);
      if (space.total == 0) return 0;
      if (!decides(level)) {
        product *= space.total;
        continue;
      }
      std::uint64_t sum = 0;
      for (std::uint64_t turn = 0; turn < space.total; ++turn) {
        set(level, space, turn);
        sum += count_from(level + 1);
      }
      return product * sum;
    }
    return product;
  }

  const NestedLoop* loops_;
  std::uint32_t depth_;
  std::uint64_t* values_;
};

}  // namespace muster::loops
