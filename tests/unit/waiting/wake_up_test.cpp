// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waking a team whose threads really sleep: each that is parked wakes, from any origin, whether some are awake or not.
#include "waiting/wake_up.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "platform/native.h"

namespace muster::waiting {
namespace {

using platform::Native;

class SleepingTeam {
 public:
  // Slots for which `awake(slot)` holds have no sleeper.
  template <class Awake>
  SleepingTeam(std::uint32_t threads, std::uint32_t origin, const Awake& awake)
      : presences_(threads), entries_(threads) {
    Native::register_process();
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      entries_[slot].store_relaxed(&presences_[slot]);
    }
    roster_.table.store_relaxed(entries_.data());
    roster_.threads.store_relaxed(threads);
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      if (slot != origin && !awake(slot)) {
        ++sleepers_;
        threads_.emplace_back([this, slot] { sleep_until_released(presences_[slot].parker); });
      }
    }
  }

  // Whether somebody slept.
  bool release_from(std::uint32_t origin) {
    released_.store(true);
    Native::light_fence();
    const bool found = wake_team<Native>(roster_, roster_.threads.load_relaxed(), origin, kFewSleepers, nullptr,
                                         [](std::uint32_t /*slot*/) { return true; });
    for (std::thread& thread : threads_) {
      thread.join();
    }
    threads_.clear();
    return found;
  }

  void await_sleep() const {
    for (std::uint32_t slot = 1; slot < presences_.size(); ++slot) {
      while (presences_[slot].parker.is_awake()) {
        std::this_thread::yield();
      }
    }
  }

  std::uint32_t sleepers() const { return sleepers_; }
  Parker<Native>& parker(std::uint32_t slot) { return presences_[slot].parker; }
  std::uint32_t errands() const { return errands_.load(); }

 private:
  void sleep_until_released(Parker<Native>& parker) {
    while (!released_.load()) {
      const Errand errand = parker.park_for_errand_unless(&roster_, [this] { return released_.load(); });
      errands_ += errand != kNoErrand ? 1 : 0;
      run_errand(roster_, errand);
    }
  }

  std::vector<Presence<Native>> presences_;
  std::vector<Roster<Native>::Entry> entries_;
  Roster<Native> roster_;
  std::atomic<bool> released_{false};
  std::atomic<std::uint32_t> errands_{0};
  std::uint32_t sleepers_ = 0;
  std::vector<std::thread> threads_;
};

TEST(WakeUp, ReachesEverySleeperFromAnyOrigin) {
  for (const std::uint32_t threads : {2U, 3U, 8U, 13U, 16U, 33U}) {
    for (const std::uint32_t origin : {0U, 1U, threads - 1}) {
      SleepingTeam team(threads, origin, [](std::uint32_t) { return false; });
      team.release_from(origin);
      EXPECT_EQ(team.sleepers(), threads - 1);
    }
  }
}

TEST(WakeUp, GoesAroundThoseWhoAreAwake) {
  for (const std::uint32_t stride : {2U, 3U}) {
    SleepingTeam team(21, 4, [stride](std::uint32_t slot) { return slot % stride == 0; });
    team.release_from(4);
    EXPECT_GT(team.sleepers(), 0U);
  }
}

TEST(WakeUp, LetsTheWokenWakeOthers) {
  // Asleep or not is a matter of timing, so of many teams at least one has a sleeper that does an errand.
  std::uint32_t errands = 0;
  for (int round = 0; round < 50 && errands == 0; ++round) {
    SleepingTeam team(16, 0, [](std::uint32_t) { return false; });
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    team.release_from(0);
    errands += team.errands();
  }
  EXPECT_GT(errands, 0U);
}

// The primary thread of a nested region sleeps in that region's team; it knows nothing of those that it would wake in this one.
TEST(WakeUp, GoesAroundAThreadThatSleepsInAnotherTeam) {
  SleepingTeam team(16, 0, [](std::uint32_t slot) { return slot == 8; });
  const Roster<Native> nested;
  Errand errand = kLargestErrand;
  std::thread primary([&] { errand = team.parker(8).park_for_errand_unless(&nested, [] { return false; }); });
  team.await_sleep();
  // Slots 9 to 15 sleep below it in the tree; it waits until all are awake.
  team.release_from(0);
  primary.join();
  EXPECT_EQ(errand, kNoErrand);
}

TEST(WakeUp, SaysWhetherSomebodySlept) {
  SleepingTeam awake(8, 0, [](std::uint32_t) { return true; });
  EXPECT_FALSE(awake.release_from(0));
  SleepingTeam asleep(8, 0, [](std::uint32_t) { return false; });
  asleep.await_sleep();
  EXPECT_TRUE(asleep.release_from(0));
}

// A region of 8 threads of a team of 64, whose others sleep: none of them is woken, and nobody is looked at in vain.
TEST(WakeUp, LeavesThreadsAloneThatHaveNoPart) {
  constexpr std::uint32_t kThreads = 64;
  Gauge<Native> gauge;
  for (std::uint32_t slot = kSlotsOfGroup; slot < kThreads; ++slot) {
    gauge.sleepers.add(slot, gauge.sleeper_groups);
  }
  // A look at a thread would fault.
  const Roster<Native> no_table;
  ASSERT_TRUE(gauge.sleepers.any());
  EXPECT_FALSE(wake_team<Native>(no_table, 8, 0, gauge, nullptr));
  EXPECT_FALSE(wake_team<Native>(no_table, kSlotsOfGroup, 0, gauge, nullptr));
}

}  // namespace
}  // namespace muster::waiting
