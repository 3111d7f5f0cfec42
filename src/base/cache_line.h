// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The unit in which memory moves between cores.
#pragma once

#include <cstddef>

namespace muster::base {

// x86-64 and the Arm server cores in use (Neoverse, Kunpeng, ThunderX2) transfer 64 bytes. Two fields that different
// threads write never share one such unit.
inline constexpr std::size_t kCacheLineBytes = 64;

}  // namespace muster::base
