// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// primecount 1e17 with 192 threads that are not bound, as libomp runs it: how it divides its work, and how the threads are made, wait and are woken.
#pragma once

#include <cstdint>
#include <string>

#include "engine/simulation.h"

namespace muster::simulate {

struct PrimecountCase {
  // libomp's fork/join barrier: hyper or dist.
  std::string pattern = "hyper";
  // kNever: infinite, as by OMP_WAIT_POLICY=ACTIVE.
  Time blocktime = kNever;
};

struct PrimecountOutcome {
  double ms = 0;
  // As the kernel counts them, when a thread leaves its CPU: to another that waits for it, to sleep, or as it ends.
  std::uint64_t switches = 0;
  std::uint64_t sleeps = 0;
  std::uint64_t yields = 0;
  // CPUs on which two threads or more were at the end.
  std::uint32_t shared_cpus = 0;
};

PrimecountOutcome run_primecount(const Machine& machine, const PrimecountCase& wanted, std::uint64_t seed);

}  // namespace muster::simulate
