// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How libomp's threads wait, and what comes of it where they are not bound.
#include "programs/primecount.h"

#include <gtest/gtest.h>

#include "programs/omp_waiting.h"
#include "small_machine.h"

namespace muster::simulate {
namespace {

struct alignas(base::kCacheLineBytes) WordLine {
  OmpWord word;
};

// Some wait on CPU 0 for a millisecond.
Counts wait_on_one_cpu(std::uint32_t waiters, Time blocktime) {
  const Machine machine = small_machine("slice_ns 3000000\n");
  Simulation simulation(machine);
  auto& line = simulation.arena().make<WordLine>();
  auto* const beds = simulation.arena().make_array<OmpBed>(waiters);
  for (std::uint32_t waiter = 0; waiter < waiters; ++waiter) {
    simulation.add_thread([&, waiter] { await_as_omp(beds[waiter], line.word, 1, blocktime); }, 0, true);
  }
  simulation.add_thread(
      [&] {
        simulation.compute(from_ns(1'000'000));
        line.word.exchange_acq_rel(1);
        for (std::uint32_t waiter = 0; waiter < waiters; ++waiter) {
          wake_if_asleep(beds[waiter]);
        }
      },
      1, true);
  simulation.run();
  return simulation.counts();
}

TEST(OmpWaiting, YieldsThatFindNobodyAreNoSwitches) {
  const Counts counts = wait_on_one_cpu(1, kDefaultBlocktime);
  EXPECT_NEAR(static_cast<double>(counts.yields), (1'000 - 17) / 8.6, 2);
  EXPECT_EQ(counts.switches, 0U);
}

TEST(OmpWaiting, TwoOnACpuSwitchAtEachYield) {
  const Counts counts = wait_on_one_cpu(2, kDefaultBlocktime);
  EXPECT_GT(counts.yields, 80U);
  EXPECT_NEAR(static_cast<double>(counts.switches), static_cast<double>(counts.yields), 3);
}

TEST(OmpWaiting, ThreadsSleepWhenTheBlocktimeIsOver) {
  EXPECT_EQ(wait_on_one_cpu(1, from_ns(100'000)).sleeps, 1U);
  EXPECT_EQ(wait_on_one_cpu(1, kNever).sleeps, 0U);
}

Machine rome() {
  MachineFile file = read_machine_file("rome-2x48", MUSTER_SIMULATE_MACHINES);
  EXPECT_EQ(file.error, "");
  return file.machine;
}

TEST(Primecount, ByAnInfiniteBlocktimeEachThreadHasACpu) {
  const PrimecountOutcome outcome = run_primecount(rome(), {"hyper", kNever}, 1);
  EXPECT_EQ(outcome.sleeps, 0U);
  EXPECT_EQ(outcome.shared_cpus, 0U);
  EXPECT_GT(outcome.yields, 1'000'000U);
}

// The primary wakes one after another.
TEST(Primecount, ByDistNoCpuIsShared) {
  const PrimecountOutcome outcome = run_primecount(rome(), {"dist", 0}, 1);
  EXPECT_GT(outcome.sleeps, 191U);
  EXPECT_EQ(outcome.shared_cpus, 0U);
}

// Threads that have been woken wake others at the same time.
TEST(Primecount, ByHyperCpusAreShared) { EXPECT_GT(run_primecount(rome(), {"hyper", 0}, 1).shared_cpus, 10U); }

TEST(Primecount, TheSameSeedGivesTheSameRun) {
  const PrimecountOutcome one = run_primecount(rome(), {"hyper", 0}, 3);
  const PrimecountOutcome other = run_primecount(rome(), {"hyper", 0}, 3);
  EXPECT_EQ(one.switches, other.switches);
  EXPECT_EQ(one.ms, other.ms);
}

}  // namespace
}  // namespace muster::simulate
