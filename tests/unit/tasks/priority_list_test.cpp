// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of the list of tasks with a priority, against a plain model.
#include "tasks/priority_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

namespace muster::tasks {
namespace {

constexpr std::uint32_t kAll = ~std::uint32_t{0};

struct Listed {
  Task task;
  TaskExtra extra;

  // A task without a priority need not have an extra.
  explicit Listed(std::int32_t priority, bool has_extra = true) {
    extra.set_priority(priority);
    task.extra = has_extra || priority != 0 ? &extra : nullptr;
  }
};

std::vector<const Task*> drained(PriorityList& list) {
  std::vector<const Task*> tasks;
  while (const Task* task = list.take([](const Task&) { return true; }, kAll)) {
    tasks.push_back(task);
  }
  return tasks;
}

TEST(PriorityList, GivesTheHighestPriorityAndOfEqualsTheOldest) {
  Listed low(1);
  Listed high(7);
  Listed usual(0, false);
  Listed high_too(7);
  Listed low_too(1);
  PriorityList list;
  for (Listed* listed : {&low, &high, &usual, &high_too, &low_too}) {
    list.add(listed->task);
  }
  EXPECT_EQ(drained(list),
            (std::vector<const Task*>{&high.task, &high_too.task, &low.task, &low_too.task, &usual.task}));
  EXPECT_TRUE(drained(list).empty());
}

TEST(PriorityList, LooksAtNoMoreThanTheFirst) {
  Listed first(2);
  Listed second(1);
  PriorityList list;
  list.add(first.task);
  list.add(second.task);
  const auto is_second = [&](const Task& task) { return &task == &second.task; };
  EXPECT_EQ(list.take(is_second, 1), nullptr);
  EXPECT_EQ(list.take(is_second, 2), &second.task);
}

// Tasks that deep checks put at an end stay there, also among tasks with a priority.
TEST(PriorityList, KeepsWhatWasPutAtAnEnd) {
  Listed high(7);
  Listed front(0);
  Listed back(0);
  Listed high_too(7);
  PriorityList list;
  list.add(high.task);
  list.prepend(front.task);
  list.append(back.task);
  list.add(high_too.task);
  EXPECT_EQ(drained(list), (std::vector<const Task*>{&high_too.task, &front.task, &high.task, &back.task}));
}

// Tasks of GCC's code with a priority and dependences are dealt like others.
TEST(PriorityList, TakesTasksWithAPriorityAtAnEnd) {
  Listed front(3);
  Listed low(1);
  Listed high(7);
  Listed back(7);
  Listed high_too(7);
  PriorityList list;
  list.prepend(front.task);
  list.add(low.task);
  list.add(high.task);
  list.append(back.task);
  list.add(high_too.task);
  EXPECT_EQ(drained(list), (std::vector<const Task*>{&high.task, &high_too.task, &front.task, &low.task, &back.task}));
}

// The first, the middle and the last of a run are taken, and others come to the run afterwards.
TEST(PriorityList, IsAsAModelIs) {
  constexpr int kSteps = 20'000;
  constexpr std::uint32_t kSeed = 1;
  std::mt19937 random(kSeed);
  std::deque<Listed> all;
  std::vector<Listed*> model;
  PriorityList list;
  for (int step = 0; step < kSteps; ++step) {
    if (model.empty() || random() % 2 == 0) {
      Listed& added = all.emplace_back(static_cast<std::int32_t>(random() % 5), random() % 2 == 0);
      const auto place = std::find_if(model.begin(), model.end(), [&](const Listed* listed) {
        return listed->extra.priority() < added.extra.priority();
      });
      model.insert(place, &added);
      list.add(added.task);
    } else {
      const auto wanted = model.begin() + static_cast<std::ptrdiff_t>(random() % model.size());
      const Task* taken = list.take([&](const Task& task) { return &task == &(*wanted)->task; }, kAll);
      ASSERT_EQ(taken, &(*wanted)->task) << "step " << step;
      model.erase(wanted);
    }
  }
  std::vector<const Task*> left;
  for (const Listed* listed : model) {
    left.push_back(&listed->task);
  }
  EXPECT_EQ(drained(list), left);
}

}  // namespace
}  // namespace muster::tasks
