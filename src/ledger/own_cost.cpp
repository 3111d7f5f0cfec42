// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger/own_cost.h"

namespace muster::ledger {

OwnCost measure_own_cost() {
  const auto clock = [] { return now_ticks(); };
  return OwnCostBy(clock).measure();
}

}  // namespace muster::ledger
