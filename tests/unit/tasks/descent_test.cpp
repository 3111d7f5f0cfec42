// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thief finds out about the ancestors of a task, while they end and their memory is used again.
#include <gtest/gtest.h>

#include "tasks/find.h"

namespace muster::tasks {
namespace {

struct Chain {
  Task ancestor{};
  Task grandparent{};
  Task parent{};
  Task task{};

  Chain() {
    make(ancestor, nullptr, 1);
    make(grandparent, &ancestor, 2);
    make(parent, &grandparent, 3);
    make(task, &parent, 4);
  }

  static void make(Task& task, Task* parent, std::uint32_t depth) {
    task.parent.store_release(parent);
    task.depth.store_release(depth);
  }
};

TEST(Descent, IsFoundFarUp) {
  const Chain chain;
  EXPECT_EQ(descends_from(chain.task, chain.ancestor, [] { return true; }), Descent::yes);
}

TEST(Descent, OfOtherTasksIsNone) {
  Chain chain;
  Task other{};
  Chain::make(other, nullptr, 1);
  Chain::make(chain.grandparent, &other, 2);
  EXPECT_EQ(descends_from(chain.task, chain.ancestor, [] { return true; }), Descent::no);
}

TEST(Descent, BehindATaskThatHasEndedIsUnknown) {
  Chain chain;
  chain.parent.parent.store_relaxed(nullptr);
  EXPECT_EQ(descends_from(chain.task, chain.ancestor, [] { return true; }), Descent::unknown);
}

// The task itself has not been begun, so all the time it is alive.
TEST(Descent, IsNotThatOfATaskInTheSameMemory) {
  Chain chain;
  Task other{};
  Chain::make(other, nullptr, 1);
  Chain::make(chain.grandparent, &other, 2);
  int looks = 0;
  const auto alive = [&] {
    // The parent's own parent has been read by the second look.
    if (++looks == 2) {
      chain.parent.parent.store_relaxed(nullptr);
      Chain::make(chain.grandparent, &chain.ancestor, 2);
    }
    return true;
  };
  EXPECT_EQ(descends_from(chain.task, chain.ancestor, alive), Descent::unknown);
}

}  // namespace
}  // namespace muster::tasks
