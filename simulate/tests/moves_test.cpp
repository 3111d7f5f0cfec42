// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the threads of a team with more threads than CPUs go while they wake each other. All are on the first of two CPUs, which is more than its share.
#include <gtest/gtest.h>

#include "engine/simulation.h"
#include "simulated_platform.h"
#include "waiting/waiting.h"

namespace muster::simulate {
namespace {

using Waiter = waiting::Waiter<Simulated>;

constexpr std::uint32_t kThreads = 3;
// The last thread wakes the one before it so often that it looks around more than once.
constexpr base::Episode kWakings = 40;
constexpr double kWork_ns = 200'000;

struct WakingTeam {
  waiting::Roster<Simulated> roster;
  waiting::Roster<Simulated>::Entry entries[kThreads];
  waiting::Presence<Simulated> presences[kThreads];
  waiting::Gauge<Simulated> gauge;
  Waiter waiters[kThreads];
  Simulated::Atomic<base::Episode> word{0};

  void prepare(std::uint32_t cpus) {
    roster.table.store_relaxed(entries);
    roster.threads.store_relaxed(kThreads);
    gauge.full_fences.store_relaxed(1);
    for (std::uint32_t slot = 0; slot < kThreads; ++slot) {
      entries[slot].store_relaxed(&presences[slot]);
      Waiter& waiter = waiters[slot];
      waiter.attach(presences[slot], roster, roster, gauge, slot);
      waiter.set_cpus(cpus);
      waiter.set_blocktime(waiting::kAdaptive);
      waiter.set_team_size(kThreads);
      waiter.set_fences(waiting::Fences::full);
    }
  }
  void begin(std::uint32_t slot) {
    presences[slot].cpu.store_relaxed(Simulated::own_cpu_probe());
    presences[slot].system_thread.store_relaxed(Simulated::own_system_thread());
  }
};

// The CPU on which the last thread ends. `knows_of_slices`: the team believes that another process takes what it yields.
std::uint32_t last_cpu(bool knows_of_slices) {
  const MachineFile file = read_machine_file("two-cpu-vm", MUSTER_SIMULATE_MACHINES);
  EXPECT_EQ(file.error, "");
  Simulation simulation(file.machine);
  auto& team = simulation.arena().make<WakingTeam>();
  team.prepare(file.machine.cpus());
  const double all_ns = kWork_ns * static_cast<double>(kWakings);
  simulation.add_thread(
      [&] {
        team.begin(0);
        if (knows_of_slices) {
          waiting::Yields yields;
          team.roster.losses.tell_lost(yields, Simulated::now_ns());
        }
        simulation.compute(from_ns(all_ns));
      },
      0, false);
  simulation.add_thread(
      [&] {
        team.begin(1);
        for (base::Episode episode = 1; episode <= kWakings; ++episode) {
          team.waiters[1].block_for(team.word, episode);
        }
      },
      0, false);
  simulation.add_thread(
      [&] {
        team.begin(2);
        for (base::Episode episode = 1; episode <= kWakings; ++episode) {
          simulation.compute(from_ns(kWork_ns));
          team.word.store_release(episode);
          team.waiters[2].signalled(1);
        }
      },
      0, false);
  simulation.run();
  return simulation.thread(2).cpu;
}

TEST(Moves, AThreadInTooMuchCompanyGoesToAnotherCpu) { EXPECT_EQ(last_cpu(false), 1U); }

// Threads that sleep at their waits wake where the system likes. A thread that wakes others learns of it though it never waits itself.
TEST(Moves, NotWhereAnotherProcessTakesWhatTheTeamYields) { EXPECT_EQ(last_cpu(true), 0U); }

}  // namespace
}  // namespace muster::simulate
