// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "affinity/subset.h"

#include <algorithm>

namespace muster::affinity {
namespace {

using settings::HwSubset;
using topology::Level;
using topology::Machine;

// One part of the subset while the CPUs go by in topological order.
class Counter {
 public:
  Counter() = default;
  Counter(const HwSubset::Part& part, Level parent, bool absolute)
      : part_(part), parent_(absolute ? Level::kMachine : parent) {}

  Level level() const { return part_.level; }

  bool admits(const Machine& machine, std::uint32_t cpu) {
    const std::uint32_t parent = machine.group(cpu, parent_);
    const std::uint32_t unit = machine.group(cpu, part_.level);
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

  bool was_too_large() const { return std::int64_t{part_.offset} + std::max(part_.count, 1) > most_; }

 private:
  HwSubset::Part part_;
  Level parent_ = Level::kPackage;
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
      if (machine.group(a, level) != machine.group(b, level)) {
        return machine.group(a, level) < machine.group(b, level);
      }
    }
    return a < b;
  });
}

std::optional<CpuSet> select(const Machine& machine, std::span<const std::uint16_t> order, const HwSubset& subset) {
  // Outermost first. Each level is there once at most.
  HwSubset::Part parts[HwSubset::kMaxParts];
  std::uint8_t count = 0;
  for (std::uint32_t rank = topology::kLevels - 1; rank-- > 0;) {
    for (std::uint8_t i = 0; i < subset.part_count; ++i) {
      if (subset.parts[i].level == machine.level_at(rank)) {
        parts[count++] = subset.parts[i];
      }
    }
  }
  Counter counters[HwSubset::kMaxParts];
  for (std::uint8_t i = 0; i < count; ++i) {
    const Level usual = usual_parent(parts[i].level);
    const bool between = i > 0 && machine.rank(parts[i - 1].level) < machine.rank(usual);
    counters[i] = Counter(parts[i], between ? parts[i - 1].level : usual, subset.absolute);
  }
  CpuSet selected;
  for (const std::uint16_t cpu : order) {
    const bool all =
        std::all_of(counters, counters + count, [&](Counter& counter) { return counter.admits(machine, cpu); });
    if (all) {
      selected.add(machine.os_cpu(cpu));
    }
  }
  const bool fits =
      std::none_of(counters, counters + count, [](const Counter& counter) { return counter.was_too_large(); });
  return fits && !is_empty(selected) ? std::optional<CpuSet>(selected) : std::nullopt;
}

}  // namespace muster::affinity
