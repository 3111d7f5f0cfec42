// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "affinity/subset.h"

#include <algorithm>

namespace muster::affinity {
namespace {

using settings::HwSubset;
using topology::Level;
using topology::Machine;

// Where a unit stands between the levels of the machine, outermost last: caches of the first and second level around the core.
std::uint32_t position(const Machine& machine, const HwSubset::Part& part) {
  constexpr std::uint32_t kSteps = topology::MachineCpu::kCaches + 1;
  return part.cache != 0 ? machine.rank(Level::kCore) * kSteps + part.cache : machine.rank(part.level) * kSteps;
}

std::uint32_t unit_of(const Machine& machine, std::uint32_t cpu, const HwSubset::Part& part) {
  return part.cache != 0 ? machine.cache(cpu, part.cache) : machine.group(cpu, part.level);
}

// One part of the subset while the CPUs go by in topological order.
class Counter {
 public:
  Counter() = default;
  // `parent`: a unit with the level or cache in which units of this one are counted.
  Counter(const HwSubset::Part& part, const HwSubset::Part& parent) : part_(part), parent_(parent) {}

  bool concerns(const Machine& machine, std::uint32_t cpu) const {
    return (part_.type == topology::CoreType::kUnknown || part_.type == machine.core_type(cpu)) &&
           (part_.efficiency < 0 || static_cast<std::uint32_t>(part_.efficiency) == machine.efficiency(cpu));
  }

  bool admits(const Machine& machine, std::uint32_t cpu) {
    if (!concerns(machine, cpu)) {
      return false;
    }
    const std::uint32_t parent = unit_of(machine, cpu, parent_);
    const std::uint32_t unit = unit_of(machine, cpu, part_);
    if (!begun_ || parent != last_parent_) {
      ordinal_ = 0;
    } else if (unit != last_unit_) {
      ++ordinal_;
    }
    begun_ = true;
    last_parent_ = parent;
    last_unit_ = unit;
    most_ = std::max(most_, ordinal_ + 1);
    const std::int64_t above = ordinal_ - std::int64_t{part_.offset};
    return above >= 0 && (part_.count == 0 || above < part_.count);
  }

  bool asked_for_more() const { return std::int64_t{part_.offset} + std::max(part_.count, 1) > most_; }

 private:
  HwSubset::Part part_;
  HwSubset::Part parent_;
  bool begun_ = false;
  std::uint32_t last_parent_ = 0;
  std::uint32_t last_unit_ = 0;
  std::int64_t ordinal_ = 0;
  std::int64_t most_ = 0;
};

// What a unit is counted in where no part between the two says otherwise: threads in cores, cores in dies, and so on.
Level usual_parent(Level level) {
  switch (level) {
    case Level::kThread: return Level::kCore;
    case Level::kCore:
    case Level::kLastLevelCache: return Level::kDie;
    case Level::kPackage: return Level::kMachine;
    default: return Level::kPackage;
  }
}

}  // namespace

void sort_by_topology(const Machine& machine, std::span<std::uint16_t> order) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<std::uint16_t>(i);
  }
  std::sort(order.begin(), order.end(), [&machine](std::uint16_t a, std::uint16_t b) {
    for (std::uint32_t rank = topology::kLevels - 1; rank-- > 0;) {
      const Level level = machine.level_at(rank);
      if (level == Level::kCore && machine.cache(a, 2) != machine.cache(b, 2)) {
        return machine.cache(a, 2) < machine.cache(b, 2);
      }
      if (machine.group(a, level) != machine.group(b, level)) {
        return machine.group(a, level) < machine.group(b, level);
      }
    }
    return a < b;
  });
}

namespace {

// Outermost first.
std::uint8_t sorted_parts(const Machine& machine, const HwSubset& subset, HwSubset::Part* parts) {
  std::copy(subset.parts, subset.parts + subset.part_count, parts);
  std::sort(parts, parts + subset.part_count, [&machine](const HwSubset::Part& a, const HwSubset::Part& b) {
    return position(machine, a) > position(machine, b);
  });
  return subset.part_count;
}

// What the part at `index` is counted in: the next part outside of it, or what is usual if that is nearer.
HwSubset::Part parent_of(const Machine& machine, const HwSubset::Part* parts, std::uint8_t index, bool absolute) {
  HwSubset::Part parent;
  const HwSubset::Part& part = parts[index];
  parent.level = absolute ? Level::kMachine : usual_parent(part.cache != 0 ? Level::kCore : part.level);
  for (std::uint8_t i = index; i-- > 0 && !absolute;) {
    if (position(machine, parts[i]) != position(machine, part)) {
      return position(machine, parts[i]) < position(machine, parent) ? parts[i] : parent;
    }
  }
  return parent;
}

}  // namespace

bool knows_caches(const Machine& machine, const HwSubset& subset) {
  for (std::uint8_t i = 0; i < subset.part_count; ++i) {
    for (std::uint32_t cpu = 0; cpu < machine.cpu_count() && subset.parts[i].cache != 0; ++cpu) {
      if (machine.cache(cpu, subset.parts[i].cache) == topology::kNoCache) {
        return false;
      }
    }
  }
  return true;
}

namespace {

bool has_kinds_of_cores(const Machine& machine) {
  for (std::uint32_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
    if (machine.core_type(cpu) != topology::CoreType::kUnknown || machine.efficiency(cpu) != machine.efficiency(0)) {
      return true;
    }
  }
  return false;
}

// Cores of one kind are what a single part about a kind of core gets where all are alike. False: several parts are about kinds.
bool drop_kinds(HwSubset::Part* parts, std::uint8_t count, bool& dropped) {
  for (std::uint8_t i = 0; i < count; ++i) {
    if (!parts[i].has_attribute()) continue;
    if (dropped) return false;
    dropped = true;
    parts[i].type = topology::CoreType::kUnknown;
    parts[i].efficiency = -1;
  }
  return true;
}

}  // namespace

Selection select(const Machine& machine, std::span<const std::uint16_t> order, const HwSubset& subset) {
  HwSubset::Part parts[HwSubset::kMaxParts];
  Counter counters[HwSubset::kMaxParts];
  Selection selection;
  const std::uint8_t count = sorted_parts(machine, subset, parts);
  if (!has_kinds_of_cores(machine) && !drop_kinds(parts, count, selection.ignores_kinds)) {
    return selection;
  }
  for (std::uint8_t i = 0; i < count; ++i) {
    counters[i] = Counter(parts[i], parent_of(machine, parts, i, subset.absolute));
  }
  for (const std::uint16_t cpu : order) {
    bool all = true;
    for (std::uint8_t i = 0; i < count && all;) {
      // Cores of several kinds are alternatives.
      bool any = false;
      const std::uint32_t here = position(machine, parts[i]);
      for (; i < count && position(machine, parts[i]) == here; ++i) {
        any = counters[i].admits(machine, cpu) || any;
      }
      all = any;
    }
    if (all) {
      selection.cpus.add(machine.os_cpu(cpu));
    }
  }
  selection.is_short =
      std::any_of(counters, counters + count, [](const Counter& counter) { return counter.asked_for_more(); });
  return selection;
}

}  // namespace muster::affinity
