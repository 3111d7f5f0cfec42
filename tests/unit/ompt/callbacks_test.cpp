// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ompt/callbacks.h"

#include <gtest/gtest.h>

namespace muster::ompt {
namespace {

class Callbacks : public ::testing::Test {
 protected:
  void TearDown() override { forget_callbacks(); }
};

void nothing() {}

TEST_F(Callbacks, AreSetAndGivenBack) {
  const auto event = static_cast<std::uint32_t>(CallbackNumber::parallel_begin);
  Callback callback = nullptr;
  EXPECT_EQ(get_callback(event, &callback), 0);
  EXPECT_EQ(set_callback(event, &nothing), SetResult::always);
  EXPECT_EQ(get_callback(event, &callback), 1);
  EXPECT_EQ(callback, &nothing);
  EXPECT_EQ(set_callback(event, nullptr), SetResult::always);
  EXPECT_EQ(get_callback(event, &callback), 0);
}

TEST_F(Callbacks, OfDevicesNeverCome) {
  constexpr std::uint32_t kTargetEmi = 33;
  EXPECT_EQ(set_callback(kTargetEmi, &nothing), SetResult::never);
}

TEST_F(Callbacks, WithNumbersThatThereAreNotAreErrors) {
  Callback callback = nullptr;
  EXPECT_EQ(set_callback(0, &nothing), SetResult::error);
  EXPECT_EQ(set_callback(kCallbacks, &nothing), SetResult::error);
  EXPECT_EQ(get_callback(kCallbacks, &callback), 0);
}

// What the tool is told of an implicit task's end: no parallel data, since the region may be gone, and the number of threads, as libomp tells it.
Data* parallel_of_end = nullptr;
std::uint32_t size_of_end = 0;
bool told = false;
void on_implicit_task(Endpoint endpoint, Data* parallel, Data* /*task*/, std::uint32_t size, std::uint32_t /*index*/,
                      std::int32_t /*flags*/) {
  told = endpoint == Endpoint::end;
  parallel_of_end = parallel;
  size_of_end = size;
}

TEST_F(Callbacks, OfAnImplicitTasksEndHaveNoRegion) {
  set_callback(static_cast<std::uint32_t>(CallbackNumber::implicit_task),
               reinterpret_cast<Callback>(&on_implicit_task));
  events::Region region;
  events::Task task;
  task.region = &region;
  task.flags = events::kImplicitTask;
  listener().implicit_task_begin({task, 2, 0});
  EXPECT_NE(parallel_of_end, nullptr);
  EXPECT_EQ(size_of_end, 2U);
  listener().implicit_task_end({task, 2, 0});
  EXPECT_TRUE(told);
  EXPECT_EQ(parallel_of_end, nullptr);
  EXPECT_EQ(size_of_end, 2U);
}

}  // namespace
}  // namespace muster::ompt
