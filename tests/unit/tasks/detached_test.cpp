// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <thread>

#include "tasks/tasks.h"

namespace muster::tasks {
namespace {

// A detached task that counts how often it is given back.
struct Recorded : DetachedTask {
  int released = 0;

  explicit Recorded(OwnParker& own) {
    prepare(*this, own);
    release = [](DetachedTask& task) { ++static_cast<Recorded&>(task).released; };
  }
};

class Detached : public ::testing::Test {
 protected:
  // Runs a task of the current one whose block is `block`.
  template <class Block>
  void run(Recorded& detached, const Block& block) {
    Task task;
    begin(state_, task, false);
    block();
    finish_detached(state_, detached);
    end(state_, task);
  }
  void run(Recorded& detached) {
    run(detached, [] {});
  }

  OwnParker parker_;
  State state_;
};

TEST_F(Detached, IsCompleteAtOnceWhenFulfilledInItsBlock) {
  Recorded task(parker_);
  run(task, [&] { fulfil(task); });
  EXPECT_EQ(task.released, 1);
  EXPECT_EQ(state_.detached, nullptr);
}

TEST_F(Detached, IsKeptUntilSomebodyWaits) {
  Recorded task(parker_);
  run(task);
  fulfil(task);
  EXPECT_EQ(task.released, 0);
  await_all(state_);
  EXPECT_EQ(task.released, 1);
  EXPECT_EQ(state_.detached, nullptr);
}

TEST_F(Detached, TaskwaitTakesChildrenAndNoGrandchildren) {
  Recorded child(parker_);
  Recorded grandchild(parker_);
  run(child, [&] { run(grandchild); });
  fulfil(child);
  await_children(state_);  // would hang if it waited for the grandchild
  EXPECT_EQ(child.released, 1);
  EXPECT_EQ(grandchild.released, 0);
  fulfil(grandchild);
  await_all(state_);
  EXPECT_EQ(grandchild.released, 1);
}

TEST_F(Detached, TaskgroupTakesWhatBeganInItAndNothingOlder) {
  Recorded older(parker_);
  Recorded child(parker_);
  Recorded grandchild(parker_);
  run(older);
  Taskgroup group;
  begin_group(state_, group);
  run(child, [&] { run(grandchild); });
  fulfil(child);
  fulfil(grandchild);
  EXPECT_EQ(&end_group(state_), &group);
  EXPECT_EQ(child.released + grandchild.released, 2);
  EXPECT_EQ(older.released, 0);
  fulfil(older);
  await_all(state_);
  EXPECT_EQ(older.released, 1);
}

TEST_F(Detached, WaitsForAnotherThread) {
  for (int lap = 0; lap < 200; ++lap) {
    Recorded task(parker_);
    int written = 0;
    run(task);
    std::thread other([&] {
      written = lap + 1;
      fulfil(task);
    });
    await_children(state_);
    EXPECT_EQ(written, lap + 1);
    EXPECT_EQ(task.released, 1);
    other.join();
  }
}

TEST(Tasks, AreFinalInsideFinalTasks) {
  State state;
  Task outer;
  Task inner;
  begin(state, outer, true);
  begin(state, inner, false);
  EXPECT_TRUE(inner.is_final);
  end(state, inner);
  end(state, outer);
  Task after;
  begin(state, after, false);
  EXPECT_FALSE(after.is_final);
  end(state, after);
  EXPECT_EQ(state.current, nullptr);
}

TEST(Taskgroups, LookForReductionsOutwards) {
  int wanted = 0;
  int copy = 0;
  int other = 0;
  struct Table {
    void* original;
    void* copy;
  };
  Table outer_table{&wanted, &copy};
  Table inner_table{&other, nullptr};
  const auto find = [](void* reductions, void* address, std::uint32_t) {
    const Table& table = *static_cast<Table*>(reductions);
    return table.original == address ? ReductionItem{table.copy, address} : ReductionItem{};
  };
  State state;
  Taskgroup outer;
  Taskgroup between;
  Taskgroup inner;
  begin_group(state, outer);
  outer.find = find;
  outer.reductions = &outer_table;
  begin_group(state, between);
  begin_group(state, inner);
  inner.find = find;
  inner.reductions = &inner_table;
  EXPECT_EQ(find_reduction(state, &wanted, 0).copy, &copy);
  EXPECT_EQ(find_reduction(state, &state, 0).copy, nullptr);
  end_group(state);
  end_group(state);
  end_group(state);
  EXPECT_EQ(find_reduction(state, &wanted, 0).copy, nullptr);
}

}  // namespace
}  // namespace muster::tasks
