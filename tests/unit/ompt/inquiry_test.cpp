// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ompt/inquiry.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "events/events.h"

namespace muster::ompt {
namespace {

template <class Function>
Function look_up(const char* name) {
  InterfaceFunction function = lookup(name);
  EXPECT_NE(function, nullptr) << name;
  return reinterpret_cast<Function>(function);
}

using Enumerate = std::int32_t (*)(std::int32_t, std::int32_t*, const char**);

std::set<std::string> names_of(Enumerate enumerate, std::int32_t first) {
  std::set<std::string> names;
  std::int32_t current = first;
  const char* name = nullptr;
  while (enumerate(current, &current, &name) != 0) {
    EXPECT_TRUE(names.insert(name).second) << name << " comes twice";
  }
  return names;
}

TEST(Lookup, HasAllEntryPointsOfTheHost) {
  for (const char* name :
       {"ompt_enumerate_states", "ompt_enumerate_mutex_impls", "ompt_set_callback", "ompt_get_callback",
        "ompt_get_state", "ompt_get_parallel_info", "ompt_get_task_info", "ompt_get_task_memory",
        "ompt_get_thread_data", "ompt_get_unique_id", "ompt_finalize_tool", "ompt_get_num_procs", "ompt_get_num_places",
        "ompt_get_place_proc_ids", "ompt_get_place_num", "ompt_get_partition_place_nums", "ompt_get_proc_id",
        "ompt_get_target_info", "ompt_get_num_devices"}) {
    EXPECT_NE(lookup(name), nullptr) << name;
  }
  EXPECT_EQ(lookup("ompt_get_weather"), nullptr);
}

TEST(Inquiry, EnumeratesStatesFromTheUndefinedOne) {
  const auto names = names_of(look_up<Enumerate>("ompt_enumerate_states"), 0x102);
  EXPECT_EQ(names.count("ompt_state_work_parallel"), 1U);
  EXPECT_EQ(names.count("ompt_state_idle"), 1U);
}

TEST(Inquiry, EnumeratesKindsOfMutexFromNone) {
  EXPECT_FALSE(names_of(look_up<Enumerate>("ompt_enumerate_mutex_impls"), 0).empty());
}

TEST(Inquiry, AnswersAThreadThatIsNotKnown) {
  EXPECT_EQ(look_up<Data* (*)()>("ompt_get_thread_data")(), nullptr);
  EXPECT_EQ(look_up<std::int32_t (*)(std::uint64_t*)>("ompt_get_state")(nullptr), 0);
  EXPECT_EQ(look_up<std::int32_t (*)()>("ompt_get_place_num")(), -1);
  EXPECT_EQ(look_up<std::int32_t (*)()>("ompt_get_proc_id")(), -1);
}

TEST(Inquiry, GoesFromATaskToWhatItHasDisplaced) {
  events::Thread thread;
  events::Region region;
  events::Task implicit;
  events::Task explicit_task;
  implicit.region = &region;
  implicit.flags = events::kImplicitTask;
  explicit_task.region = &region;
  explicit_task.flags = events::kExplicitTask;
  explicit_task.below = &implicit;
  thread.task = &explicit_task;
  events::this_thread = &thread;
  const auto get =
      look_up<std::int32_t (*)(std::int32_t, std::int32_t*, Data**, events::Frame**, Data**, std::int32_t*)>(
          "ompt_get_task_info");
  std::int32_t flags = 0;
  EXPECT_EQ(get(0, &flags, nullptr, nullptr, nullptr, nullptr), 2);
  EXPECT_EQ(flags, static_cast<std::int32_t>(events::kExplicitTask));
  EXPECT_EQ(get(1, &flags, nullptr, nullptr, nullptr, nullptr), 2);
  EXPECT_EQ(flags, static_cast<std::int32_t>(events::kImplicitTask));
  EXPECT_EQ(get(2, &flags, nullptr, nullptr, nullptr, nullptr), 0);
  EXPECT_EQ(get(-1, &flags, nullptr, nullptr, nullptr, nullptr), 0);
  events::this_thread = nullptr;
}

TEST(Inquiry, GivesEachIdOnce) {
  const auto get = look_up<std::uint64_t (*)()>("ompt_get_unique_id");
  const std::uint64_t first = get();
  EXPECT_NE(first, 0U);
  EXPECT_NE(get(), first);
}

}  // namespace
}  // namespace muster::ompt
