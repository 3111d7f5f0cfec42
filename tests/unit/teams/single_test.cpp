// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/single.h"

#include <gtest/gtest.h>

namespace muster::teams {
namespace {

TEST(Copyprivate, TheGiverHasAHeadStartWhereEachThreadHasACpu) {
  for (const std::uint32_t cpus : {2U, 3U, 64U, 512U}) {
    EXPECT_TRUE(gives_head_start(2, cpus));
    EXPECT_TRUE(gives_head_start(cpus, cpus));
    EXPECT_FALSE(gives_head_start(cpus + 1, cpus));
    EXPECT_FALSE(gives_head_start(4 * cpus, cpus));
  }
}

TEST(Copyprivate, OfOneThreadWaitsForNobody) { EXPECT_FALSE(gives_head_start(1, 64)); }

}  // namespace
}  // namespace muster::teams
