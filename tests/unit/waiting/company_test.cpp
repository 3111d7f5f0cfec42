// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which workers of a crowded team move, on a machine whose CPUs the test decides.
#include "waiting/company.h"

#include <gtest/gtest.h>

#include <array>

#include "platform/native.h"

namespace muster::waiting {
namespace {

using platform::Native;

TEST(Company, CountsTheThreadItselfAndFindsThePrimary) {
  std::array<std::uint32_t, 4> cpus{0, 1, 0, 1};
  std::array<Presence<Native>, 4> presences;
  std::array<Roster<Native>::Entry, 4> entries;
  Roster<Native> roster;
  for (std::size_t slot = 0; slot < presences.size(); ++slot) {
    presences[slot].cpu.store_relaxed(&cpus[slot]);
    entries[slot].store_relaxed(&presences[slot]);
  }
  roster.table.store_relaxed(entries.data());
  roster.threads.store_relaxed(4);

  EXPECT_EQ(company_of(roster, 4, 2, presences[2]).threads, 2U);
  EXPECT_TRUE(company_of(roster, 4, 2, presences[2]).with_primary);
  EXPECT_FALSE(company_of(roster, 4, 3, presences[3]).with_primary);
  cpus[1] = 0;
  EXPECT_EQ(company_of(roster, 4, 2, presences[2]).threads, 3U);
  EXPECT_EQ(company_of(roster, 4, 2, presences[2]).before, 2U);
  EXPECT_EQ(company_of(roster, 4, 1, presences[1]).before, 1U);
  presences[2].cpu.store_relaxed(nullptr);
  EXPECT_EQ(company_of(roster, 4, 2, presences[2]).threads, 0U) << "nobody knows where it is";
}

TEST(Company, TheHighestSlotsLeaveWhereMoreAreThanACpusShare) {
  EXPECT_TRUE(should_leave({.threads = 3, .before = 2, .with_primary = false}, 4, 2));
  EXPECT_TRUE(should_leave({.threads = 3, .before = 2, .with_primary = true}, 4, 2));
  EXPECT_TRUE(should_leave({.threads = 9, .before = 8, .with_primary = false}, 16, 2));
  EXPECT_TRUE(should_leave({.threads = 4, .before = 2, .with_primary = false}, 4, 2));
  EXPECT_FALSE(should_leave({.threads = 3, .before = 1, .with_primary = false}, 4, 2));
  EXPECT_FALSE(should_leave({.threads = 3, .before = 1, .with_primary = true}, 4, 2));
  EXPECT_FALSE(should_leave({.threads = 2, .before = 1, .with_primary = false}, 4, 2));
  EXPECT_FALSE(should_leave({.threads = 2, .before = 1, .with_primary = true}, 4, 2));
}

TEST(Company, ThePrimaryIsLeftAloneWhereThreadsCannotBeDividedEvenly) {
  EXPECT_TRUE(should_leave({.threads = 2, .before = 1, .with_primary = true}, 3, 2));
  EXPECT_FALSE(should_leave({.threads = 2, .before = 1, .with_primary = false}, 3, 2));
  EXPECT_TRUE(should_leave({.threads = 3, .before = 2, .with_primary = true}, 9, 4));
  EXPECT_FALSE(should_leave({.threads = 3, .before = 1, .with_primary = true}, 9, 4)) << "one is enough";
  EXPECT_FALSE(should_leave({.threads = 2, .before = 1, .with_primary = true}, 9, 4));
}

TEST(Company, NobodyLeavesTheOnlyCpuOrWithoutKnowing) {
  EXPECT_FALSE(should_leave({.threads = 4, .before = 3, .with_primary = true}, 4, 1));
  EXPECT_FALSE(should_leave({.threads = 0, .with_primary = false}, 4, 2));
  EXPECT_FALSE(should_leave({.threads = 3, .before = 2, .with_primary = false}, 2, 2)) << "the team has shrunk since";
}

}  // namespace
}  // namespace muster::waiting
