// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libgomp's region: the primary initialises each thread's state; all pass a central barrier where idle threads wait, and one where the region ends.
#pragma once

#include "programs/peers.h"

namespace muster::simulate {

Outcome run_gomp_region(const PeerCosts& costs, const Course& course);

}  // namespace muster::simulate
