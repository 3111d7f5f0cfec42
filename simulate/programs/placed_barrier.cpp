// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/placed_barrier.h"

namespace muster::simulate {
namespace {

barriers::Position position_of(const void* context, std::uint32_t slot) {
  const LocatedTeam& located = *static_cast<const LocatedTeam*>(context);
  const std::uint32_t cpu = (*located.cpus)[slot];
  const auto group = [&](topology::Level level) {
    return static_cast<std::uint16_t>(located.machine->group(cpu, level));
  };
  return {
      {group(topology::Level::kLastLevelCache), group(topology::Level::kNumaNode), group(topology::Level::kPackage)}};
}

std::uint16_t node_of(const void* context, std::uint32_t slot) {
  const LocatedTeam& located = *static_cast<const LocatedTeam*>(context);
  return located.machine->os_node((*located.cpus)[slot]);
}

}  // namespace

std::uint32_t LocatedTeam::cpu_of(std::uint16_t node) const {
  std::uint32_t cpu = 0;
  while (machine->os_node(cpu) != node) {
    ++cpu;
  }
  return cpu;
}

barriers::Positions LocatedTeam::positions() const {
  return {.of = &position_of, .node_of = &node_of, .context = this, .slots = static_cast<std::uint32_t>(cpus->size())};
}

}  // namespace muster::simulate
