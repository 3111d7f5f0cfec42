// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whom a thief asks first: threads on CPUs that share a cache with its own, then those on the same NUMA node, then those in the same package, then
// all others; of equals in a circle that begins anywhere. Threads are where they last ran (waiting/presence.h), which is a hint.
//
// The machine is read when thieves have been busy for a while, so that no program pays for it at its start, and where all CPUs share one cache, or
// that is not known, everybody is as near as everybody else.
#pragma once

#include <cstdint>

#include "platform/native.h"
#include "topology/topology.h"

namespace muster::tasks {

class Nearness {
 public:
  // A cache, a NUMA node, a package, the machine.
  static constexpr std::uint32_t kRings = 4;

  // In the memory of the caller, zeroed.
  void read(const topology::Machine& machine);

  // The innermost ring that two CPUs, by their numbers from the kernel, have in common: 0 is the nearest. The outermost for a CPU that is not
  // known.
  std::uint32_t ring(std::int32_t cpu_a, std::int32_t cpu_b) const;

  // Whether it tells any two CPUs apart.
  static bool matters(const topology::Machine& machine);

 private:
  // One more than the group's number; 0: not known.
  struct Groups {
    std::uint16_t of[kRings - 1];
  };
  Groups cpus_[topology::kMaxCpus];
};

// Null as long as the machine has not been read, and where it does not matter.
//
// Ordering: N read    store release of nearness    pairs with O in tasks/find.h
//           O look    load acquire of nearness
inline constinit platform::Native::Atomic<const Nearness*> nearness{nullptr};

// Steals of one thread after which the machine is worth some milliseconds of it.
inline constexpr std::uint32_t kStealsBeforeNearness = 256;

// By any thread; only the first call does anything.
void learn_nearness();
// At unload.
void forget_nearness();

// What ring_of() says of a thread that has nothing, or is the caller.
inline constexpr std::uint32_t kNobody = ~std::uint32_t{0};

// Calls attempt(thread) for threads from 0 to `threads` - 1, in a circle from `first`, nearest first, until it returns something. Threads of which
// ring_of(thread) says kNobody are passed over. With one ring that is one round.
template <class RingOf, class Attempt>
auto visit_nearest_first(std::uint32_t threads, std::uint32_t first, const RingOf& ring_of, const Attempt& attempt)
    -> decltype(attempt(first)) {
  std::uint32_t rings = 1;
  for (std::uint32_t ring = 0; rings >> ring != 0; ++ring) {
    if ((rings >> ring & 1U) == 0) {
      continue;
    }
    std::uint32_t thread = first < threads ? first : 0;
    for (std::uint32_t i = 0; i < threads; ++i) {
      const std::uint32_t own_ring = ring_of(thread);
      if (own_ring == ring) {
        if (auto found = attempt(thread); found != nullptr) {
          return found;
        }
      } else if (own_ring != kNobody && own_ring > ring) {
        rings |= 1U << own_ring;
      }
      thread = thread + 1 < threads ? thread + 1 : 0;
    }
  }
  return nullptr;
}

}  // namespace muster::tasks
