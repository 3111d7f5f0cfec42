// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A worksharing loop as a count of logical iterations 0 .. total - 1 (OpenMP 5.2, 11.5: the logical iteration space), so that
// one implementation serves int, long, unsigned and downward loops.
#pragma once

#include <cstdint>
#include <type_traits>

namespace muster::loops {

// A run of logical iterations: first <= i < last.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  std::uint64_t size() const { return last - first; }
  bool empty() const { return first == last; }
};

// All arithmetic is modulo 2^64: right for each width and sign, because the caller narrows values again.
struct IterationSpace {
  std::uint64_t start = 0;
  std::uint64_t step = 1;
  std::uint64_t total = 0;
  // The end of a half-open loop as the program wrote it, which need not be a whole number of steps away.
  std::uint64_t end = 0;

  std::uint64_t value_at(std::uint64_t iteration) const { return start + iteration * step; }
  // The exclusive end of a chunk. GCC-built code takes the chunk whose end equals the loop's for the last one.
  std::uint64_t end_of(const Range& chunk) const { return chunk.last == total ? end : value_at(chunk.last); }
};

// for (T i = start; i < end; i += step), or i > end when step is negative. A loop whose iterations number 2^64 cannot be
// written with an exclusive end.
template <class T, class Step = std::make_signed_t<T>>
constexpr IterationSpace half_open(T start, T end, Step step) {
  using U = std::make_unsigned_t<T>;
  const bool up = step > 0;
  IterationSpace space{static_cast<std::uint64_t>(start), static_cast<std::uint64_t>(static_cast<std::int64_t>(step)),
                       0, static_cast<std::uint64_t>(end)};
  if (step == 0 || (up ? !(start < end) : !(start > end))) {
    return space;
  }
  const U distance = up ? static_cast<U>(static_cast<U>(end) - static_cast<U>(start))
                        : static_cast<U>(static_cast<U>(start) - static_cast<U>(end));
  const U stride = up ? static_cast<U>(step) : static_cast<U>(U{0} - static_cast<U>(step));
  space.total = static_cast<std::uint64_t>((distance - 1) / stride) + 1;
  return space;
}

// for (T i = start; i <= last; i += step), or i >= last when step is negative: the form of Clang's calls. A loop of 2^64
// iterations counts as 2^64 - 1.
template <class T, class Step = std::make_signed_t<T>>
constexpr IterationSpace closed(T start, T last, Step step) {
  using U = std::make_unsigned_t<T>;
  const bool up = step > 0;
  if (step == 0 || (up ? last < start : start < last)) {
    return {static_cast<std::uint64_t>(start), static_cast<std::uint64_t>(static_cast<std::int64_t>(step)), 0, 0};
  }
  const U distance = up ? static_cast<U>(static_cast<U>(last) - static_cast<U>(start))
                        : static_cast<U>(static_cast<U>(start) - static_cast<U>(last));
  const U stride = up ? static_cast<U>(step) : static_cast<U>(U{0} - static_cast<U>(step));
  const std::uint64_t whole = static_cast<std::uint64_t>(distance / stride);
  const std::uint64_t total = whole == ~std::uint64_t{0} ? whole : whole + 1;
  return {static_cast<std::uint64_t>(start), static_cast<std::uint64_t>(static_cast<std::int64_t>(step)), total, 0};
}

}  // namespace muster::loops
