// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ledger's clock: the CPU's counter where it is steady (10 ns a reading on the reference machine, an EPYC under KVM, 2026-11-23;
// clock_gettime takes 22), else nanoseconds of CLOCK_MONOTONIC.
#pragma once

#include <cstdint>

#include "platform/native.h"

namespace muster::ledger {

// Set once by start().
inline constinit bool ticks_are_steady = false;

// How many ticks a millisecond has, as far as that is known: any figure will do at first. mark_clocks() writes it.
inline constinit platform::Native::Atomic<std::uint64_t> ticks_per_ms{2'500'000};

inline std::uint64_t now_ticks() { return ticks_are_steady ? platform::cpu::ticks() : platform::Native::now_ns(); }

}  // namespace muster::ledger
