// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machine: what a simulated machine costs, as machines/*.machine say it (README.md has the form).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/time.h"
#include "topology/topology.h"

namespace muster::simulate {

struct Costs {
  // From a store until a CPU that polls for it has it, by the level at which the two are together: what a ping-pong of one line takes for half a
  // round, as it is published. kThread is not used.
  std::array<Time, topology::kLevels> transfer{};
  // Between two requests that a line's home answers from a clean copy: some cycles of a mesh's clock of 2 GHz. An estimate.
  Time read_service = from_ns(4);
  // What each copy costs that a writer has invalidated, beside the transfer from the farthest of them. It is an estimate.
  Time invalidation = from_ns(0.5);
  // Between two requests of any kind at one home agent.
  Time home_service = 0;
  // An access that the CPU's own cache serves: four cycles at 3 to 4 GHz.
  Time hit = from_ns(1);
  // The instructions around an access. An estimate.
  Time step = from_ns(1.5);
  // A read-modify-write on a line that the CPU has: 5.3 to 6.1 ns on Graviton 2 and Ice Lake (Downs, "A concurrency cost hierarchy", 2020, raw data).
  Time atomic = from_ns(6);
  Time fence = from_ns(6);

  // What follows was measured on the machine of machines/two-cpu-vm.machine.

  Time heavy_fence = from_ns(9000);  // membarrier
  Time poll = from_ns(20);           // relax(), the time between two polls
  Time clock = from_ns(25);
  Time yield = from_ns(400);        // that finds nobody
  Time switching = from_ns(1300);   // from one thread to another on a CPU
  Time sleep_call = from_ns(1000);  // a futex call that goes to sleep, until the CPU is free
  Time wake_call = from_ns(600);    // a futex call that wakes
  Time wake_each = from_ns(1000);   // for each thread that it wakes

  // Until a thread runs that was woken on an idle CPU: 2 us where it idles lightly, 5 to 15 us in the deepest state of AMD's EPYC, 150 to 230 us in that of
  // Intel's newer Xeons (gVisor, pull request 14526).
  Time wake_latency = from_ns(5000);
  // How long a thread keeps a CPU that others want: Linux's base slice where there are 8 CPUs and more (EEVDF).
  Time slice = from_ns(3'000'000);
};

struct Machine {
  std::string name;
  std::string title;
  // It reads as in the file, such as `2 package 72 core`.
  std::string topology_text;
  topology::Machine topology;
  Costs costs;
  // Stores of one CPU that may be on their way together. They become visible in the order of the program.
  std::uint32_t outstanding_stores = 1;
  // Homes of lines in each NUMA node, among which they are spread; 0: so many that they never queue.
  std::uint32_t home_agents = 0;
  // CPUs together at this level have a clean line from each other; others ask its home.
  topology::Level forwards = topology::Level::kLastLevelCache;
  // How much of a signal's time passes until the writer may write; the rest, until the reader has the line.
  double part_before_write = 0.4;
  // The prefetcher fetches lines in pairs.
  bool pairs_lines = false;
  // A reader takes a line that its holder has written over whole, and writes it without asking (Stenström, Brorsson and Sandberg, ISCA 1993; Cox and
  // Fowler, ISCA 1993).
  bool migratory_lines = false;

  Time part_to_invalidate(Time signal) const {
    return static_cast<Time>(static_cast<double>(signal) * part_before_write);
  }
  Time part_to_fetch(Time signal) const { return signal - part_to_invalidate(signal); }

  // What a transfer between two CPUs costs.
  Time transfer(std::uint32_t cpu_a, std::uint32_t cpu_b) const { return costs.transfer[level(cpu_a, cpu_b)]; }
  std::uint8_t level(std::uint32_t cpu_a, std::uint32_t cpu_b) const { return levels[cpu_a * cpus() + cpu_b]; }
  std::uint32_t cpus() const { return topology.cpu_count(); }

  // The innermost level at which two CPUs are together, for each pair: asked at every access.
  std::vector<std::uint8_t> levels;
  // What `topology` looks at.
  std::shared_ptr<std::vector<topology::MachineCpu>> storage;
};

struct MachineFile {
  // Valid where `error` is empty.
  Machine machine;
  // One sentence with the line's number, for a person.
  std::string error;
};

// The text of a machine file. Pure.
MachineFile parse_machine_file(const std::string& text, const std::string& name);
// A file, or the name of one in `folder` without its ending.
MachineFile read_machine_file(const std::string& name_or_path, const std::string& folder);

}  // namespace muster::simulate
