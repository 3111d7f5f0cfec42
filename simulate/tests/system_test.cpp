// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPUs that threads share, sleeping and waking.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "engine/simulation.h"
#include "simulated_platform.h"
#include "small_machine.h"

namespace muster::simulate {
namespace {

using Flag = Simulated::Atomic<std::uint32_t>;

struct alignas(base::kCacheLineBytes) Line {
  Flag flag;
};

void compute(Simulation& simulation, double ns) { simulation.compute(from_ns(ns)); }

TEST(System, TwoThreadsOfACpuHaveItInTurn) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  for (int thread = 0; thread < 2; ++thread) {
    simulation.add_thread([&] { compute(simulation, 50'000); }, 0, true);
  }
  simulation.run();
  const double last = to_ns(std::max(simulation.thread(0).path.total(), simulation.thread(1).path.total()));
  EXPECT_GT(last, 100'000);
  EXPECT_LT(last, 100'000 + 11 * 600);
  EXPECT_GE(simulation.thread(0).counts.switches + simulation.thread(1).counts.switches, 8U);
  EXPECT_NEAR(to_ns(simulation.thread(1).path.of(Part::work)), 50'000, 1);
  EXPECT_GT(to_ns(simulation.thread(1).path.of(Part::cpu)), 40'000);
}

TEST(System, AYieldGivesTheCpuAway) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
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
  EXPECT_LT(seen_ns, 2'000);
  EXPECT_EQ(simulation.thread(0).counts.switches, 1U);
}

// A thread that spins keeps its CPU from another for a slice.
TEST(System, ASpinningThreadIsPreempted) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  struct alignas(base::kCacheLineBytes) EpisodeLine {
    Simulated::Atomic<base::Episode> word;
  };
  auto& line = simulation.arena().make<EpisodeLine>();
  simulation.add_thread([&] { Simulated::await_reached(line.word, 1, platform::YieldingIdle<Simulated>{}); }, 0, true);
  simulation.add_thread([&] { line.word.store_release(1); }, 0, true);
  simulation.run();
  EXPECT_GT(to_ns(simulation.thread(0).path.total()), 10'000);
  EXPECT_LT(to_ns(simulation.thread(0).path.total()), 12'500);
}

struct SleepAndWake {
  double woken_ns = 0;
  Counts sleeper;
  Path path;
};

SleepAndWake sleep_and_wake(std::uint32_t bits_of_sleeper, std::uint32_t bits_of_waker) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Line>();
  SleepAndWake result;
  simulation.add_thread(
      [&] {
        Simulated::park_as(line.flag, 0, bits_of_sleeper);
        result.woken_ns = to_ns(simulation.now());
      },
      0, true);
  simulation.add_thread(
      [&] {
        compute(simulation, 20'000);
        line.flag.store_release(1);
        Simulated::unpark_those(line.flag, bits_of_waker);
      },
      1, true);
  simulation.run();
  result.sleeper = simulation.thread(0).counts;
  result.path = simulation.thread(0).path;
  return result;
}

TEST(System, ASleeperIsWoken) {
  const SleepAndWake result = sleep_and_wake(2, 3);
  EXPECT_NEAR(result.woken_ns, 20'000 + 200 + 100 + 2'000, 200);
  EXPECT_EQ(result.sleeper.sleeps, 1U);
  // The chain leads through the waker.
  EXPECT_NEAR(to_ns(result.path.of(Part::work)), 20'000, 1);
  EXPECT_NEAR(to_ns(result.path.of(Part::waking)), 2'000, 1);
}

TEST(System, AWakeUpForOthersWakesNobody) { EXPECT_THROW(sleep_and_wake(2, 1), std::runtime_error); }

TEST(System, NobodySleepsOnAWordThatHasChanged) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Line>();
  simulation.add_thread(
      [&] {
        line.flag.store_release(1);
        Simulated::park(line.flag, 0);
      },
      0, true);
  simulation.run();
  EXPECT_EQ(simulation.thread(0).counts.sleeps, 0U);
}

// Whenever the waker comes, the sleeper has gone to sleep and is woken, or sees that the word has changed.
TEST(System, NoWakeUpIsLost) {
  for (int delay_ns = 0; delay_ns < 1'000; ++delay_ns) {
    const Machine machine = small_machine();
    Simulation simulation(machine);
    auto& line = simulation.arena().make<Line>();
    simulation.add_thread([&] { Simulated::park(line.flag, 0); }, 0, true);
    simulation.add_thread(
        [&] {
          simulation.pass(from_ns(delay_ns), Part::work);
          std::uint32_t parked = 0;
          line.flag.compare_exchange_acquire(parked, 1);
          Simulated::unpark(line.flag, 1);
        },
        1, true);
    EXPECT_NO_THROW(simulation.run()) << delay_ns;
  }
}

TEST(System, ASleepWithALimitEnds) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Line>();
  simulation.add_thread([&] { Simulated::park_for(line.flag, 0, 5'000); }, 0, true);
  simulation.run();
  EXPECT_NEAR(to_ns(simulation.thread(0).path.of(Part::sleeping)), 5'000, 1);
}

TEST(System, AThreadThatIsNotBoundWakesOnAnIdleCpu) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Line>();
  simulation.add_thread([&] { Simulated::park(line.flag, 0); }, 0, false);
  simulation.add_stranger([&] { compute(simulation, 1'000'000); }, 0);
  simulation.add_thread(
      [&] {
        compute(simulation, 30'000);
        line.flag.store_release(1);
        Simulated::unpark(line.flag, 1);
      },
      1, true);
  simulation.run();
  EXPECT_EQ(simulation.thread(0).counts.moves, 1U);
  EXPECT_NE(simulation.thread(0).cpu, 0U);
  EXPECT_LT(to_ns(simulation.thread(0).path.total()), 34'000);
}

// Two that wake at the same time choose their thread's CPU before either has put one there.
TEST(System, WakersAtTheSameTimeMayChooseTheSameCpu) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto* const lines = simulation.arena().make_array<Line>(2);
  for (std::uint32_t thread = 0; thread < 2; ++thread) {
    simulation.add_thread([&, thread] { Simulated::park(lines[thread].flag, 0); }, 7, false);
  }
  for (std::uint32_t thread = 0; thread < 2; ++thread) {
    simulation.add_thread(
        [&, thread] {
          compute(simulation, 20'000);
          Simulated::unpark(lines[thread].flag, 1);
        },
        thread, true);
  }
  simulation.run();
  EXPECT_EQ(simulation.thread(0).cpu, 7U);
  EXPECT_EQ(simulation.thread(1).cpu, 7U);
}

TEST(System, OneThatWakesBothGivesEachACpu) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Line>();
  for (int thread = 0; thread < 2; ++thread) {
    simulation.add_thread([&] { Simulated::park(line.flag, 0); }, 7, false);
  }
  simulation.add_thread(
      [&] {
        compute(simulation, 20'000);
        Simulated::unpark(line.flag, 2);
      },
      0, true);
  simulation.run();
  EXPECT_NE(simulation.thread(0).cpu, simulation.thread(1).cpu);
}

// Three threads that compute for 30 ms begin on CPU 0.
std::uint32_t cpus_used(const Machine& machine, bool is_balanced) {
  Simulation simulation(machine);
  if (is_balanced) {
    simulation.balance_cpus();
  }
  for (int thread = 0; thread < 3; ++thread) {
    simulation.add_thread([&] { compute(simulation, 30'000'000); }, 0, false);
  }
  simulation.run();
  std::set<std::uint32_t> cpus;
  for (ThreadId thread = 0; thread < 3; ++thread) {
    cpus.insert(simulation.thread(thread).cpu);
  }
  return static_cast<std::uint32_t>(cpus.size());
}

TEST(System, IdleCpusTakeThreadsThatWait) {
  EXPECT_EQ(cpus_used(small_machine("slice_ns 3000000\n"), true), 3U);
  EXPECT_EQ(cpus_used(small_machine("slice_ns 3000000\n"), false), 1U);
}

// By slices of 0.2 ms each of three has run within the last half a millisecond.
TEST(System, IdleCpusLeaveThreadsThatHaveJustRun) {
  EXPECT_EQ(cpus_used(small_machine("slice_ns 200000\n"), true), 1U);
}

TEST(System, ADeadlockIsToldBesideBalancing) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Line>();
  simulation.balance_cpus();
  simulation.add_thread([&] { Simulated::park(line.flag, 0); }, 0, false);
  EXPECT_THROW(simulation.run(), std::runtime_error);
}

TEST(System, AThreadLeavesItsCpuForAnIdleOne) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  simulation.add_thread([&] { Simulated::leave_cpu(0); }, 0, false);
  simulation.run();
  EXPECT_NE(simulation.thread(0).cpu, 0U);
}

// Each CPU has somebody, and the one that the thread leaves has two: it waits for a slice's end elsewhere.
TEST(System, AThreadLeavesItsCpuAlsoWhereNoneIsIdle) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  simulation.add_thread([&] { Simulated::leave_cpu(0); }, 0, false);
  for (std::uint32_t cpu = 0; cpu < machine.cpus(); ++cpu) {
    simulation.add_thread([&] { compute(simulation, 40'000); }, cpu, true);
  }
  simulation.run();
  EXPECT_NE(simulation.thread(0).cpu, 0U);
  EXPECT_EQ(simulation.thread(0).counts.moves, 1U);
}

TEST(System, CpuTimeIsWhatAThreadHasRun) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  std::uint64_t own_ns = 0;
  simulation.add_thread(
      [&] {
        compute(simulation, 40'000);
        own_ns = Simulated::cpu_time_ns(Simulated::own_system_thread());
      },
      0, true);
  simulation.add_thread([&] { compute(simulation, 40'000); }, 0, true);
  simulation.run();
  EXPECT_NEAR(static_cast<double>(own_ns), 40'000, 1'000);
}

TEST(System, ADeadlockIsTold) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Line>();
  simulation.add_thread([&] { Simulated::park(line.flag, 0); }, 0, true);
  EXPECT_THROW(simulation.run(), std::runtime_error);
}

}  // namespace
}  // namespace muster::simulate
