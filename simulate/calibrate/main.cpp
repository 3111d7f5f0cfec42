// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// calibrate: measures the machine that it runs on, and prints a machine file. On an idle machine; takes a few seconds.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "calibrate/measure.h"
#include "topology/topology.h"

namespace muster::simulate {
namespace {

void print_figure(const std::string& key, double ns) {
  std::printf(ns < 100 ? "%-19s %.1f\n" : "%-19s %.0f\n", key.c_str(), ns);
}

// A CPU that the first one has that level in common with as the innermost.
std::optional<std::uint32_t> partner_at(const topology::Machine& machine, topology::Level level) {
  for (std::uint32_t other = 1; other < machine.cpu_count(); ++other) {
    if (machine.distance(0, other) == level) {
      return machine.os_cpu(other);
    }
  }
  return std::nullopt;
}

// Whether a reader takes lines over whole, by what it then costs to write them, and what it costs to read one.
void print_migration(std::uint32_t cpu_a, std::uint32_t cpu_b) {
  // A store to a line that the CPU has takes half as long as one to a line that both have, clock included; where readers only get copies it is no cheaper.
  constexpr double kIsCheaper = 0.8;
  if (store_ns(cpu_a, cpu_b, LastRead::by_writer) > kIsCheaper * store_ns(cpu_a, cpu_b, LastRead::by_both)) {
    return;
  }
  const double read_part = std::min(takeover_ns(cpu_a, cpu_b) / signal_ns(cpu_a, cpu_b), 1.0);
  std::printf("migratory_lines\n");
  std::printf("%-19s %.2f\n", "part_before_write", 1 - read_part);
}

// By a pair of CPUs for each level that some pair has in common, the innermost first; that one tells how lines move.
void print_lines(const topology::Machine& machine) {
  const std::uint32_t first = machine.os_cpu(0);
  std::optional<std::uint32_t> nearest;
  for (std::uint32_t rank = 1; rank < topology::kLevels; ++rank) {
    const topology::Level level = machine.level_at(rank);
    if (const std::optional<std::uint32_t> partner = partner_at(machine, level)) {
      print_figure("transfer_ns " + std::string(topology::name_of(level)), signal_ns(first, *partner));
      nearest = nearest.value_or(*partner);
    }
  }
  if (nearest) {
    print_migration(first, *nearest);
  }
}

void print_machine() {
  const topology::ShortText shape = topology::machine_shape("");
  const topology::ShortText model = topology::cpu_model("");
  std::vector<topology::MachineCpu> storage(4096);
  const topology::MachineParse parse = topology::parse_machine(shape.view(), storage);
  std::printf("# Measured by `calibrate`.\n");
  std::printf("title               %.*s\n", static_cast<int>(model.size), model.text);
  std::printf("topology            %.*s\n", static_cast<int>(shape.size), shape.text);
  print_lines(parse.machine);
  print_figure("hit_ns", hit_ns());
  print_figure("atomic_ns", atomic_ns());
  print_figure("fence_ns", fence_ns());
  print_figure("poll_ns", poll_ns());
  print_figure("clock_ns", clock_ns());
  print_figure("heavy_fence_ns", heavy_fence_ns());
  print_figure("yield_ns", yield_ns());
  print_figure("switch_ns", switch_ns(0, 1));
  print_figure("sleep_call_ns", sleep_call_ns());
  const double wakes_nobody_ns = wake_call_ns();
  const WakeUp wake_up = wake_up_ns(0, 1);
  print_figure("wake_call_ns", wakes_nobody_ns);
  print_figure("wake_each_ns", wake_up.call_ns > wakes_nobody_ns ? wake_up.call_ns - wakes_nobody_ns : 0);
  print_figure("wake_latency_ns", wake_up.latency_ns);
}

}  // namespace
}  // namespace muster::simulate

int main() {
  try {
    muster::simulate::print_machine();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "calibrate: %s\n", error.what());
    return 2;
  }
  return 0;
}
