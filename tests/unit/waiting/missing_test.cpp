// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which teammates are found to run, on a machine whose CPUs and clocks the test decides.
#include "waiting/missing.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>

#include "platform/native.h"
#include "waiting/slices.h"
#include "waiting/strangers.h"

namespace muster::waiting {
namespace {

// The native platform, but for what the system would say of other threads.
struct Told : platform::Native {
  static inline std::map<SystemThread, std::uint64_t> used_ns;
  static inline std::int32_t runnable = 0;
  static inline std::uint32_t cpus = 0;
  // What happens while the system counts.
  static inline std::function<void()> meanwhile = [] {};

  static inline std::uint32_t clocks_read = 0;

  static std::uint64_t cpu_time_ns(SystemThread thread) {
    ++clocks_read;
    return used_ns[thread];
  }
  static std::uint32_t system_cpus() { return cpus; }
  static std::int32_t runnable_threads() {
    meanwhile();
    return runnable;
  }
};

constexpr std::uint32_t kThreads = 4;
constexpr std::uint64_t kLook_ns = 50'000;

// Four threads of a team; the system knows thread i as i + 1.
class Teammates : public testing::Test {
 protected:
  Teammates() {
    Told::used_ns.clear();
    Told::meanwhile = [] {};
    Told::cpus = kThreads;
    for (std::uint32_t slot = 0; slot < kThreads; ++slot) {
      presences_[slot].cpu.store_relaxed(&cpus_[slot]);
      presences_[slot].system_thread.store_relaxed(static_cast<Told::SystemThread>(slot + 1));
      entries_[slot].store_relaxed(&presences_[slot]);
      Told::used_ns[static_cast<Told::SystemThread>(slot + 1)] = 1000;
    }
    team_.table.store_relaxed(entries_.data());
    team_.threads.store_relaxed(kThreads);
  }

  void run(std::uint32_t slot, std::uint64_t ns) { Told::used_ns[static_cast<Told::SystemThread>(slot + 1)] += ns; }
  void wait_for_ever(std::uint32_t slot) {
    presences_[slot].wanted.store_relaxed(1);
    presences_[slot].awaited.store_relaxed(&never_);
  }

  std::array<std::uint32_t, kThreads> cpus_{0, 1, 2, 3};
  std::array<Presence<Told>, kThreads> presences_;
  std::array<Roster<Told>::Entry, kThreads> entries_;
  Roster<Told> team_;
  Told::Atomic<base::Episode> never_{0};
};

TEST_F(Teammates, OneThatGetsNoTimeIsNoticed) {
  MissingWatch<Told> watch;
  wait_for_ever(2);
  wait_for_ever(3);
  presences_[0].awaited.store_relaxed(&never_);
  presences_[0].wanted.store_relaxed(1);
  EXPECT_EQ(watch.look(team_, 0, presences_[0], kLook_ns), Missing::runs) << "the first look only notes";
  run(1, kLook_ns);
  EXPECT_EQ(watch.look(team_, 0, presences_[0], 2 * kLook_ns), Missing::runs);
  run(1, kLook_ns / kRunsAtLeast - 1);
  EXPECT_EQ(watch.look(team_, 0, presences_[0], 3 * kLook_ns), Missing::does_not_run);
}

TEST_F(Teammates, NobodyIsMissedWhoWaitsOrIsHere) {
  MissingWatch<Told> watch;
  for (const std::uint32_t slot : {0U, 2U, 3U}) wait_for_ever(slot);
  watch.look(team_, 0, presences_[0], kLook_ns);
  cpus_[1] = 0;
  EXPECT_EQ(watch.look(team_, 0, presences_[0], 2 * kLook_ns), Missing::runs) << "it is on this CPU by now";
  cpus_[1] = 1;
  wait_for_ever(1);
  EXPECT_EQ(watch.look(team_, 0, presences_[0], 3 * kLook_ns), Missing::runs) << "it has arrived";
}

TEST_F(Teammates, AClockThatIsNotKnownSaysNothing) {
  MissingWatch<Told> watch;
  for (const std::uint32_t slot : {0U, 2U, 3U}) wait_for_ever(slot);
  Told::used_ns[2] = 0;
  watch.look(team_, 0, presences_[0], kLook_ns);
  EXPECT_EQ(watch.look(team_, 0, presences_[0], 2 * kLook_ns), Missing::runs);
}

// Each teammate that a look reads costs a cache line or two.
TEST(Missing, ALookInALargeTeamIsAPartOfIt) {
  constexpr std::uint32_t kTeam = 2 * kMostAtOnce + 2;
  constexpr std::uint32_t kMissing = kTeam - 1;
  Told::Atomic<base::Episode> never{0};
  std::array<std::uint32_t, kTeam> cpus{};
  std::array<Presence<Told>, kTeam> presences;
  std::array<Roster<Told>::Entry, kTeam> entries;
  Roster<Told> team;
  Told::used_ns.clear();
  for (std::uint32_t slot = 0; slot < kTeam; ++slot) {
    cpus[slot] = slot;
    presences[slot].cpu.store_relaxed(&cpus[slot]);
    presences[slot].system_thread.store_relaxed(static_cast<Told::SystemThread>(slot + 1));
    if (slot != kMissing) {
      presences[slot].wanted.store_relaxed(1);
      presences[slot].awaited.store_relaxed(&never);
    }
    entries[slot].store_relaxed(&presences[slot]);
    Told::used_ns[static_cast<Told::SystemThread>(slot + 1)] = 1000;
  }
  team.table.store_relaxed(entries.data());
  team.threads.store_relaxed(kTeam);

  MissingWatch<Told> watch;
  std::uint32_t looks = 0;
  while (watch.look(team, 0, presences[0], (looks + 1) * kLook_ns) == Missing::runs) {
    ASSERT_LT(++looks, 10U);
  }
  // Two that find nobody, one that begins to watch, and the one that knows.
  EXPECT_EQ(looks, 3U);
}

TEST_F(Teammates, EachIsWatchedInTurn) {
  MissingWatch<Told> watch;
  std::uint64_t now_ns = kLook_ns;
  watch.look(team_, 0, presences_[0], now_ns);
  // Slot 3 does not run; slots 1 and 2 do.
  for (int look = 0; look < 2; ++look) {
    now_ns += kLook_ns;
    run(1, kLook_ns);
    run(2, kLook_ns);
    EXPECT_EQ(watch.look(team_, 0, presences_[0], now_ns), Missing::runs);
  }
  EXPECT_EQ(watch.look(team_, 0, presences_[0], now_ns + kLook_ns), Missing::does_not_run);
}

constexpr std::uint64_t kPassed_ns = 1000;

TEST_F(Teammates, ASliceIsAuditedByWhoeverIsHere) {
  cpus_ = {0, 0, 1, 1};
  const SliceAudit<Told> audit(team_, 0, presences_[0], 4);
  run(1, 300);
  run(2, 500);
  run(3, 700);
  EXPECT_EQ(audit.teammates_ran_ns(kPassed_ns), 300U);
  cpus_[2] = 0;
  EXPECT_EQ(audit.teammates_ran_ns(kPassed_ns), 800U) << "one has come here meanwhile";
  cpus_[1] = 1;
  EXPECT_EQ(audit.teammates_ran_ns(kPassed_ns), 800U) << "one has left, and may have run here before";
}

TEST_F(Teammates, ASliceIsTheTeamsWhereTheOtherCpusCannotHaveGivenWhatItRan) {
  cpus_ = {0, 1, 1, 1};
  const SliceAudit<Told> audit(team_, 0, presences_[0], 2);
  run(1, 500);
  run(2, 300);
  EXPECT_EQ(audit.teammates_ran_ns(kPassed_ns), 0U) << "one CPU can give 800 of 1000";
  run(3, 900);
  EXPECT_EQ(audit.teammates_ran_ns(kPassed_ns), 700U) << "one of them was here, and has gone again";
}

TEST_F(Teammates, StrangersRunSurelyWhereMoreThreadsCouldThanTheTeamHas) {
  Told::runnable = kThreads;
  EXPECT_EQ(strangers_run_now(team_, presences_[0], kThreads), Known::no) << "all of the team are awake";
  Told::runnable = kThreads + 1;
  EXPECT_EQ(strangers_run_now(team_, presences_[0], kThreads), Known::yes);
  Told::runnable = -1;
  EXPECT_EQ(strangers_run_now(team_, presences_[0], kThreads), Known::unknown);
}

TEST_F(Teammates, StrangersHaveSurelyGoneWhereNoMoreThreadsCouldRunThanHaveWork) {
  wait_for_ever(3);
  Told::runnable = kThreads - 1;
  EXPECT_EQ(strangers_are_left(team_, presences_[0], kThreads), Known::no);
  Told::runnable = kThreads;
  EXPECT_EQ(strangers_are_left(team_, presences_[0], kThreads), Known::unknown)
      << "one that waits has been woken, or it is a stranger";
  Told::runnable = kThreads + 1;
  EXPECT_EQ(strangers_are_left(team_, presences_[0], kThreads), Known::yes);
  Told::runnable = -1;
  EXPECT_EQ(strangers_are_left(team_, presences_[0], kThreads), Known::unknown);
}

TEST_F(Teammates, OneThatBeginsToWorkMeanwhileIsNotTakenForOneThatWasCounted) {
  wait_for_ever(2);
  wait_for_ever(3);
  // This thread, a teammate, and a stranger.
  Told::runnable = 3;
  Told::meanwhile = [this] { presences_[2].awaited.store_relaxed(nullptr); };
  EXPECT_EQ(strangers_are_left(team_, presences_[0], kThreads), Known::unknown);
}

TEST(Strangers, AreToldApartInTeamsOfAnySize) {
  for (const std::uint32_t size : {2U, 64U, 512U}) {
    const auto runnable = static_cast<std::int32_t>(size);
    EXPECT_EQ(strangers_run(runnable + 1, size, size), Known::yes);
    EXPECT_EQ(strangers_run(runnable, size, size), Known::no);
    EXPECT_EQ(strangers_run(runnable, size - 1, size), Known::unknown);
    EXPECT_EQ(strangers_run(1, 1, size), Known::no);
  }
}

TEST(Strangers, AreNotThoseOnOtherCpus) {
  for (const std::uint32_t cpus : {2U, 64U, 512U}) {
    EXPECT_EQ(accounted_for(4 * cpus, cpus, cpus), 4 * cpus);
    EXPECT_EQ(accounted_for(cpus / 2, cpus, cpus), cpus) << "on CPUs that the team leaves idle";
    EXPECT_EQ(strangers_run(1'000'000, 8, accounted_for(8, cpus, cpus + 1)), Known::unknown)
        << "on CPUs that the process may not use";
    EXPECT_EQ(strangers_run(1'000'000, 8, accounted_for(8, cpus, 0)), Known::unknown)
        << "nobody knows how many there are";
    EXPECT_EQ(strangers_run(8, 8, accounted_for(8, cpus, cpus + 1)), Known::no);
  }
}

// Threads of one CPU, more than the 64 that an audit looks at or just as many, in a team that has others elsewhere.
std::uint64_t ran_in_audit_of(std::size_t here) {
  constexpr std::size_t kTeam = 100;
  std::array<std::uint32_t, 2> cpus{0, 1};
  std::array<Presence<Told>, kTeam> presences;
  std::array<Roster<Told>::Entry, kTeam> entries;
  Roster<Told> team;
  for (std::size_t slot = 0; slot < kTeam; ++slot) {
    presences[slot].cpu.store_relaxed(&cpus[slot < here ? 0 : 1]);
    presences[slot].system_thread.store_relaxed(static_cast<Told::SystemThread>(slot + 1));
    entries[slot].store_relaxed(&presences[slot]);
  }
  team.table.store_relaxed(entries.data());
  team.threads.store_relaxed(kTeam);
  Told::used_ns.clear();
  const SliceAudit<Told> audit(team, 0, presences[0], 2);
  Told::used_ns[static_cast<Told::SystemThread>(here)] += 500;
  return audit.teammates_ran_ns(kPassed_ns);
}

TEST(SliceAudit, AccusesNobodyWhereMoreShareTheCpuThanItLooksAt) {
  EXPECT_EQ(ran_in_audit_of(65), 500U) << "64 teammates, the last of which ran";
  EXPECT_EQ(ran_in_audit_of(66), Yields::kNotAudited);
}

TEST(SliceAudit, ReadsNoClockWhereThereAreTooMany) {
  Told::clocks_read = 0;
  ran_in_audit_of(66);
  EXPECT_EQ(Told::clocks_read, 0U);
}

// The threads of a CPU come back from a lap that took a slice, one after another, and each wants to know who had it.
TEST_F(Teammates, OneAsksTheSystemForALap) {
  constexpr std::uint64_t kBegan_ns = 1'000'000;
  TeamAnswer<Told> answer;
  Told::runnable = kThreads + 1;
  std::uint32_t asked = 0;
  for (std::uint32_t thread = 0; thread < 512; ++thread) {
    const Known said = answer.since(kBegan_ns + thread, kBegan_ns + kUsualSlice_ns + thread, [&] {
      ++asked;
      return strangers_run_now(team_, presences_[0], kThreads);
    });
    EXPECT_EQ(said, Known::yes);
  }
  EXPECT_EQ(asked, 1U);
  const std::uint64_t next_ns = kBegan_ns + 2 * kUsualSlice_ns;
  EXPECT_EQ(answer.since(next_ns, next_ns + 1, [] { return Known::no; }), Known::no)
      << "that was before this yield began";
}

TEST(TeamAnswer, IsNotWaitedForWhileATeammateAsks) {
  TeamAnswer<Told> answer;
  Known meanwhile = Known::yes;
  EXPECT_EQ(answer.since(1, 10,
                         [&] {
                           meanwhile = answer.since(2, 11, [] { return Known::no; });
                           return Known::yes;
                         }),
            Known::yes);
  EXPECT_EQ(meanwhile, Known::unknown);
  EXPECT_EQ(answer.since(3, 12, [] { return Known::no; }), Known::yes);
}

}  // namespace
}  // namespace muster::waiting
