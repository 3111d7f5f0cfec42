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

  const auto company_of = [&](std::uint32_t slot) {
    return CompanyCount<Native>().look(roster, 4, slot, presences[slot]);
  };
  EXPECT_EQ(company_of(2).threads, 2U);
  EXPECT_TRUE(company_of(2).with_primary);
  EXPECT_FALSE(company_of(3).with_primary);
  cpus[1] = 0;
  EXPECT_EQ(company_of(2).threads, 3U);
  EXPECT_EQ(company_of(2).before, 2U);
  EXPECT_EQ(company_of(1).before, 1U);
  presences[2].cpu.store_relaxed(nullptr);
  EXPECT_EQ(company_of(2).threads, 0U) << "nobody knows where it is";
}

// Each look at a teammate costs a cache line.
TEST(Company, ALargeTeamIsCountedOverSeveralLooks) {
  constexpr std::uint32_t kThreads = 3 * kMostAtOnce + 1;
  constexpr std::uint32_t kSlot = 40;
  std::array<std::uint32_t, kThreads> cpus{};
  std::array<Presence<Native>, kThreads> presences;
  std::array<Roster<Native>::Entry, kThreads> entries;
  Roster<Native> roster;
  for (std::uint32_t slot = 0; slot < kThreads; ++slot) {
    cpus[slot] = slot == 7 || slot == 96 ? kSlot : slot;
    presences[slot].cpu.store_relaxed(&cpus[slot]);
    entries[slot].store_relaxed(&presences[slot]);
  }
  roster.table.store_relaxed(entries.data());
  roster.threads.store_relaxed(kThreads);

  CompanyCount<Native> count;
  const auto look = [&] { return count.look(roster, kThreads, kSlot, presences[kSlot]); };
  for (int round = 0; round < 2; ++round) {
    for (int part = 0; part < 3; ++part) {
      EXPECT_EQ(look().threads, 0U) << "round " << round << ", part " << part;
    }
    const Company company = look();
    EXPECT_EQ(company.threads, 3U);
    EXPECT_EQ(company.before, 1U);
    EXPECT_FALSE(company.with_primary);
  }
  look();
  cpus[kSlot] = 0;
  for (int part = 0; part < 3; ++part) {
    EXPECT_EQ(look().threads, 0U) << "it begins anew on another CPU";
  }
  EXPECT_EQ(look().threads, 2U);
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
