// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much of a team a waiting thread looks at, and that it misses nobody for long.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "tasks/idle.h"
#include "tasks/schedule.h"

namespace muster::tasks {
namespace {

// Workers of one board, each with room for a task.
class TeamOfWorkers {
 public:
  explicit TeamOfWorkers(std::uint32_t threads) : slots_(threads) {
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      workers_.push_back(std::make_unique<Worker>());
      Worker& worker = *workers_.back();
      worker.board = &board_;
      worker.slot = slot;
      worker.team_size = threads;
      worker.deque.provide(slots_[slot].data(), 1);
      table_.push_back(&worker);
    }
    board_.workers.store_relaxed(table_.data());
  }

  Worker& worker(std::uint32_t slot) { return *workers_[slot]; }
  // Worker 0 waits for the children of a task, of which that of give_task_to() is one.
  void wait_for_children() {
    ancestor_.depth.store_relaxed(1);
    task_.depth.store_relaxed(2);
    task_.parent.store_relaxed(&ancestor_);
    worker(0).current = &ancestor_;
  }
  void give_task_to(std::uint32_t slot) { worker(slot).deque.push(&task_); }
  void take_task_from(std::uint32_t slot) { EXPECT_EQ(worker(slot).deque.take(), &task_); }

 private:
  using Items = decltype(Worker::deque);

  Board board_;
  std::vector<std::array<Items::Slot, 1>> slots_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Worker*> table_;
  Task ancestor_;
  Task task_;
};

// With so many CPUs.
class LookForWork : public testing::Test {
 protected:
  void SetUp() override { cpus = 512; }
  void TearDown() override { cpus = cpus_; }

 private:
  const std::uint32_t cpus_ = cpus;
};

TEST_F(LookForWork, ASmallTeamIsSeenAtEachLook) {
  TeamOfWorkers team(waiting::kMostAtOnce);
  for (std::uint32_t slot = 0; slot < waiting::kMostAtOnce; ++slot) {
    team.give_task_to(slot);
    EXPECT_TRUE(NativeIdle::sees_work(team.worker(0))) << slot;
    team.take_task_from(slot);
    EXPECT_FALSE(NativeIdle::sees_work(team.worker(0)));
  }
}

// `prepare(team)` comes before the first look of worker 0, and `look(worker)` says whether it sees a task.
template <class Prepare, class Look>
void expect_a_look_for_each_32_threads(const Prepare& prepare, const Look& look) {
  for (const std::uint32_t threads : {33U, 64U, 512U}) {
    TeamOfWorkers team(threads);
    prepare(team);
    const std::uint32_t rounds = base::divide_rounding_up(threads, waiting::kMostAtOnce);
    for (std::uint32_t slot = 1; slot < threads; slot += 7) {
      team.give_task_to(slot);
      std::uint32_t looks = 1;
      while (!look(team.worker(0)) && looks <= rounds) {
        ++looks;
      }
      EXPECT_LE(looks, rounds) << threads << " threads, slot " << slot;
      team.take_task_from(slot);
    }
  }
}

TEST_F(LookForWork, TheTaskOfALargeTeamIsSeenWithinALookForEach32Threads) {
  expect_a_look_for_each_32_threads([](TeamOfWorkers& /*team*/) {}, &NativeIdle::sees_work);
}

TEST_F(LookForWork, OneLookDoesNotGoToAllOfALargeTeam) {
  TeamOfWorkers team(512);
  team.give_task_to(511);
  EXPECT_FALSE(NativeIdle::sees_work(team.worker(0)));
}

TEST_F(LookForWork, AThreadThatIsAboutToSleepLooksAtAll) {
  TeamOfWorkers team(512);
  team.give_task_to(511);
  Worker& self = team.worker(0);
  self.board->sleepers.fall_asleep(self.sleeper, Asleep::kForAny, nullptr);
  EXPECT_TRUE(NativeIdle::sees_work(self));
}

TEST_F(LookForWork, ATaskwaitOfALargeTeamSeesATaskWithinALookForEach32Threads) {
  expect_a_look_for_each_32_threads([](TeamOfWorkers& team) { team.wait_for_children(); },
                                    &NativeIdle::any_work_inside);
}

TEST_F(LookForWork, OneLookOfATaskwaitDoesNotGoToAllOfALargeTeam) {
  TeamOfWorkers team(512);
  team.wait_for_children();
  team.give_task_to(511);
  EXPECT_FALSE(NativeIdle::any_work_inside(team.worker(0)));
}

TEST_F(LookForWork, ATaskwaitThatIsAboutToSleepLooksAtAll) {
  TeamOfWorkers team(512);
  team.wait_for_children();
  team.give_task_to(511);
  Worker& self = team.worker(0);
  self.board->sleepers.fall_asleep(self.sleeper, Asleep::kForDescendants, self.current);
  EXPECT_TRUE(NativeIdle::any_work_inside(self));
}

TEST_F(LookForWork, AThreadThatSharesItsCpuLooksAtAll) {
  cpus = 64;
  TeamOfWorkers team(65);
  team.give_task_to(64);
  EXPECT_TRUE(NativeIdle::sees_work(team.worker(0)));
}

// Its pace leaves teammates alone: for so long that the clock does not end it.
void make_it_pause(Worker& worker) {
  constexpr std::uint64_t kHour = std::uint64_t{1} << 44U;
  const std::uint64_t now = platform::cpu::ticks();
  for (std::uint32_t i = 0; i < StealPace::kJudged; ++i) {
    worker.steal_pace.fetched(now - kHour, now);
    worker.steal_pace.leaves_alone(now + 1);
  }
}

TEST_F(LookForWork, AThreadWhoseStealsDoNotPayLeavesTasksOfOthersAlone) {
  TeamOfWorkers team(2);
  team.give_task_to(1);
  Worker& self = team.worker(0);
  make_it_pause(self);
  EXPECT_FALSE(NativeIdle::sees_work(self));
  EXPECT_EQ(steal(self, AcceptAny{}), nullptr);
  team.give_task_to(0);
  EXPECT_TRUE(NativeIdle::sees_work(self)) << "its own";
}

TEST_F(LookForWork, NotIfItIsAboutToSleep) {
  TeamOfWorkers team(2);
  team.give_task_to(1);
  Worker& self = team.worker(0);
  make_it_pause(self);
  self.board->sleepers.fall_asleep(self.sleeper, Asleep::kForAny, nullptr);
  EXPECT_TRUE(NativeIdle::sees_work(self));
  EXPECT_NE(steal(self, AcceptAny{}), nullptr);
}

}  // namespace
}  // namespace muster::tasks
