// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which orders the events come to, and which they do not: an order too many hides races.
#include <gtest/gtest.h>

#include "races/handlers.h"
#include "unit/races/checker.h"

namespace muster::races {
namespace {

using events::DependenceKind;
using events::SyncKind;
using events::TaskStatus;

// A region of two threads, 0 and 1, whose tasks events are told of by hand.
class Region2 : public ::testing::Test {
 protected:
  explicit Region2(bool with_fibers = false) : checker(2, with_fibers) {
    initial.flags = events::kInitialTask;
    events::this_thread = &thread;
    region.encountering = &initial;
    before_fork = checker.moment();
    on_parallel_begin({region});
    for (int i = 0; i < 2; ++i) {
      checker.as(i);
      implicit[i].region = &region;
      on_implicit_task_begin({implicit[i], 2, static_cast<std::uint32_t>(i)});
    }
    checker.as(0);
  }
  ~Region2() override { events::this_thread = nullptr; }

  // Thread 0 makes a task.
  void create(events::Task& task, events::Task* creator = nullptr) {
    task.region = &region;
    on_task_create({creator == nullptr ? &implicit[0] : creator, task, false});
  }
  void depend(events::Task& task, DependenceKind kind, std::uint64_t variable = 8) {
    const events::Dependence item{variable, kind};
    on_dependences({task, &item, 1});
  }
  // The thread runs the task; what is in it is done at the returned moment.
  Checker::Moment run(int on, events::Task& task) {
    checker.as(on);
    on_task_schedule({implicit[on], TaskStatus::switched, &task});
    const Checker::Moment inside = checker.moment();
    on_task_schedule({task, TaskStatus::complete, &implicit[on]});
    return inside;
  }
  // Whether the task, when thread `on` runs it, comes after the moment.
  bool follows(int on, events::Task& task, const Checker::Moment& moment) {
    checker.as(on);
    on_task_schedule({implicit[on], TaskStatus::switched, &task});
    const bool known = checker.knows(moment);
    on_task_schedule({task, TaskStatus::complete, &implicit[on]});
    return known;
  }
  void begin(SyncKind kind, int on = 0) {
    checker.as(on);
    on_sync_begin({kind, implicit[on], {}});
  }
  void end(SyncKind kind, int on = 0) {
    checker.as(on);
    on_sync_end({kind, implicit[on], {}});
  }

  Checker checker;
  events::Thread thread;
  events::Task initial;
  events::Region region;
  events::Task implicit[2];
  events::Task a;
  events::Task b;
  Checker::Moment before_fork{};
};

TEST_F(Region2, ForkAndJoin) {
  checker.as(1);
  EXPECT_TRUE(checker.knows(before_fork));
  const auto body = checker.moment();
  on_implicit_task_end({implicit[1], 2, 1});
  const auto after_end = checker.moment();
  checker.as(0);
  EXPECT_FALSE(checker.knows(body));
  on_parallel_end({region});
  EXPECT_TRUE(checker.knows(body));
  EXPECT_FALSE(checker.knows(after_end));
}

TEST_F(Region2, BarriersOrderBothWays) {
  for (int round = 0; round < 5; ++round) {
    checker.as(0);
    const auto first = checker.moment();
    checker.as(1);
    const auto second = checker.moment();
    EXPECT_FALSE(checker.knows(first));
    begin(SyncKind::barrier_explicit, 0);
    begin(SyncKind::barrier_explicit, 1);
    const auto late = checker.moment();
    end(SyncKind::barrier_explicit, 0);
    EXPECT_TRUE(checker.knows(second));
    EXPECT_FALSE(checker.knows(late));
    end(SyncKind::barrier_explicit, 1);
    EXPECT_TRUE(checker.knows(first));
  }
}

TEST_F(Region2, ATaskFollowsItsCreationAndTaskwaitFollowsIt) {
  const auto before = checker.moment();
  create(a);
  const auto after = checker.moment();
  checker.as(1);
  on_task_schedule({implicit[1], TaskStatus::switched, &a});
  EXPECT_TRUE(checker.knows(before));
  EXPECT_FALSE(checker.knows(after));
  const auto inside = checker.moment();
  on_task_schedule({a, TaskStatus::complete, &implicit[1]});
  checker.as(0);
  EXPECT_FALSE(checker.knows(inside));
  begin(SyncKind::taskwait);
  end(SyncKind::taskwait);
  EXPECT_TRUE(checker.knows(inside));
}

TEST_F(Region2, TaskwaitDoesNotWaitForGrandchildren) {
  create(a);
  checker.as(1);
  on_task_schedule({implicit[1], TaskStatus::switched, &a});
  create(b, &a);
  on_task_schedule({a, TaskStatus::complete, &implicit[1]});
  const auto inside = run(1, b);
  end(SyncKind::taskwait);
  EXPECT_FALSE(checker.knows(inside));
}

TEST_F(Region2, TaskgroupWaitsForDescendantsAndNotForOthers) {
  events::Task outside;
  create(outside);
  begin(SyncKind::taskgroup);
  create(a);
  checker.as(1);
  on_task_schedule({implicit[1], TaskStatus::switched, &a});
  create(b, &a);
  on_task_schedule({a, TaskStatus::complete, &implicit[1]});
  const auto inside = run(1, b);
  const auto of_outside = run(1, outside);
  end(SyncKind::taskgroup);
  EXPECT_TRUE(checker.knows(inside));
  EXPECT_FALSE(checker.knows(of_outside));
}

TEST_F(Region2, ABarrierFollowsTheTasksMadeBeforeIt) {
  create(a);
  begin(SyncKind::barrier_explicit, 0);
  begin(SyncKind::barrier_explicit, 1);
  const auto inside = run(1, a);
  end(SyncKind::barrier_explicit, 0);
  EXPECT_TRUE(checker.knows(inside));
}

struct Pair {
  DependenceKind first;
  DependenceKind second;
  bool ordered;
};
class DependentPair : public Region2, public ::testing::WithParamInterface<Pair> {};

TEST_P(DependentPair, IsOrderedAsTheKindsSay) {
  create(a);
  depend(a, GetParam().first);
  create(b);
  depend(b, GetParam().second);
  const auto inside = run(1, a);
  EXPECT_EQ(follows(0, b, inside), GetParam().ordered);
}
INSTANTIATE_TEST_SUITE_P(Kinds, DependentPair,
                         ::testing::Values(Pair{DependenceKind::in, DependenceKind::in, false},
                                           Pair{DependenceKind::in, DependenceKind::out, true},
                                           Pair{DependenceKind::out, DependenceKind::in, true},
                                           Pair{DependenceKind::inout, DependenceKind::inout, true},
                                           Pair{DependenceKind::inoutset, DependenceKind::inoutset, false},
                                           Pair{DependenceKind::inoutset, DependenceKind::in, true},
                                           Pair{DependenceKind::mutexinoutset, DependenceKind::mutexinoutset, true},
                                           Pair{DependenceKind::mutexinoutset, DependenceKind::inoutset, true},
                                           Pair{DependenceKind::in, DependenceKind::out_all_memory, true},
                                           Pair{DependenceKind::inout_all_memory, DependenceKind::in, true},
                                           Pair{DependenceKind::inout_all_memory, DependenceKind::out_all_memory,
                                                true}));

TEST_F(Region2, OtherVariablesAndOtherParentsOrderNothing) {
  events::Task nephew;
  create(a);
  depend(a, DependenceKind::out, 8);
  create(b);
  depend(b, DependenceKind::out, 16);
  const auto inside = run(1, a);
  checker.as(0);
  on_task_schedule({implicit[0], TaskStatus::switched, &b});
  EXPECT_FALSE(checker.knows(inside));
  create(nephew, &b);
  depend(nephew, DependenceKind::out, 8);
  on_task_schedule({b, TaskStatus::complete, &implicit[0]});
  EXPECT_FALSE(follows(0, nephew, inside));
}

TEST_F(Region2, TheFulfilmentOfATaskIsPartOfItsCompletion) {
  a.has_event = true;
  create(a);
  checker.as(1);
  on_task_schedule({implicit[1], TaskStatus::switched, &a});
  const auto body = checker.moment();
  on_task_schedule({a, TaskStatus::detach, &implicit[1]});
  const auto between = checker.moment();
  on_task_schedule({a, TaskStatus::late_fulfill, nullptr});
  end(SyncKind::taskwait);
  EXPECT_TRUE(checker.knows(body));
  EXPECT_TRUE(checker.knows(between));
}

TEST_F(Region2, DoacrossOrdersTheIterationsThatAreNamed) {
  const events::Dependence third{3, DependenceKind::source};
  const events::Dependence of_third{3, DependenceKind::sink};
  const events::Dependence of_second{2, DependenceKind::sink};
  const auto before = checker.moment();
  on_dependences({implicit[0], &third, 1});
  checker.as(1);
  on_dependences({implicit[1], &of_second, 1});
  EXPECT_FALSE(checker.knows(before));
  on_dependences({implicit[1], &of_third, 1});
  EXPECT_TRUE(checker.knows(before));
}

TEST_F(Region2, MutexesOrderByTheirAddress) {
  const auto before = checker.moment();
  on_mutex_release({events::MutexKind::lock, 8, {}});
  checker.as(1);
  on_mutex_acquired({events::MutexKind::lock, 16, {}});
  EXPECT_FALSE(checker.knows(before));
  on_mutex_acquired({events::MutexKind::lock, 8, {}});
  EXPECT_TRUE(checker.knows(before));
}

class Deep : public Region2 {
 protected:
  Deep() : Region2(true) {}
};

TEST_F(Deep, TasksOfOneThreadAreNotOrdered) {
  create(a);
  create(b);
  const auto inside = run(0, a);
  EXPECT_EQ(checker.current(), 0);
  EXPECT_FALSE(checker.knows(inside));
  EXPECT_FALSE(follows(0, b, inside));
  end(SyncKind::taskwait);
  EXPECT_TRUE(checker.knows(inside));
  EXPECT_EQ(checker.ended(), 2);
}

TEST_F(Deep, TasksThatKnowTheirThreadAreOrderedOnIt) {
  create(a);
  create(b);
  on_task_schedule({implicit[0], TaskStatus::switched, &a});
  see_thread({a});
  const auto inside = checker.moment();
  on_task_schedule({a, TaskStatus::complete, &implicit[0]});
  on_task_schedule({implicit[0], TaskStatus::switched, &b});
  EXPECT_FALSE(checker.knows(inside));
  see_thread({b});
  EXPECT_TRUE(checker.knows(inside));
  on_task_schedule({b, TaskStatus::complete, &implicit[0]});
}

TEST_F(Deep, AnUndeferredTaskIsItsCreators) {
  a.flags = events::kUndeferredTask;
  create(a);
  const auto inside = run(0, a);
  EXPECT_TRUE(checker.knows(inside));
  EXPECT_EQ(checker.ended(), 0);
}

}  // namespace
}  // namespace muster::races
