// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the ledger itself takes of the time that it books. Most of that is booked as work, as a construct is told within the code around it, and
// where the work is a few nanoseconds it would be taken for more than there is.
#pragma once

#include <cstdint>

namespace muster::ledger {

struct OwnCost {
  std::uint64_t clock_ticks = 0;      // of one reading of the clock
  std::uint64_t construct_ticks = 0;  // of a construct that begins and ends, with its readings
  std::uint64_t interval_ticks = 0;   // of an interval in which nothing is done, as it is booked; rounded down
};

// The least of several tries, rounded up; 0 where there is no memory to try with, or the clock does not move. Takes some microseconds. Thread-safe.
OwnCost measure_own_cost();

}  // namespace muster::ledger
