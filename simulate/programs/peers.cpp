// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/peers.h"

#include <algorithm>
#include <stdexcept>

#include "programs/gomp_region.h"
#include "programs/omp_region.h"

namespace muster::simulate {

std::vector<std::string> peer_patterns() { return {"central", "linear", "tree", "hyper", "dist"}; }

Outcome run_peer_region(const std::string& pattern, const PeerCosts& costs, const Course& course) {
  const std::vector<std::string> all = peer_patterns();
  if (std::ranges::find(all, pattern) == all.end()) {
    throw std::invalid_argument("no peer has a pattern called " + pattern);
  }
  return pattern == "central" ? run_gomp_region(costs, course) : run_omp_region(pattern, costs, course);
}

}  // namespace muster::simulate
