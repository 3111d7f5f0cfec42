// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// calibrate: measures the machine that it runs on, and prints a machine file. On an idle machine; takes a few seconds.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "calibrate/measure.h"
#include "topology/topology.h"

namespace muster::simulate {
namespace {

void print_figure(const std::string& key, double ns) {
  std::printf(ns < 100 ? "%-19s %.1f\n" : "%-19s %.0f\n", key.c_str(), ns);
}

// A pair of CPUs for each level that some pair has in common, the innermost first.
void print_signals(const topology::Machine& machine) {
  for (std::uint32_t rank = 1; rank < topology::kLevels; ++rank) {
    const topology::Level level = machine.level_at(rank);
    for (std::uint32_t other = 1; other < machine.cpu_count(); ++other) {
      if (machine.distance(0, other) == level) {
        print_figure("transfer_ns " + std::string(topology::name_of(level)),
                     signal_ns(machine.os_cpu(0), machine.os_cpu(other)));
        break;
      }
    }
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
  print_signals(parse.machine);
  print_figure("hit_ns", hit_ns());
  print_figure("atomic_ns", atomic_ns());
  print_figure("fence_ns", fence_ns());
  print_figure("poll_ns", poll_ns());
  print_figure("clock_ns", clock_ns());
  print_figure("heavy_fence_ns", heavy_fence_ns());
  print_figure("yield_ns", yield_ns());
  print_figure("switch_ns", switch_ns(0));
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
