// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams that follow a quota: how often somebody looks, and what comes of it. Time is a number here.
#include "runtime/followed_size.h"

#include <gtest/gtest.h>

namespace muster::runtime {
namespace {

TEST(FollowedSize, IsWhatMayBeUsedUpToTheSizeAtTheStart) {
  struct Row {
    std::uint32_t at_start;
    std::uint32_t now;
    std::uint32_t size;
  };
  for (const Row& row :
       {Row{8, 4, 4}, Row{8, 8, 8}, Row{8, 1, 1}, Row{1, 1, 1}, Row{1, 8, 1}, Row{8, 16, 8}, Row{8, 0, 1}}) {
    EXPECT_EQ(followed_size(row.at_start, row.now), row.size) << row.at_start << " " << row.now;
  }
}

TEST(Looks, AreTakenAtFirstAndThenOnceASecond) {
  Looks looks;
  std::uint32_t usable = 4;
  int count = 0;
  const auto size_at = [&](std::uint64_t now_ns) {
    return looks.size_at(now_ns, 8, [&] {
      ++count;
      return usable;
    });
  };
  EXPECT_EQ(size_at(5), 4U);
  usable = 2;
  EXPECT_EQ(size_at(6), 4U);
  EXPECT_EQ(size_at(4 + kBetweenLooks_ns), 4U);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(size_at(5 + kBetweenLooks_ns), 2U);
  EXPECT_EQ(count, 2);
  usable = 100;
  EXPECT_EQ(size_at(4 + 2 * kBetweenLooks_ns), 2U);
  EXPECT_EQ(size_at(50 * kBetweenLooks_ns), 8U) << "never more than at the start";
  EXPECT_EQ(count, 3);
}

TEST(Looks, ATeamWhileSomebodyElseLooksHasTheSizeOfBefore) {
  Looks looks;
  std::uint32_t inner = 0;
  const std::uint32_t outer = looks.size_at(1, 8, [&] {
    inner = looks.size_at(2, 8, [] { return 1U; });
    return 3U;
  });
  EXPECT_EQ(inner, 8U);
  EXPECT_EQ(outer, 3U);
}

}  // namespace
}  // namespace muster::runtime
