// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The make-room rule on a machine whose CPUs the test decides.
#include "waiting/neighbours.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

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
    return kept_from_running(roster, roster, static_cast<std::uint32_t>(slot), presences[slot], cursors);
  }
  std::uint32_t first_beside(std::size_t slot) {
    return first_in_turn(roster, static_cast<std::uint32_t>(slot), presences[slot], cursors);
  }
  // Thread 0, if the others were of other teams.
  Neighbour kept_by_strangers() {
    Roster<Native> of_one;
    of_one.table.store_relaxed(entries.data());
    of_one.threads.store_relaxed(1);
    return kept_from_running(roster, of_one, 0, presences[0], cursors);
  }

  std::array<std::uint32_t, 3> cpus{0, 0, 1};
  Presence<Native>::Word word{5};
  std::array<Presence<Native>, 3> presences;
  std::array<Roster<Native>::Entry, 3> entries;
  Roster<Native> roster;
  LookCursors cursors;
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

TEST(FirstInTurn, IsTheOneThatWaitsForTheLeastOfThoseOnTheCpu) {
  Team team;
  team.cpus[2] = 0;
  team.wait(0, 8);
  team.wait(1, 7);
  team.wait(2, 6);
  EXPECT_EQ(team.first_beside(0), 2U);
  EXPECT_EQ(team.first_beside(1), 2U);
  EXPECT_EQ(team.first_beside(2), kNoSlot) << "it is the first itself";
  team.wait(2, 5);
  EXPECT_EQ(team.first_beside(0), 2U) << "its turn has come";
  team.cpus[2] = 1;
  EXPECT_EQ(team.first_beside(0), 1U) << "that one is on another CPU";
}

TEST(FirstInTurn, IsNoneThatWorksOrWaitsForAnotherWord) {
  Team team;
  team.cpus[2] = 0;
  team.wait(0, 7);
  Presence<Native>::Word another{0};
  team.wait(2, 6);
  team.presences[2].awaited.store_relaxed(&another);
  EXPECT_EQ(team.first_beside(0), kNoSlot);
  team.wait(1, 7);
  EXPECT_EQ(team.first_beside(0), kNoSlot) << "both go on at once";
}

// A region of two threads of three: the third idles, and the two are the teammates that it is to make room for.
TEST(MakeRoom, ForEachThreadOfARegionThatHasNoPartForThisOne) {
  for (const std::uint32_t works : {0U, 1U}) {
    Team team;
    team.cpus = {1, 1, 0};
    team.cpus[works] = 0;
    team.roster.threads.store_relaxed(2);
    EXPECT_EQ(team.kept_by(2), Neighbour::teammate) << works;
  }
}

TEST(SlotBehind, GoesOnceAroundTheTeam) {
  for (const std::uint32_t mates : {1U, 2U, 64U, 512U}) {
    for (const std::uint32_t slot : {0U, 1U, mates - 1, mates, 4 * mates}) {
      std::vector<bool> seen(mates, false);
      for (std::uint32_t index = 0; index < others_than(slot, mates); ++index) {
        const std::uint32_t other = slot_behind(slot, index, mates);
        ASSERT_LT(other, mates);
        EXPECT_NE(other, slot);
        EXPECT_FALSE(seen[other]);
        seen[other] = true;
      }
    }
  }
}

TEST(MakeRoom, IsTriedWhereTheSystemDoesNotTell) {
  Team team;
  team.wait(1, 6);
  team.presences[0].cpu.store_relaxed(nullptr);
  EXPECT_EQ(team.kept_by(0), Neighbour::other_team);
}

TEST(MakeRoom, TellsStrangersFromTeammates) {
  Team team;
  EXPECT_EQ(team.kept_by_strangers(), Neighbour::other_team);
}

TEST(MakeRoom, KnowsOfAStrangerThatWaits) {
  Team team;
  team.wait(1, 6);
  EXPECT_EQ(team.kept_by_strangers(), Neighbour::waits);
}

TEST(MakeRoom, LeavesNoReaderBehind) {
  Team team;
  team.kept_by(0);
  EXPECT_EQ(team.presences[0].reads.load_relaxed() % 2, 0U);
  await_readers(team.roster);
}

// Counts the threads that are looked at.
struct Counting : Native {
  static inline std::uint32_t looks = 0;

  static std::int32_t cpu_of(CpuProbe probe) {
    ++looks;
    return Native::cpu_of(probe);
  }
};

// A team with a CPU for each thread.
struct LargeTeam {
  explicit LargeTeam(std::uint32_t threads) : cpus(threads), presences(threads), entries(threads) {
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      cpus[slot] = slot;
      presences[slot].cpu.store_relaxed(&cpus[slot]);
      entries[slot].store_relaxed(&presences[slot]);
    }
    roster.table.store_relaxed(entries.data());
    roster.threads.store_relaxed(threads);
    Counting::looks = 0;
  }
  Neighbour look() { return kept_from_running(roster, roster, 0, presences[0], cursors); }

  std::vector<std::uint32_t> cpus;
  std::vector<Presence<Counting>> presences;
  std::vector<Roster<Counting>::Entry> entries;
  Roster<Counting> roster;
  Presence<Counting>::Word word{0};
  LookCursors cursors;
};

TEST(MakeRoom, LooksAtNoMoreThreadsOfALargeTeamThanOfASmallOne) {
  for (const std::uint32_t threads : {33U, 64U, 512U, 1024U}) {
    LargeTeam team(threads);
    EXPECT_EQ(team.look(), Neighbour::nobody);
    // Each is asked twice, whether it is here and whether it has begun, and the thread itself once.
    EXPECT_LE(Counting::looks, 2 * kMostAtOnce + 1) << threads;
  }
}

TEST(MakeRoom, SeesEverybodyOfALargeTeamInSomeLooksAndThenTheSameAtOnce) {
  for (const std::uint32_t other : {1U, 32U, 33U, 300U, 511U}) {
    LargeTeam team(512);
    team.cpus[other] = 0;
    std::uint32_t looks = 1;
    while (team.look() != Neighbour::teammate) {
      ASSERT_LE(++looks, 512U / kMostAtOnce) << other;
    }
    Counting::looks = 0;
    EXPECT_EQ(team.look(), Neighbour::teammate) << other;
    EXPECT_LE(Counting::looks, 3U) << other;
  }
}

TEST(MakeRoom, KnowsWhetherTheLooksHaveGoneToAll) {
  for (const std::uint32_t threads : {2U, 33U, 34U, 128U, 512U}) {
    LargeTeam team(threads);
    for (std::uint32_t looks = 0; looks < base::divide_rounding_up(threads - 1, kMostAtOnce); ++looks) {
      EXPECT_FALSE(team.cursors.has_seen(threads - 1)) << threads;
      EXPECT_EQ(team.look(), Neighbour::nobody);
    }
    EXPECT_TRUE(team.cursors.has_seen(threads - 1)) << threads;
    team.cpus[1] = 0;
    while (team.look() != Neighbour::teammate) {
    }
    EXPECT_FALSE(team.cursors.has_seen(threads - 1)) << "somebody was found";
  }
}

TEST(FirstInTurn, LooksAtNoMoreThreadsOfALargeTeamThanOfASmallOne) {
  for (const std::uint32_t threads : {33U, 64U, 512U, 1024U}) {
    LargeTeam team(threads);
    team.presences[0].awaited.store_relaxed(&team.word);
    EXPECT_EQ(first_in_turn(team.roster, 0, team.presences[0], team.cursors), kNoSlot);
    EXPECT_LE(Counting::looks, kMostAtOnce + 1) << threads;
  }
}

TEST(AskInterval, IsThatOfASmallTeamForAsManyThreadsTogether) {
  for (const std::uint32_t threads : {1U, 2U, 8U, 32U}) {
    EXPECT_EQ(ask_interval_ns(threads), kOfferInterval_ns) << threads;
  }
  for (const std::uint32_t threads : {33U, 64U, 144U, 512U, 1024U}) {
    EXPECT_LE(threads * kOfferInterval_ns, kMostAtOnce * ask_interval_ns(threads)) << threads;
    EXPECT_LT(ask_interval_ns(threads), (threads / kMostAtOnce + 2) * kOfferInterval_ns) << threads;
  }
  EXPECT_EQ(ask_interval_ns(512), 16 * kOfferInterval_ns);
}

TEST(LookPace, IsAtOnceWhereSomebodyWasFoundAndElseByWhatALookTakes) {
  LookPace pace;
  EXPECT_TRUE(pace.is_due(0));
  pace.looked(1'000, 1'100, false);
  EXPECT_FALSE(pace.is_due(1'100));
  EXPECT_FALSE(pace.is_due(1'100 + 100 * kPausesPerLook - 1));
  EXPECT_TRUE(pace.is_due(1'100 + 100 * kPausesPerLook));
  pace.looked(10'000, 20'000, true);
  EXPECT_TRUE(pace.is_due(20'000));
}

// A thread that lost its CPU while it looked does not stay blind for 64 slices.
TEST(LookPace, HasALongestPause) {
  LookPace pace;
  pace.looked(0, 4'000'000, false);
  EXPECT_FALSE(pace.is_due(4'000'000 + kOfferInterval_ns - 1));
  EXPECT_TRUE(pace.is_due(4'000'000 + kOfferInterval_ns));
}

TEST(LookCursor, FindsTheSameOfASmallTeamEachTimeFromTheBeginning) {
  LookCursor cursor;
  std::vector<std::uint32_t> seen;
  for (int look = 0; look < 2; ++look) {
    EXPECT_TRUE(cursor.find(5, kMostAtOnce, [&seen](std::uint32_t index) {
      seen.push_back(index);
      return index == 2;
    }));
  }
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2}));
  EXPECT_FALSE(cursor.find(0, kMostAtOnce, [](std::uint32_t) { return true; }));
}

}  // namespace
}  // namespace muster::waiting
