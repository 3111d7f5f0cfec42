// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which threads get their numbers.
#include "first_touch/task_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace muster::first_touch {
namespace {

TEST(TaskList, TakesThreadsInTheOrderInWhichTheyWereMadeWhereTheNumbersBeginAnew) {
  constexpr std::int32_t kProcess = 32'761;
  std::vector<std::int32_t> threads = {301, 32'764, 300, kProcess, 32'767};
  std::sort(threads.begin(), threads.end(),
            [](std::int32_t one, std::int32_t other) { return lateness(one, kProcess) < lateness(other, kProcess); });
  EXPECT_EQ(threads, (std::vector<std::int32_t>{kProcess, 32'764, 32'767, 300, 301}));
}

}  // namespace
}  // namespace muster::first_touch
