// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An environment of any bytes on machines of several shapes: the places have CPUs, all of them usable, and every thread of small
// teams gets a place of its part.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "affinity/affinity.h"
#include "environment.h"

namespace {

using namespace muster;

constexpr std::size_t kMostVariables = 8;
// Few, so that lists are cut too.
constexpr std::size_t kRoom = 64;

void discard(void* /*context*/, const char* /*text*/, std::size_t /*length*/) {}

void expect(bool holds) {
  if (!holds) {
    abort();
  }
}

void check_teams(const affinity::Plan& plan) {
  const auto count = static_cast<std::uint16_t>(plan.places.size());
  for (std::uint32_t size = 1; size <= 9; ++size) {
    for (const affinity::Policy policy : {plan.usual, affinity::Policy::close, affinity::Policy::spread}) {
      const affinity::TeamBinding binding{policy, static_cast<std::uint16_t>(size % count), {0, count}};
      for (std::uint32_t number = 0; number < size; ++number) {
        const affinity::Assignment own = affinity::assign(binding, {size, number, 3 * number}, plan.list);
        expect(own.place < count && own.partition.count > 0 && own.partition.first + own.partition.count <= count);
      }
    }
  }
}

// Kinds of cores and caches as no machine has them together.
void add_details(std::span<topology::MachineCpu> cpus) {
  for (topology::MachineCpu& cpu : cpus) {
    const std::uint16_t core = cpu.groups[0];
    cpu.caches = {core, static_cast<std::uint16_t>(core / 2)};
    cpu.core_type = core % 2 == 0 ? topology::CoreType::kIntelCore : topology::CoreType::kIntelAtom;
    cpu.efficiency = static_cast<std::uint8_t>(core % 3);
  }
}

void check_plan(const settings::Settings& settings, const char* shape) {
  static topology::MachineCpu cpus[kRoom];
  static topology::CpuSet places[kRoom];
  static std::uint16_t order[kRoom];
  static std::uint64_t scratch[kRoom];
  const topology::Machine machine = topology::parse_machine(shape, cpus).machine;
  if (affinity::wants_core_details(settings)) {
    add_details(std::span(cpus).first(machine.cpu_count()));
  }
  const affinity::Plan plan = affinity::make_plan(settings, machine, {places, order, scratch}, {&discard, nullptr});
  expect(plan.usable.count() > 0 && plan.places.size() <= kRoom && plan.list.places == plan.places.size());
  for (const topology::CpuSet& place : plan.places) {
    expect(place.count() > 0);
    for (std::uint32_t cpu = place.next(0); cpu < topology::kMaxCpus; cpu = place.next(cpu + 1)) {
      expect(plan.usable.contains(cpu) && machine.index_of(cpu).has_value());
    }
  }
  expect(!plan.binds() || !plan.places.empty());
  if (plan.binds()) {
    check_teams(plan);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<char*> variables = fuzz::as_environment(text, kMostVariables);
  static char memory[settings::kTextBytes];
  settings::Settings settings;
  settings::load(settings, variables.data(), false, memory, {&discard, nullptr});
  for (const char* shape : {"1 core", "2 package 2 l3 2 core 2 thread", "8 core", "1 package 3 core 2 thread"}) {
    check_plan(settings, shape);
  }
  return 0;
}
