// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "affinity/topology_places.h"

#include <algorithm>

namespace muster::affinity {
namespace {

using settings::AffinityType;
using topology::Level;
using topology::Machine;

// libomp sorts by what every machine has.
constexpr Level kSorted[] = {Level::kPackage, Level::kCore, Level::kThread};
constexpr std::uint32_t kDepth = 3;

// The number of a CPU's unit in the unit around it.
struct Position {
  std::uint32_t ordinals[kDepth];
};

// Walks the usable CPUs in topological order.
template <class Visit>
void for_each(const Usable& usable, const Visit& visit) {
  for (const std::uint16_t cpu : usable.order) {
    if (usable.cpus.contains(usable.machine.os_cpu(cpu))) {
      visit(cpu);
    }
  }
}

// Positions of CPUs that come in topological order.
class Walk {
 public:
  explicit Walk(const Machine& machine) : machine_(machine) {}

  Position next(std::uint32_t cpu) {
    bool inside_new = false;
    for (std::uint32_t level = 0; level < kDepth; ++level) {
      const std::uint32_t unit = machine_.group(cpu, kSorted[level]);
      if (!begun_ || inside_new) {
        at_.ordinals[level] = 0;
      } else if (unit != last_[level]) {
        ++at_.ordinals[level];
        inside_new = true;
      }
      last_[level] = unit;
    }
    begun_ = true;
    return at_;
  }

 private:
  const Machine& machine_;
  Position at_{};
  std::uint32_t last_[kDepth] = {};
  bool begun_ = false;
};

// A number that sorts as wanted, with the CPU in its last 16 bits. The most significant first: the `inner` innermost levels, the
// innermost of them first, then the others from outside.
std::uint64_t sort_key(const Position& position, std::uint32_t inner, std::uint16_t cpu) {
  static_assert(topology::kMaxCpus <= 1U << 16);
  std::uint64_t key = 0;
  for (std::uint32_t i = 0; i < kDepth; ++i) {
    key = key << 16 | position.ordinals[i < inner ? kDepth - 1 - i : i - inner];
  }
  return key << 16 | cpu;
}

std::uint32_t inner_levels(const settings::AffinityPolicy& affinity) {
  const auto permute = std::min(static_cast<std::uint32_t>(affinity.permute), kDepth - 1);
  // Scatter is compact with the significance of all levels turned round.
  return affinity.type == AffinityType::scatter ? kDepth - 1 - permute : permute;
}

}  // namespace

CpuSet group_of(const Usable& usable, std::uint32_t cpu, Level level) {
  CpuSet group;
  for_each(usable, [&](std::uint32_t other) {
    if (usable.machine.group(other, level) == usable.machine.group(cpu, level)) {
      group.add(usable.machine.os_cpu(other));
    }
  });
  return group;
}

// Groups of different levels may cross, as in a virtual machine whose NUMA nodes span its sockets. Then the CPUs of a group are not neighbours.
void add_groups(const Usable& usable, Level level, std::span<std::uint64_t> scratch, PlaceBuffer& places) {
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  const std::span<std::uint64_t> place_of_group = scratch.first(usable.machine.count(level));
  std::fill(place_of_group.begin(), place_of_group.end(), kNone);
  for_each(usable, [&](std::uint32_t cpu) {
    std::uint64_t& place = place_of_group[usable.machine.group(cpu, level)];
    if (place == kNone) {
      const std::size_t next = places.places().size();
      place = places.add(CpuSet{}) ? next : kNone;
    }
    if (place != kNone) {
      places.widen(place, usable.machine.os_cpu(cpu));
    }
  });
}

void add_in_type_order(const Usable& usable, const settings::AffinityPolicy& affinity, std::span<std::uint64_t> scratch,
                       PlaceBuffer& places) {
  std::size_t count = 0;
  Walk walk(usable.machine);
  for_each(usable,
           [&](std::uint16_t cpu) { scratch[count++] = sort_key(walk.next(cpu), inner_levels(affinity), cpu); });
  std::sort(scratch.begin(), scratch.begin() + static_cast<std::ptrdiff_t>(count));
  for (std::size_t i = 0; i < count; ++i) {
    places.add(group_of(usable, static_cast<std::uint16_t>(scratch[i]), affinity.granularity));
  }
}

std::uint32_t threads_per_core(const Usable& usable) {
  std::uint32_t in_each = 0;
  std::uint32_t in_this = 0;
  std::uint32_t core = 0;
  bool uniform = true;
  const auto close_core = [&] {
    uniform = uniform && (in_each == 0 || in_each == in_this);
    in_each = in_this;
    in_this = 0;
  };
  for_each(usable, [&](std::uint32_t cpu) {
    if (in_this != 0 && usable.machine.group(cpu, Level::kCore) != core) {
      close_core();
    }
    core = usable.machine.group(cpu, Level::kCore);
    ++in_this;
  });
  close_core();
  return uniform && in_each != 0 ? in_each : 1;
}

}  // namespace muster::affinity
