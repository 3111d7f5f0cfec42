// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/nearness.h"

#include "platform/pages.h"

namespace muster::tasks {
namespace {

using topology::Level;

// As they nest: a NUMA node may span packages.
struct Rings {
  Level levels[Nearness::kRings - 1] = {Level::kLastLevelCache, Level::kNumaNode, Level::kPackage};

  explicit Rings(const topology::Machine& machine) {
    if (machine.rank(levels[1]) > machine.rank(levels[2])) {
      levels[1] = Level::kPackage;
      levels[2] = Level::kNumaNode;
    }
  }
};

constinit platform::Native::Atomic<bool> asked{false};

const Nearness* read_nearness() {
  constexpr std::size_t kBytes = topology::kMaxCpus * sizeof(topology::MachineCpu);
  auto* cpus = static_cast<topology::MachineCpu*>(platform::allocate_pages(kBytes));
  if (cpus == nullptr) {
    return nullptr;
  }
  const topology::Machine machine = topology::read_machine("", topology::affinity_mask(), {cpus, topology::kMaxCpus});
  Nearness* made = nullptr;
  if (Nearness::matters(machine)) {
    made = static_cast<Nearness*>(platform::allocate_pages(sizeof(Nearness)));
    if (made != nullptr) {
      made->read(machine);
    }
  }
  platform::free_pages(cpus, kBytes);
  return made;
}

}  // namespace

bool Nearness::matters(const topology::Machine& machine) {
  return machine.count(Level::kLastLevelCache) > 1 || machine.count(Level::kNumaNode) > 1 ||
         machine.count(Level::kPackage) > 1;
}

void Nearness::read(const topology::Machine& machine) {
  const Rings rings(machine);
  for (std::uint32_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
    Groups& groups = cpus_[machine.os_cpu(cpu)];
    for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring) {
      groups.of[ring] = static_cast<std::uint16_t>(machine.group(cpu, rings.levels[ring]) + 1);
    }
  }
}

std::uint32_t Nearness::ring(std::int32_t cpu_a, std::int32_t cpu_b) const {
  constexpr auto kCpus = static_cast<std::int32_t>(topology::kMaxCpus);
  if (cpu_a < 0 || cpu_b < 0 || cpu_a >= kCpus || cpu_b >= kCpus) {
    return kRings - 1;
  }
  std::uint32_t ring = 0;
  while (ring + 1 < kRings && (cpus_[cpu_a].of[ring] == 0 || cpus_[cpu_a].of[ring] != cpus_[cpu_b].of[ring])) {
    ++ring;
  }
  return ring;
}

void learn_nearness() {
  bool before = false;
  if (!asked.load_relaxed() && asked.compare_exchange_relaxed(before, true)) {
    nearness.store_release(read_nearness());  // N: release, pairs with O in tasks/find.h
  }
}

void forget_nearness() {
  auto* made = const_cast<Nearness*>(nearness.load_relaxed());
  if (made != nullptr) {
    nearness.store_relaxed(nullptr);
    platform::free_pages(made, sizeof(Nearness));
  }
}

}  // namespace muster::tasks
