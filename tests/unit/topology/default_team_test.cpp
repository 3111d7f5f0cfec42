// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The default team size and what it says decided.
#include <gtest/gtest.h>

#include "topology/topology.h"

namespace muster::topology::test {
namespace {

TEST(DefaultTeam, SmallestDecides) {
  EXPECT_EQ(default_team(8, 0, 0), (DefaultTeam{8, TeamBound::kAffinityMask}));
  EXPECT_EQ(default_team(8, 4, 0), (DefaultTeam{4, TeamBound::kCpuQuota}));
  EXPECT_EQ(default_team(8, 0, 4), (DefaultTeam{4, TeamBound::kThreadLimit}));
  EXPECT_EQ(default_team(8, 4, 2), (DefaultTeam{2, TeamBound::kThreadLimit}));
  EXPECT_EQ(default_team(8, 2, 4), (DefaultTeam{2, TeamBound::kCpuQuota}));
  EXPECT_EQ(default_team(2, 4, 8), (DefaultTeam{2, TeamBound::kAffinityMask}));
  EXPECT_EQ(default_team(2, 1, 0), (DefaultTeam{1, TeamBound::kCpuQuota}));
}

TEST(DefaultTeam, FirstOfEqualsDecides) {
  EXPECT_EQ(default_team(4, 4, 4), (DefaultTeam{4, TeamBound::kAffinityMask}));
  EXPECT_EQ(default_team(8, 4, 4), (DefaultTeam{4, TeamBound::kCpuQuota}));
}

TEST(DefaultTeam, NeverEmpty) {
  EXPECT_EQ(default_team(0, 0, 0), (DefaultTeam{1, TeamBound::kAffinityMask}));
  EXPECT_EQ(default_team(0, 3, 5), (DefaultTeam{1, TeamBound::kAffinityMask}));
}

TEST(DefaultTeam, NamesOfBounds) {
  EXPECT_EQ(name_of(TeamBound::kAffinityMask), "affinity mask");
  EXPECT_EQ(name_of(TeamBound::kCpuQuota), "CPU quota");
  EXPECT_EQ(name_of(TeamBound::kThreadLimit), "thread limit");
}

}  // namespace
}  // namespace muster::topology::test
