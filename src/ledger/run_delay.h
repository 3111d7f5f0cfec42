// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a thread was ready to run while its CPU ran others: what oversubscription and other processes take from it.
#pragma once

#include <cstdint>

#include "ledger/clock.h"

namespace muster::ledger {

// Where a share of a region, or the wait for it, takes longer, the delay is looked up: about 1 us beside this is half a per cent.
inline std::uint64_t long_ticks() { return ticks_per_ms.load_relaxed() / 5; }

// The file that tells of the calling thread; -1 where the system keeps no such count.
std::int32_t open_run_delay();
void close_run_delay(std::int32_t file);

// Since the thread began; 0 where it is not known.
std::uint64_t run_delay_ns(std::int32_t file);

}  // namespace muster::ledger
