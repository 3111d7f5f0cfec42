// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of ledger/: where the time of each thread goes, by construct, in a file of fixed size (docs/ledger.md).
#pragma once

#include <cstdint>

namespace muster::ledger {

// What the file says of the process beside its times.
struct Surroundings {
  // MUSTER_LEDGER; "%p" stands for the number of the process.
  const char* path = "";
  std::uint32_t cpus = 1;          // that the process may use
  std::uint32_t quota_cpus = 0;    // of the cgroup; 0: none
  std::uint32_t default_team = 1;  // threads
  std::uint32_t max_active_levels = 1;
  std::uint64_t blocktime_ns = 0;
  bool bound = false;        // OMP_PROC_BIND and the like
  bool wait_active = false;  // OMP_WAIT_POLICY
  bool wait_passive = false;
  bool dynamic = false;  // OMP_DYNAMIC
};

// Opens the file and listens from now on. Null, or what is wrong with the file ("which cannot be opened"); the ledger is off then. Before the
// first use of OpenMP is answered; not thread-safe.
const char* start(const Surroundings& surroundings);

// Whether start() has been called, in this process or, before fork(2), in one that it comes from.
bool has_started();

// The process is about to end: the file gets the moment. Threads may go on. Does nothing while the ledger is off.
void finish();

// In a child made by fork(2): the file is the parent's, and this process keeps none.
void forget_after_fork();

}  // namespace muster::ledger
