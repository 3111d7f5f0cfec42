// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Fortran spellings of the API. Arguments come by reference; `_` takes default integers of 4 bytes and `_8_` those of
// 8 (gfortran -fdefault-integer-8). Functions without arguments, and those whose only argument is a pointer anyway, are
// aliases of the C function (MUSTER_OMP_ALIAS). Logical values are integers, 0 is false.
#pragma once

#include <cstdint>
#include <limits>

#include "abi/exports/export.h"

namespace muster::abi {

constexpr std::int32_t saturate(std::int64_t value) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(value < kLeast ? kLeast : value > kMost ? kMost : value);
}

// type name(int) as name_(int32*) and name_8_(int64*).
#define MUSTER_OMP_BY_REFERENCE(node, type, name)                                       \
  MUSTER_OMP(node, type, name##_, (const std::int32_t* value)) { return name(*value); } \
  MUSTER_OMP(node, type, name##_8_, (const std::int64_t* value)) { return name(saturate(*value)); }

}  // namespace muster::abi
