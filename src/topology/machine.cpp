// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Questions to a machine.
#include "topology/machine.h"

namespace muster::topology {
namespace {

constexpr std::array<std::string_view, kLevels> kNames{"thread", "core", "l3", "numa", "die", "package", "machine"};

std::uint32_t group_of(const MachineCpu& cpu, Level level) { return cpu.groups[static_cast<std::size_t>(level) - 1]; }

}  // namespace

std::string_view name_of(Level level) { return kNames[static_cast<std::size_t>(level)]; }

Machine::Machine(std::span<const MachineCpu> cpus) : cpus_(cpus) {
  if (cpus.empty()) {
    return;
  }
  counts_[static_cast<std::size_t>(Level::kThread)] = cpu_count();
  counts_[static_cast<std::size_t>(Level::kMachine)] = 1;
  for (const Level level : {Level::kCore, Level::kLastLevelCache, Level::kNumaNode, Level::kDie, Level::kPackage}) {
    std::uint32_t& groups = counts_[static_cast<std::size_t>(level)];
    for (const MachineCpu& cpu : cpus) {
      const std::uint32_t needed = group_of(cpu, level) + 1;
      groups = groups < needed ? needed : groups;
    }
  }
  // A level whose groups lie within those of another has at least as many of them. Sort the middle of the nesting by
  // that; equal numbers keep the usual order (insertion sort is stable).
  for (std::size_t sorted = 2; sorted + 1 < kLevels; ++sorted) {
    for (std::size_t at = sorted; at > 1 && count(order_[at - 1]) < count(order_[at]); --at) {
      const Level inner = order_[at];
      order_[at] = order_[at - 1];
      order_[at - 1] = inner;
    }
  }
}

std::uint32_t Machine::group(std::uint32_t cpu, Level level) const {
  switch (level) {
    case Level::kThread: return cpu;
    case Level::kMachine: return 0;
    default: return group_of(cpus_[cpu], level);
  }
}

Level Machine::distance(std::uint32_t cpu_a, std::uint32_t cpu_b) const {
  for (const Level level : order_) {
    if (group(cpu_a, level) == group(cpu_b, level)) {
      return level;
    }
  }
  return Level::kMachine;
}

std::uint32_t Machine::rank(Level level) const {
  std::uint32_t rank = 0;
  while (order_[rank] != level) {
    ++rank;
  }
  return rank;
}

std::optional<std::uint32_t> Machine::index_of(std::uint32_t os_cpu) const {
  std::uint32_t low = 0;
  std::uint32_t high = cpu_count();
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (cpus_[middle].os_cpu < os_cpu) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < cpu_count() && cpus_[low].os_cpu == os_cpu ? std::optional<std::uint32_t>(low) : std::nullopt;
}

}  // namespace muster::topology
