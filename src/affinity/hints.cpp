// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "affinity/hints.h"

#include <optional>

namespace muster::affinity {
namespace {

using topology::Level;

// A word for each core: what is known of it, and above that how many threads have this core alone.
constexpr std::uint64_t kListed = 1;   // in a place of the list
constexpr std::uint64_t kReached = 2;  // in a place of a thread
constexpr std::uint64_t kAlone = 4;

struct Cores {
  const topology::Machine& machine;
  std::span<std::uint64_t> words;

  // Calls visit(core) for each CPU of the place that the machine has.
  template <class Visit>
  void for_each(const topology::CpuSet& place, const Visit& visit) {
    for (std::uint32_t cpu = place.next(0); cpu < topology::kMaxCpus; cpu = place.next(cpu + 1)) {
      if (const std::optional<std::uint32_t> index = machine.index_of(cpu)) {
        visit(machine.group(*index, Level::kCore));
      }
    }
  }

  void add_place(const topology::CpuSet& place) {
    for_each(place, [&](std::uint32_t core) { words[core] |= kListed; });
  }

  // A thread whose place spans cores may go to another one.
  void add_thread(const topology::CpuSet& place) {
    std::uint32_t one = 0;
    std::uint32_t found = 0;
    for_each(place, [&](std::uint32_t core) {
      words[core] |= kReached;
      found = found == 0 || (found == 1 && core == one) ? 1 : 2;
      one = core;
    });
    words[one] += found == 1 ? kAlone : 0;
  }
};

}  // namespace

Hints hints_of(const Plan& plan, Policy policy, std::uint32_t team, const topology::Machine& machine,
               std::span<std::uint64_t> scratch) {
  Hints hints;
  if (team < 2) {
    return hints;
  }
  if (policy == Policy::none || plan.places.empty()) {
    const std::uint32_t nodes = machine.count(Level::kNumaNode);
    hints.unbound_nodes = nodes > 1 ? nodes : 0;
    hints.team = nodes > 1 ? team : 0;
    return hints;
  }
  Cores cores{machine, scratch.first(machine.count(Level::kCore))};
  for (std::uint64_t& word : cores.words) {
    word = 0;
  }
  for (const topology::CpuSet& place : plan.places) {
    cores.add_place(place);
  }
  const TeamBinding binding{policy, 0, {0, static_cast<std::uint16_t>(plan.places.size())}};
  // Whether a core has one thread or more is all that is asked.
  for (std::uint32_t slot = 0; slot < telling_slots(binding, team, 2); ++slot) {
    const std::uint32_t number = number_of_slot(binding, team, slot);
    cores.add_thread(plan.places[assign(binding, {team, number, slot}, plan.list).place]);
  }
  std::uint32_t shared = 0;
  std::uint32_t free = 0;
  for (const std::uint64_t word : cores.words) {
    shared += word / kAlone > 1 ? 1 : 0;
    free += (word & (kListed | kReached)) == kListed ? 1 : 0;
  }
  return shared != 0 && free != 0 ? Hints{team, 0, shared, free} : hints;
}

}  // namespace muster::affinity
