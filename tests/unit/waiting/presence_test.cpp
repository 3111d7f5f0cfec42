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
  Neighbour kept_by(std::size_t slot) {
    return kept_from_running(roster, roster, static_cast<std::uint32_t>(slot), presences[slot]);
  }

  std::array<std::uint32_t, 3> cpus{0, 0, 1};
  Presence<Native>::Word word{5};
  std::array<Presence<Native>, 3> presences;
  std::array<Roster<Native>::Entry, 3> entries;
  Roster<Native> roster;
};

TEST(MakeRoom, ForATeammateWithWorkOnTheSameCpu) {
  Team team;
  EXPECT_EQ(team.kept_by(0), Neighbour::teammate);
}

TEST(MakeRoom, NotForATeammateOnAnotherCpu) {
  Team team;
  EXPECT_EQ(team.kept_by(2), Neighbour::nobody);
}

TEST(MakeRoom, NotForATeammateThatWaitsInVain) {
  Team team;
  team.wait(1, 6);
  EXPECT_EQ(team.kept_by(0), Neighbour::waits);
}

TEST(MakeRoom, ForATeammateWhoseWordIsThere) {
  Team team;
  team.wait(1, 5);
  EXPECT_EQ(team.kept_by(0), Neighbour::teammate);
}

TEST(MakeRoom, IsTriedWhereTheSystemDoesNotTell) {
  Team team;
  team.wait(1, 6);
  team.presences[0].cpu.store_relaxed(nullptr);
  EXPECT_EQ(team.kept_by(0), Neighbour::stranger);
}

TEST(MakeRoom, TellsStrangersFromTeammates) {
  Team team;
  Roster<Native> of_one;
  of_one.table.store_relaxed(team.entries.data());
  of_one.threads.store_relaxed(1);
  EXPECT_EQ(kept_from_running(team.roster, of_one, 0, team.presences[0]), Neighbour::stranger);
}

TEST(MakeRoom, KnowsOfAStrangerThatWaits) {
  Team team;
  team.wait(1, 6);
  Roster<Native> of_one;
  of_one.table.store_relaxed(team.entries.data());
  of_one.threads.store_relaxed(1);
  EXPECT_EQ(kept_from_running(team.roster, of_one, 0, team.presences[0]), Neighbour::waits);
}

TEST(MakeRoom, LeavesNoReaderBehind) {
  Team team;
  team.kept_by(0);
  EXPECT_EQ(team.presences[0].reads.load_relaxed() % 2, 0U);
  await_readers(team.roster);
}

}  // namespace
}  // namespace muster::waiting
