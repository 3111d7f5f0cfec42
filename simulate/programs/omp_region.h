// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libomp's region: the primary lets the threads go, and gathers them, along one of four patterns.
#pragma once

#include <string>

#include "programs/peers.h"

namespace muster::simulate {

// `pattern`: linear, tree, hyper or dist.
Outcome run_omp_region(const std::string& pattern, const PeerCosts& costs, const Course& course);

}  // namespace muster::simulate
