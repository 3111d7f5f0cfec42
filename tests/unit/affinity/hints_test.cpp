// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hints about where threads go, on machines of 2 to 512 CPUs; cli/tests/test_topology_hints.py has the same of `muster topology`.
#include "affinity/hints.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace muster::affinity {
namespace {

using topology::CpuSet;

class Planned {
 public:
  explicit Planned(const std::string& text) : cpus_(topology::kMaxCpus), scratch_(topology::kMaxCpus) {
    const topology::MachineParse parsed = topology::parse_machine(text, cpus_);
    EXPECT_EQ(parsed.error, nullptr) << text;
    machine_ = parsed.machine;
    for (std::uint32_t cpu = 0; cpu < machine_.cpu_count(); ++cpu) plan_.usable.add(machine_.os_cpu(cpu));
  }

  // Places of so many CPUs that have consecutive numbers.
  void make_places(std::uint32_t cpus_each) {
    for (std::uint32_t cpu = 0; cpu < machine_.cpu_count(); ++cpu) {
      if (cpu % cpus_each == 0) places_.emplace_back();
      places_.back().add(cpu);
    }
    plan_.places = places_;
    plan_.list.places = static_cast<std::uint32_t>(places_.size());
  }

  Hints hints(Policy policy, std::uint32_t team) { return hints_of(plan_, policy, team, machine_, scratch_); }

 private:
  std::vector<topology::MachineCpu> cpus_;
  std::vector<std::uint64_t> scratch_;
  topology::Machine machine_;
  std::vector<CpuSet> places_;
  Plan plan_;
};

TEST(Hints, UnboundThreadsAreToldOfWhereThereAreSeveralNodes) {
  EXPECT_EQ(Planned("2 numa 1 core").hints(Policy::none, 2), (Hints{2, 2, 0, 0}));
  EXPECT_EQ(Planned("8 numa 32 core 2 thread").hints(Policy::none, 512), (Hints{512, 8, 0, 0}));
  EXPECT_EQ(Planned("1 numa 64 core").hints(Policy::none, 64), Hints{});
}

TEST(Hints, OneThreadNeedsNone) {
  EXPECT_EQ(Planned("8 numa 32 core 2 thread").hints(Policy::none, 1), Hints{});
  Planned bound("4 core 2 thread");
  bound.make_places(1);
  EXPECT_EQ(bound.hints(Policy::close, 1), Hints{});
}

TEST(Hints, BoundThreadsMayBeOnSeveralNodes) {
  Planned planned("2 numa 4 core");
  planned.make_places(1);
  EXPECT_EQ(planned.hints(Policy::close, 8), Hints{});
}

TEST(Hints, HardwareThreadsFilledBeforeCores) {
  for (const std::uint32_t cores : {2U, 32U, 256U}) {
    const std::string text = std::to_string(cores) + " core 2 thread";
    Planned threads(text);
    threads.make_places(1);
    // Close goes from one hardware thread to the next, spread from core to core.
    EXPECT_EQ(threads.hints(Policy::close, cores), (Hints{cores, 0, cores / 2, cores / 2})) << text;
    EXPECT_EQ(threads.hints(Policy::spread, cores), Hints{}) << text;
    // There are as many threads as hardware threads.
    EXPECT_EQ(threads.hints(Policy::close, 2 * cores), Hints{}) << text;
    Planned whole(text);
    whole.make_places(2);
    EXPECT_EQ(whole.hints(Policy::close, cores), Hints{}) << text;
  }
}

TEST(Hints, AThreadWhosePlaceSpansCoresMayGoToAnotherOne) {
  Planned planned("8 core 2 thread");
  planned.make_places(8);
  EXPECT_EQ(planned.hints(Policy::primary, 4), Hints{});
}

}  // namespace
}  // namespace muster::affinity
