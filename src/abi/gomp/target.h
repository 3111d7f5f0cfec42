// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target as GCC calls it. What gcc-12 shows (-fdump-tree-optimized):
//
//   GOMP_target_ext(device, function, count, addresses, sizes, kinds, flags, depend, arguments)
//     function(addresses)  is the region for the host: it finds each variable by the address at its place in the list.
//     device      -1: the default device; -2: the if clause is false.
//     kinds       what is to be done, in the low byte, and the logarithm of the alignment in the high one.
//     flags       bit 0: nowait; bit 1, of GOMP_target_enter_exit_data: exit.
//     depend      null, or a list as GOMP_task takes it.
//     arguments   words that end with 0: in the low byte the device (0: any), with bit 7 the value is the next word, else it is
//                 in the bits from 16; in between what it is the value of.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/gomp/region.h"

namespace muster::abi::gomp {

enum TargetFlag : unsigned { kTargetNowait = 1U << 0 };

// The region gets a copy of the variable; all other kinds are, on the host, the variable itself.
inline constexpr unsigned kMapFirstprivate = 12;

inline constexpr std::int32_t kDefaultDevice = -1;
inline constexpr std::int32_t kHostFallback = -2;

struct TargetCall {
  Outlined function;
  std::size_t count;
  void** addresses;
  const std::size_t* sizes;
  const std::uint16_t* kinds;
  std::int32_t thread_limit;

  std::size_t alignment_of(std::size_t i) const { return std::size_t{1} << (kinds[i] >> 8U); }
  bool copies(std::size_t i) const { return (kinds[i] & 0xFFU) == kMapFirstprivate && addresses[i] != nullptr; }
  // Bytes for the list of addresses and all copies behind it, wherever they begin.
  std::size_t own_bytes() const;
  // The largest that a copy has, and at least that of any scalar.
  std::size_t largest_alignment() const;
  // Makes both in `own` and returns the list.
  void** build(std::byte* own) const;
};

// From GOMP_target_ext's arguments; 0: none.
std::int32_t thread_limit_in(void* const* arguments);

}  // namespace muster::abi::gomp
