// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that really sleep at a bell: those that it is rung for wake, and the others sleep on.
#include "waiting/bell.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "platform/native.h"
#include "waiting/presence.h"
#include "waiting/wake_up.h"

namespace muster::waiting {
namespace {

using platform::Native;

class ThreadsAtBell {
 public:
  // Those in `elsewhere` sleep by their own words, as threads of a team do that has just become a crowded one.
  // `shared_bit` is that of all of them; 0: each has its own.
  ThreadsAtBell(std::uint32_t threads, std::uint32_t elsewhere, std::uint32_t shared_bit = 0)
      : presences_(threads), entries_(threads), shared_bit_(shared_bit) {
    Native::register_process();
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      entries_[slot].store_relaxed(&presences_[slot]);
    }
    roster_.table.store_relaxed(entries_.data());
    roster_.threads.store_relaxed(threads);
    roster_.bell = &bell_;
    for (std::uint32_t slot = 1; slot < threads; ++slot) {
      threads_.emplace_back([this, slot, at_bell = (elsewhere >> slot & 1U) == 0] { sleep(slot, at_bell); });
    }
  }
  ~ThreadsAtBell() {
    release(~std::uint32_t{0});
    wake_all();
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }
  ThreadsAtBell(const ThreadsAtBell&) = delete;
  ThreadsAtBell& operator=(const ThreadsAtBell&) = delete;

  // What the threads wait for; they still have to be woken.
  void release(std::uint32_t bits) {
    released_.fetch_or(bits);
    Native::full_fence();
  }
  void wake_all() {
    wake_team(roster_, roster_.size(), 0, roster_.size() - 1, roster_.bell_for(roster_.size(), 1),
              [](std::uint32_t /*slot*/) { return true; });
  }
  bool wake(std::uint32_t slot) { return presences_[slot].parker.wake_if_parked(); }

  bool sleeps(std::uint32_t slot) const { return !presences_[slot].parker.is_awake(); }
  void await_sleep(std::uint32_t slot) const {
    while (!sleeps(slot)) {
      std::this_thread::yield();
    }
  }
  void await_gone(std::uint32_t bits) const {
    while ((gone_.load() & bits) != bits) {
      std::this_thread::yield();
    }
  }
  std::uint32_t gone() const { return gone_.load(); }

 private:
  void sleep(std::uint32_t slot, bool at_bell) {
    Parker<Native>& parker = presences_[slot].parker;
    const std::uint32_t own = std::uint32_t{1} << slot;
    const auto is_released = [this, own] { return (released_.load() & own) != 0; };
    while (!is_released()) {
      if (at_bell) {
        parker.set_bell(bell_, shared_bit_ != 0 ? shared_bit_ : own, static_cast<std::int32_t>(slot % 2));
        parker.park_at_bell_unless(is_released);
      } else {
        parker.park_for_errand_unless(&roster_, is_released, Fences::full);
      }
    }
    gone_.fetch_or(own);
  }

  Bell<Native> bell_;
  std::vector<Presence<Native>> presences_;
  std::vector<Roster<Native>::Entry> entries_;
  Roster<Native> roster_;
  std::uint32_t shared_bit_;
  std::atomic<std::uint32_t> released_{0};
  std::atomic<std::uint32_t> gone_{0};
  std::vector<std::thread> threads_;
};

TEST(Bell, WakesAllOfATeam) {
  for (const std::uint32_t threads : {2U, 3U, 8U, 32U}) {
    ThreadsAtBell team(threads, 0);
    const std::uint32_t all = static_cast<std::uint32_t>((std::uint64_t{1} << threads) - 2);
    team.release(all);
    team.wake_all();
    team.await_gone(all);
    EXPECT_EQ(team.gone(), all);
  }
}

TEST(Bell, LeavesOutNobodyWhoSleepsElsewhere) {
  ThreadsAtBell team(8, 0b01010100);
  team.release(0b11111110);
  team.wake_all();
  team.await_gone(0b11111110);
  EXPECT_EQ(team.gone(), 0b11111110U);
}

TEST(Bell, WakesOneThreadAndLetsTheOthersSleepOn) {
  ThreadsAtBell team(6, 0);
  for (const std::uint32_t slot : {1U, 2U, 3U, 4U, 5U}) {
    team.await_sleep(slot);
  }
  team.release(1U << 3);
  EXPECT_TRUE(team.wake(3));
  team.await_gone(1U << 3);
  EXPECT_EQ(team.gone(), 1U << 3);
  for (const std::uint32_t slot : {1U, 2U, 4U, 5U}) {
    EXPECT_TRUE(team.sleeps(slot)) << slot;
  }
  EXPECT_FALSE(team.wake(3)) << "it is awake";
}

TEST(Bell, ThoseWokenTooEarlySleepAgain) {
  ThreadsAtBell team(4, 0);
  for (const std::uint32_t slot : {1U, 2U, 3U}) {
    team.await_sleep(slot);
  }
  team.wake_all();
  team.await_sleep(2);
  team.release(1U << 2);
  team.wake(2);
  team.await_gone(1U << 2);
  EXPECT_EQ(team.gone(), 1U << 2);
}

// The other waits on: what it is woken for is not there.
TEST(Bell, WakesThoseOfTheSameBitInVain) {
  constexpr std::uint32_t kFirst = 1;
  ThreadsAtBell team(4, 0, bit_at_bell(kFirst));
  for (const std::uint32_t slot : {1U, 2U, 3U}) {
    team.await_sleep(slot);
  }
  for (const std::uint32_t slot : {3U, 2U}) {
    team.release(1U << slot);
    EXPECT_TRUE(team.wake(slot));
    team.await_gone(1U << slot);
    EXPECT_TRUE(team.sleeps(kFirst));
  }
  EXPECT_EQ(team.gone(), 0b1100U);
}

// Notes for whom it is rung.
struct NotedBell {
  std::vector<std::uint32_t> rung;
  void ring(std::uint32_t bits) { rung.push_back(bits); }
};

TEST(SleepersAtBell, AreWokenOnOtherCpusFirst) {
  NotedBell bell;
  SleepersAtBell sleepers(5);
  sleepers.add(0b00010, 5);
  sleepers.add(0b00100, 63);
  sleepers.add(0b01000, 511);
  sleepers.add(0, 7);
  sleepers.add(0b10000, 5);
  sleepers.wake(&bell);
  EXPECT_EQ(bell.rung, (std::vector<std::uint32_t>{0b01100, 0b10010}));
}

TEST(SleepersAtBell, AreWokenByOneCallWhereAllWereOnOneSideOrThereAreNone) {
  for (const std::int32_t cpu : {5, 6}) {
    NotedBell bell;
    SleepersAtBell sleepers(5);
    sleepers.add(0b010, cpu);
    sleepers.add(0b100, cpu);
    sleepers.wake(&bell);
    EXPECT_EQ(bell.rung, (std::vector<std::uint32_t>{0b110})) << cpu;
  }
  NotedBell bell;
  SleepersAtBell(5).wake(&bell);
  EXPECT_TRUE(bell.rung.empty());
}

// It is not known where they are: the order does not matter then, but all are woken.
TEST(SleepersAtBell, AreWokenWhereNoCpuIsKnown) {
  NotedBell bell;
  SleepersAtBell sleepers(-1);
  sleepers.add(0b010, -1);
  sleepers.add(0b100, 3);
  sleepers.wake(&bell);
  EXPECT_EQ(bell.rung, (std::vector<std::uint32_t>{0b100, 0b010}));
}

TEST(Bell, IsForTeamsWithMoreThreadsThanCpusThatHaveABitEachAndForAllOnFewCpus) {
  Bell<Native> bell;
  Roster<Native> roster;
  roster.bell = &bell;
  EXPECT_EQ(roster.bell_for(2, 2), nullptr);
  EXPECT_EQ(roster.bell_for(3, 2), &bell);
  EXPECT_EQ(roster.bell_for(32, 2), &bell);
  EXPECT_EQ(roster.bell_for(33, 2), &bell);
  EXPECT_EQ(roster.bell_for(512, 4), &bell);
  EXPECT_EQ(roster.bell_for(4, 4), nullptr);
  EXPECT_EQ(roster.bell_for(32, 5), &bell);
  EXPECT_EQ(roster.bell_for(33, 5), nullptr) << "a tree is woken by all of them";
  EXPECT_EQ(roster.bell_for(64, 64), nullptr);
  EXPECT_EQ(roster.bell_for(32, 64), nullptr);
  EXPECT_EQ(roster.bell_for(1024, 512), nullptr);
}

}  // namespace
}  // namespace muster::waiting
