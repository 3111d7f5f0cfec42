// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The programs of clients/sleeper_programs.h notice when a part of the protocol is missing that no order, fence or wake-up stands for.
#include <gtest/gtest.h>

#include "clients/sleeper_programs.h"
#include "engine/explorer.h"

namespace muster::verify {
namespace {

template <class Variant>
Report explore(const SleeperProgram& what, Fences fences = Fences::full) {
  return Explorer(sleeper_program<Variant>(what, fences), {}, {.executions = 50'000}).explore();
}

bool hangs(const Report& report) {
  return report.verdict == Report::Verdict::failed && report.what.find("nobody can go on") != std::string::npos;
}

TEST(Sleepers, GoOnByTheProtocol) {
  for (const SleeperProgram& what : {kSleepsAgain, kTakenBack, kMeet}) {
    const Report report = explore<Protocol>(what);
    EXPECT_NE(report.verdict, Report::Verdict::failed) << what.name << ": " << report.what;
  }
}

// The counts are what they were, and others sleep.
struct RemembersWord : Protocol {
  static constexpr bool kRemembersWord = true;
};
TEST(Sleepers, HangWhenASearchIsRememberedByTheWord) {
  EXPECT_TRUE(hangs(explore<RemembersWord>(kSleepsAgain)));
  EXPECT_TRUE(hangs(explore<RemembersWord>(kTakenBack)));
}

// Claimed after it was counted as asleep and before it was parked, so nobody wakes it.
struct SleepsOnWhenClaimed : Protocol {
  static constexpr bool kSleepsOnWhenClaimed = true;
};
TEST(Sleepers, HangWhenAClaimedThreadSleepsOn) {
  EXPECT_TRUE(hangs(explore<SleepsOnWhenClaimed>(kTakenBack)));
  EXPECT_TRUE(hangs(explore<SleepsOnWhenClaimed>(kTakenBack, Fences::process_wide)));
}

struct WakesNoNext : Protocol {
  static constexpr bool kWakesNext = false;
};
TEST(Sleepers, HangWhenTheLastThatLooksWakesNobody) { EXPECT_TRUE(hangs(explore<WakesNoNext>(kMeet))); }

}  // namespace
}  // namespace muster::verify
