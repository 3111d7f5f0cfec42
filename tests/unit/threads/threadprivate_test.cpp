// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of threadprivate variables: what they begin as, whose they are, and when they end.
#include "threads/threadprivate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace muster::threads {
namespace {

// A root that has the originals, and two workers.
class Threadprivate : public testing::Test {
 protected:
  Threadprivate() {
    one_.is_worker = other_.is_worker = true;
    static int first = 0;
    (void)threadprivate_copy(root_, threadprivate_variable(&first, sizeof first));
    ended().clear();
  }
  ~Threadprivate() override {
    for (Thread* thread : {&one_, &other_, &root_}) {
      end_threadprivate(*thread);
    }
  }

  // What destructors were called for, in their order.
  static std::vector<int>& ended() {
    static std::vector<int> ended;
    return ended;
  }

  template <class T>
  static T* copy(Thread& thread, T& original) {
    return static_cast<T*>(threadprivate_copy(thread, threadprivate_variable(&original, sizeof original)));
  }

  Thread root_;
  Thread one_;
  Thread other_;
};

TEST_F(Threadprivate, TheFirstRootHasTheOriginal) {
  static int variable = 5;
  EXPECT_EQ(copy(root_, variable), &variable);
  Thread second_root;
  EXPECT_NE(copy(second_root, variable), &variable);
  end_threadprivate(second_root);
}

TEST_F(Threadprivate, ACopyBeginsAsTheInitialValueAndPersists) {
  static int variable = 7;
  EXPECT_EQ(*copy(root_, variable), 7);
  variable = 8;
  int* const mine = copy(one_, variable);
  EXPECT_EQ(*mine, 7) << "what the variable held at its first access, not what the root has made of it";
  *mine = 9;
  EXPECT_EQ(copy(one_, variable), mine);
  EXPECT_EQ(*copy(other_, variable), 7);
  EXPECT_EQ(variable, 8);
}

TEST_F(Threadprivate, CopiesOfTwoThreadsShareNoLine) {
  static char variable = 'a';
  const auto line = [&](Thread& thread) {
    return reinterpret_cast<std::uintptr_t>(copy(thread, variable)) / base::kCacheLineBytes;
  };
  EXPECT_NE(line(one_), line(other_));
}

TEST_F(Threadprivate, ManyVariablesAreToldApart) {
  static int variables[100];
  for (int index = 0; index < 100; ++index) {
    *copy(one_, variables[index]) = index;
  }
  for (int index = 0; index < 100; ++index) {
    EXPECT_EQ(*copy(one_, variables[index]), index);
  }
}

TEST_F(Threadprivate, ObjectsAreMadeAndEndTheNewestFirst) {
  static int older = 1;
  static int newer = 2;
  for (int* object : {&older, &newer}) {
    register_threadprivate(object, {.copy_construct =
                                        [](void* made, void* original) {
                                          *static_cast<int*>(made) = 10 * *static_cast<int*>(original);
                                          return made;
                                        },
                                    .destruct = [](void* ends) { ended().push_back(*static_cast<int*>(ends)); }});
  }
  // Asked for in the other order.
  EXPECT_EQ(*copy(one_, newer), 20);
  EXPECT_EQ(*copy(one_, older), 10);
  end_threadprivate(one_);
  EXPECT_EQ(ended(), (std::vector<int>{20, 10}));
  end_threadprivate(one_);
  EXPECT_EQ(ended().size(), 2U) << "once";
}

TEST_F(Threadprivate, ArraysGoByTheirLength) {
  static int array[3] = {1, 2, 3};
  register_threadprivate(array, {.construct_array =
                                     [](void* made, std::size_t length) {
                                       std::fill_n(static_cast<int*>(made), length, 4);
                                       return made;
                                     },
                                 .destruct_array =
                                     [](void* ends, std::size_t length) {
                                       ended().assign(static_cast<int*>(ends), static_cast<int*>(ends) + length);
                                     },
                                 .length = 3});
  const int* const mine = *copy(one_, array);
  EXPECT_EQ(mine[0] + mine[1] + mine[2], 12);
  end_threadprivate(one_);
  EXPECT_EQ(ended(), (std::vector<int>{4, 4, 4}));
}

TEST_F(Threadprivate, AThreadThatEndsAndBeginsAnewHasNewCopies) {
  static int variable = 3;
  *copy(one_, variable) = 4;
  end_threadprivate(one_);
  EXPECT_EQ(*copy(one_, variable), 3);
}

TEST_F(Threadprivate, TheOriginalsGoToTheNextRootThatAsks) {
  static int variable = 6;
  EXPECT_EQ(copy(root_, variable), &variable);
  end_threadprivate(root_);
  Thread next;
  EXPECT_EQ(copy(next, variable), &variable);
  end_threadprivate(next);
}

}  // namespace
}  // namespace muster::threads
