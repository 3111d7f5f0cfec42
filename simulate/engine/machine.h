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
  // Between two requests that a line's home answers from a clean copy.
  Time read_service = 0;
  // For each copy that a writer has invalidated, beside the transfer.
  Time invalidation = 0;
  // Between two requests of any kind at one home agent.
  Time home_service = 0;
  Time hit = 0;     // an access that the CPU's own cache serves
  Time step = 0;    // the instructions around an access
  Time atomic = 0;  // a read-modify-write on a line that the CPU has
  Time fence = 0;
  Time heavy_fence = 0;  // membarrier
  Time poll = 0;         // relax(), the time between two polls
  Time clock = 0;
  // Of the operating system.
  Time yield = 0;         // that finds nobody
  Time switching = 0;     // from one thread to another on a CPU
  Time sleep_call = 0;    // a futex call that goes to sleep, until the CPU is free
  Time wake_call = 0;     // a futex call that wakes
  Time wake_each = 0;     // for each thread that it wakes
  Time wake_latency = 0;  // until a thread runs that was woken on an idle CPU
  Time slice = 0;         // how long a thread keeps a CPU that others want
};

struct Machine {
  std::string name;
  std::string title;
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
