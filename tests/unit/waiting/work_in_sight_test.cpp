// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that waits beside a teammate that does not run, and finds work each time that it is about to sleep, on a machine whose clocks the test decides.
#include <gtest/gtest.h>

#include <array>

#include "platform/native.h"
#include "waiting/waiter.h"

namespace muster::waiting {
namespace {

// The native platform, but that a teammate never gets CPU time, and each look at the clock takes a microsecond.
struct Stalled : platform::Native {
  static inline std::uint64_t clock_ns = 0;
  static inline std::uint32_t fences = 0;

  static std::uint64_t now_ns() { return clock_ns += 1'000; }
  static std::uint64_t cpu_time_ns(SystemThread /*thread*/) { return 1'000; }
  static void heavy_fence() { ++fences; }
  static bool yield() { return false; }
  static std::int32_t runnable_threads() { return 2; }
  static std::uint32_t system_cpus() { return 2; }
};

constexpr std::uint64_t kWait_ns = 5'000'000;
using Word = Stalled::Atomic<base::Episode>;

// It sees what its teammates have only where it is about to sleep.
struct Work {
  bool about_to_sleep = false;
  bool in_sight = false;
  Word* word = nullptr;

  static Work& of(void* context) { return *static_cast<Work*>(context); }
  static bool help(void* context) {
    Work& work = of(context);
    if (Stalled::clock_ns >= kWait_ns) {
      work.word->store_relaxed(1);
    }
    const bool had_some = work.in_sight;
    work.in_sight = false;
    return had_some;
  }
  static bool has_work(void* context) {
    Work& work = of(context);
    work.in_sight = work.in_sight || work.about_to_sleep;
    return work.in_sight;
  }
  static void falls_asleep(void* context) { of(context).about_to_sleep = true; }
  static void wakes_up(void* context) { of(context).about_to_sleep = false; }
};

// The fence of a sleep interrupts all other threads of the process.
TEST(WorkInSight, IsNoReasonToGoToSleepAgainAtOnce) {
  std::array<std::uint32_t, 2> cpus{0, 1};
  std::array<Presence<Stalled>, 2> presences;
  std::array<Roster<Stalled>::Entry, 2> entries;
  Roster<Stalled> team;
  for (std::uint32_t slot = 0; slot < 2; ++slot) {
    presences[slot].cpu.store_relaxed(&cpus[slot]);
    presences[slot].system_thread.store_relaxed(static_cast<Stalled::SystemThread>(slot + 1));
    entries[slot].store_relaxed(&presences[slot]);
  }
  team.table.store_relaxed(entries.data());
  team.threads.store_relaxed(2);
  Gauge<Stalled> gauge;
  Word word{0};
  Work state;
  state.word = &word;
  const IdleWork work{&Work::help, &Work::has_work, &state, &Work::falls_asleep, &Work::wakes_up};
  Waiter<Stalled> waiter;
  waiter.attach(presences[0], team, team, gauge, 0);
  waiter.set_cpus(2);
  waiter.set_team_size(2);
  waiter.set_blocktime(10 * kWait_ns);
  waiter.wait_for(word, 1, work);
  EXPECT_GT(Stalled::fences, 0U) << "it is about to sleep where a teammate that it waits for does not run";
  // It watches the teammate for some time before it knows that.
  EXPECT_LE(Stalled::fences, kWait_ns / (2 * kOfferInterval_ns));
}

}  // namespace
}  // namespace muster::waiting
