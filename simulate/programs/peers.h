// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions with the structure of the peers: which words are written by whom, in which order, and what the primary does for each thread. Their instructions
// are two constants for each peer, which are fitted to published figures; the rest follows from the lines. Threads spin.
//
// Source    GNU libgomp (team.c, config/linux/bar.h) and LLVM libomp (kmp_barrier.cpp), as their documentation, talks and bug reports describe them:
//           GCC bug 119588 (a central barrier, and an initialisation of each thread's state by the primary at each fork), LLVM review D103121 (dist).
#pragma once

#include <string>
#include <vector>

#include "programs/program.h"

namespace muster::simulate {

// What the peers' instructions cost beside the accesses that are simulated. The defaults are what `muster simulate validate` fits to published figures.
struct PeerCosts {
  // libgomp: of the primary, for each thread that it initialises.
  double gomp_thread_ns = 110;
  // libomp: of the primary, from the call to the first thread that it lets go and from the join to the return; of the thread that lets another go;
  // and of each thread for each level of the pattern at which it waits for others, or lets others go.
  double omp_fork_ns = 2600;
  double omp_thread_ns = 170;
  double omp_level_ns = 400;
};

// "central" is libgomp's; "linear", "tree", "hyper" and "dist" are libomp's.
std::vector<std::string> peer_patterns();
Outcome run_peer_region(const std::string& pattern, const PeerCosts& costs, const Course& course);

}  // namespace muster::simulate
