// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host is the only device: its numbers.
#pragma once

#include <cstdint>

namespace muster::abi::omp {

inline constexpr std::int32_t kHost = 0;
inline constexpr std::int32_t kInitialDevice = -1;  // omp_initial_device of OpenMP 5.2

inline bool is_host(std::int32_t device) { return device == kHost || device == kInitialDevice; }

}  // namespace muster::abi::omp
