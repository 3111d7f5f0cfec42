// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A quota of CPU time, and yields that do nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/simulation.h"
#include "programs/waiting_team.h"
#include "simulated_platform.h"
#include "small_machine.h"

namespace muster::simulate {
namespace {

constexpr double kMillisecond = 1e6;

double end_ms(const Simulation& simulation, ThreadId id) {
  return to_ns(simulation.thread(id).path.total()) / kMillisecond;
}

void compute_ms(Simulation& simulation, double ms) { simulation.compute(from_ns(ms * kMillisecond)); }

// 50 ms in each period of 100 ms.
TEST(Quota, AThreadStopsUntilTheNextPeriod) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  simulation.limit({.cpus = 0.5});
  simulation.add_thread([&] { compute_ms(simulation, 120); }, 0, true);
  simulation.run();
  EXPECT_NEAR(end_ms(simulation, 0), 220, 0.1);
  EXPECT_EQ(simulation.thread(0).counts.stops, 2U);
  EXPECT_NEAR(to_ns(simulation.thread(0).path.of(Part::work)) / kMillisecond, 120, 0.001);
  EXPECT_NEAR(to_ns(simulation.thread(0).path.of(Part::cpu)) / kMillisecond, 100, 0.1);
}

TEST(Quota, ThePeriodMayBeAnother) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  simulation.limit({.cpus = 0.5, .period = from_ns(20 * kMillisecond)});
  simulation.add_thread([&] { compute_ms(simulation, 25); }, 0, true);
  simulation.run();
  EXPECT_NEAR(end_ms(simulation, 0), 45, 0.1);
}

TEST(Quota, TheThreadsOfAllCpusShareIt) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  simulation.limit({.cpus = 1});
  for (std::uint32_t cpu = 0; cpu < 2; ++cpu) {
    simulation.add_thread([&] { compute_ms(simulation, 100); }, cpu, true);
  }
  simulation.run();
  // Both run for half of each period.
  EXPECT_NEAR(end_ms(simulation, 0), 150, 0.1);
  EXPECT_NEAR(end_ms(simulation, 1), 150, 0.1);
}

// The eighth CPU finds nothing left: seven have taken the 35 ms.
TEST(Quota, ACpuThatFindsNothingWaits) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  simulation.limit({.cpus = 0.35});
  for (std::uint32_t cpu = 0; cpu < machine.cpus(); ++cpu) {
    simulation.add_thread([&] { compute_ms(simulation, 4); }, cpu, true);
  }
  simulation.run();
  EXPECT_NEAR(end_ms(simulation, machine.cpus() - 2), 4, 0.1);
  EXPECT_NEAR(end_ms(simulation, machine.cpus() - 1), 104, 0.1);
}

// The quota is 6 ms: the first CPU takes 5 of them and uses one, and the second one wants three.
TEST(Quota, AnIdleCpuGivesBackWhatItHas) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  struct alignas(base::kCacheLineBytes) Line {
    Simulated::Atomic<std::uint32_t> flag;
  };
  auto& line = simulation.arena().make<Line>();
  simulation.limit({.cpus = 0.06});
  simulation.add_thread([&] { compute_ms(simulation, 1); }, 0, true);
  simulation.add_thread(
      [&] {
        Simulated::park_for(line.flag, 0, 2'000'000);
        compute_ms(simulation, 3);
      },
      1, true);
  simulation.run();
  EXPECT_NEAR(end_ms(simulation, 1), 5, 0.1);
}

TEST(Quota, OtherProcessesHaveTheCpuMeanwhile) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  simulation.limit({.cpus = 0.5});
  double stranger_ms = 0;
  simulation.add_thread([&] { compute_ms(simulation, 60); }, 0, true);
  simulation.add_stranger(
      [&] {
        compute_ms(simulation, 70);
        stranger_ms = to_ns(simulation.now()) / kMillisecond;
      },
      0);
  simulation.run();
  // They share the CPU until the thread has had its 50 ms, and the stranger goes on alone.
  EXPECT_LT(stranger_ms, 140);
  EXPECT_GT(end_ms(simulation, 0), 110);
}

// A thread that is stopped by the quota is not stuck, and one that sleeps for good is.
TEST(Quota, ADeadlockIsTold) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  struct alignas(base::kCacheLineBytes) Line {
    Simulated::Atomic<std::uint32_t> flag;
  };
  auto& line = simulation.arena().make<Line>();
  simulation.limit({.cpus = 0.5});
  simulation.add_thread(
      [&] {
        compute_ms(simulation, 120);
        Simulated::park(line.flag, 0);
      },
      0, true);
  EXPECT_THROW(simulation.run(), std::runtime_error);
}

TEST(Yields, ThatDoNothingLeaveTheCpuToASpinningThread) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  simulation.ignore_yields();
  struct alignas(base::kCacheLineBytes) Line {
    Simulated::Atomic<std::uint32_t> flag;
  };
  auto& line = simulation.arena().make<Line>();
  double seen_ns = 0;
  simulation.add_thread(
      [&] {
        while (line.flag.load_acquire() == 0) {
          Simulated::yield();
        }
        seen_ns = to_ns(simulation.now());
      },
      0, true);
  simulation.add_thread([&] { line.flag.store_release(1); }, 0, true);
  simulation.run();
  // A slice is over first.
  EXPECT_GT(seen_ns, 10'000);
}

constexpr std::uint32_t kThreads = 8;
constexpr double kWork_ns = 2 * kMillisecond;

Machine two_cpus() {
  const MachineFile file = read_machine_file("two-cpu-vm", MUSTER_SIMULATE_MACHINES);
  EXPECT_EQ(file.error, "");
  return file.machine;
}

LoadOutcome run_team(const Machine& machine, const Load& load, std::uint64_t seed = 1) {
  const Course course{
      .machine = &machine, .threads = kThreads, .placement = Placement::unbound, .episodes = 100, .seed = seed};
  return run_waiting(Construct::barrier, "central", course, load);
}

// 8 threads of 2 ms each are 16 ms of work a barrier: 16 ms by a quota of one CPU, 8 ms on two.
TEST(QuotaOfATeam, ItTakesAtLeastItsWorkByTheQuota) {
  const Machine machine = two_cpus();
  constexpr double kAll_ns = kThreads * kWork_ns;
  const Outcome free = run_team(machine, {.work_ns = kWork_ns}).outcome;
  EXPECT_GE(free.ns, kAll_ns / 2);
  EXPECT_LT(free.ns, kAll_ns);
  EXPECT_EQ(free.stops, 0);
  const Outcome limited = run_team(machine, {.work_ns = kWork_ns, .quota = {.cpus = 1}}).outcome;
  // What is measured may begin and end within a period, so it may be ahead by as much as a period.
  constexpr double kPeriod_ns = 100 * kMillisecond;
  EXPECT_GE(limited.ns, kAll_ns - kPeriod_ns / 100);
  EXPECT_LT(limited.ns, 1.2 * kAll_ns);
  EXPECT_GT(limited.stops, 0);
}

TEST(QuotaOfATeam, TheSameSeedGivesTheSameRun) {
  const Machine machine = two_cpus();
  const Load load{.work_ns = kWork_ns, .quota = {.cpus = 1.5}, .yields_do_nothing = true};
  EXPECT_EQ(run_team(machine, load, 3).outcome.ns, run_team(machine, load, 3).outcome.ns);
}

// The rules find it out, and threads hand their CPUs over: no barrier waits for a slice of each thread.
TEST(YieldsOfATeam, ThatDoNothingAreFoundOut) {
  const Machine machine = two_cpus();
  const LoadOutcome found = run_team(machine, {.yields_do_nothing = true});
  EXPECT_TRUE(std::ranges::any_of(found.decisions, [](const Decision& decision) {
    return decision.action == waiting::text_of(waiting::Action::hand_over) &&
           decision.reason == waiting::text_of(waiting::Reason::yields_do_nothing);
  }));
  EXPECT_LT(found.outcome.ns, to_ns(machine.costs.slice));
}

}  // namespace
}  // namespace muster::simulate
