// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of reductions/: how the threads' partial results meet, as a pure function of recorded inputs.
#pragma once

#include <cstdint>

namespace muster::reductions {

enum class Method : std::uint8_t {
  lock,    // each thread combines its own into the original, under a lock
  atomic,  // the same, variable by variable, with atomic operations that the compiler has made
  gather,  // parents combine their children's along the team's rooted barrier; the root combines into the original
};

// Everything that the choice depends on.
struct Situation {
  std::uint32_t threads = 1;
  std::uint32_t cpus = 1;
  std::uint32_t variables = 1;
  bool has_atomics = false;        // the compiler has made an atomic version
  bool has_combine = false;        // and a function that combines two threads' results
  bool can_gather = false;         // the team's barrier for reductions combines
  bool ends_with_barrier = false;  // the construct's own; else the threads go on, or to the join
  // What the user wants, where it can be done.
  bool is_forced = false;
  Method forced = Method::lock;
};

// With atomics a variable costs one line transfer a thread, one thread after another; under a lock they all share two, but threads
// wait for each other. A gather costs each thread the wait for the slowest, and about twice log_4 n transfers in all.
inline constexpr std::uint32_t kMostAtomicVariables = 4;
// Where n transfers one after another and a gather's levels cost the same: both are transfers, so nothing of the machine goes in. At a barrier
// of the construct's own a gather is half of it; else it is a barrier more. By `simulate reductions`, ten machines of 2 to 1,024 CPUs, without and with work between (--work-ns).
inline constexpr std::uint32_t kLargestSerialTeamAtBarrier = 8;
inline constexpr std::uint32_t kLargestSerialTeamElsewhere = 24;
// The same where threads would take a lock in turn, which costs each two transfers and more: no more than the smaller of the two.
inline constexpr std::uint32_t kLargestTeamAtLock = 8;

constexpr bool is_possible(Method method, const Situation& now) {
  switch (method) {
    case Method::lock: return true;
    case Method::atomic: return now.has_atomics && now.threads > 1;
    case Method::gather: break;
  }
  return now.has_combine && now.can_gather;
}

constexpr Method choose(const Situation& now) {
  if (now.is_forced && is_possible(now.forced, now)) {
    return now.forced;
  }
  // Threads that take turns on the CPUs are one after another anyway, and waiting costs them switches.
  const bool by_atomics = now.variables <= kMostAtomicVariables && is_possible(Method::atomic, now);
  const std::uint32_t atomic_team = now.ends_with_barrier ? kLargestSerialTeamAtBarrier : kLargestSerialTeamElsewhere;
  const std::uint32_t largest_serial = by_atomics ? atomic_team : kLargestTeamAtLock;
  if (now.threads > largest_serial && now.threads <= now.cpus && is_possible(Method::gather, now)) {
    return Method::gather;
  }
  return by_atomics ? Method::atomic : Method::lock;
}

}  // namespace muster::reductions
