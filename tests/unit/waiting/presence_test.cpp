// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The make-room rule on a machine whose CPUs the test decides.
#include "waiting/presence.h"

#include <gtest/gtest.h>

#include <array>

#include "platform/native.h"

namespace muster::waiting {
namespace {

using platform::Native;

struct Team {
  Team() {
    for (std::size_t slot = 0; slot < presences.size(); ++slot) {
      presences[slot].cpu.store_relaxed(&cpus[slot]);
      entries[slot].store_relaxed(&presences[slot]);
    }
    roster.table.store_relaxed(entries.data());
    roster.threads.store_relaxed(static_cast<std::uint32_t>(presences.size()));
  }
  void wait(std::size_t slot, base::Episode wanted) {
    presences[slot].wanted.store_relaxed(wanted);
    presences[slot].awaited.store_relaxed(&word);
  }
  bool keeps(std::size_t slot) const { return keeps_teammate_from_running(roster, presences[slot]); }

  std::array<std::uint32_t, 3> cpus{0, 0, 1};
  Presence<Native>::Word word{5};
  std::array<Presence<Native>, 3> presences;
  std::array<Roster<Native>::Entry, 3> entries;
  Roster<Native> roster;
};

TEST(MakeRoom, ForATeammateWithWorkOnTheSameCpu) {
  Team team;
  EXPECT_TRUE(team.keeps(0));
}

TEST(MakeRoom, NotForATeammateOnAnotherCpu) {
  Team team;
  EXPECT_FALSE(team.keeps(2));
}

TEST(MakeRoom, NotForATeammateThatWaitsInVain) {
  Team team;
  team.wait(1, 6);
  EXPECT_FALSE(team.keeps(0));
}

TEST(MakeRoom, ForATeammateWhoseWordIsThere) {
  Team team;
  team.wait(1, 5);
  EXPECT_TRUE(team.keeps(0));
}

TEST(MakeRoom, NotOnAMachineThatDoesNotTell) {
  Team team;
  team.presences[0].cpu.store_relaxed(nullptr);
  EXPECT_FALSE(team.keeps(0));
}

TEST(MakeRoom, NotForThreadsThatSitTheRegionOut) {
  Team team;
  team.cpus[2] = 0;
  team.wait(1, 6);
  EXPECT_TRUE(team.keeps(0));
  team.roster.threads.store_relaxed(2);
  EXPECT_FALSE(team.keeps(0));
}

}  // namespace
}  // namespace muster::waiting
