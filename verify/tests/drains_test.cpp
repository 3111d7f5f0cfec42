// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The programs of clients/drain_programs.h notice when a part of the protocol is missing that no order, fence or wake-up stands for.
#include <gtest/gtest.h>

#include "clients/drain_programs.h"
#include "engine/explorer.h"

namespace muster::verify {
namespace {

template <class Variant>
Report explore(const DrainProgram& what, Fences fences = Fences::full) {
  return Explorer(drain_program<Variant>(what, fences), {}, {.executions = 20'000}).explore();
}

bool fails(const Report& report, const char* what) {
  return report.verdict == Report::Verdict::failed && report.what.find(what) != std::string::npos;
}

TEST(Drains, EndByTheProtocol) {
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    for (const DrainProgram& what : {kTwoTasks, kSpawns, kAgain}) {
      const Report report = explore<DrainProtocol>(what, fences);
      EXPECT_NE(report.verdict, Report::Verdict::failed) << what.name << ": " << report.what;
    }
  }
}

// Where light fences are full ones, those of the look around that comes before the sleep (waiting::PresenceReader) would do.
struct SleepsWithoutACount : DrainProtocol {
  static constexpr bool kCountsBeforeItSleeps = false;
};
TEST(Drains, HangWhenAThreadDoesNotCountBeforeItSleeps) {
  EXPECT_TRUE(fails(explore<SleepsWithoutACount>(kTwoTasks, Fences::process_wide), "nobody can go on"));
}

// Where two threads complete the last tasks, the other may not see the primary's.
struct OnlyThePrimaryTakesTurns : DrainProtocol {
  static constexpr bool kAllTakeTurns = false;
};
TEST(Drains, HangWhenOnlyThePrimaryCountsWhileItWaits) {
  EXPECT_TRUE(fails(explore<OnlyThePrimaryTakesTurns>(kTwoTasks), "nobody can go on"));
}

// A task is made after the one count and completed before the other.
struct ReadsCreatedFirst : DrainProtocol {
  static constexpr bool kReadsCompletedFirst = false;
};
TEST(Drains, EndTooSoonWhenTasksMadeAreCountedFirst) {
  const Report report = explore<ReadsCreatedFirst>(kSpawns);
  EXPECT_EQ(report.verdict, Report::Verdict::failed);
  EXPECT_FALSE(fails(report, "nobody can go on")) << report.what;
}

// The primary clears what the other has set for the next barrier.
struct CountsAllBarriersTogether : DrainProtocol {
  static constexpr bool kBarriersTakeTurns = false;
};
TEST(Drains, LoseATaskWhenBarriersDoNotTakeTurns) {
  EXPECT_TRUE(fails(explore<CountsAllBarriersTogether>(kAgain), "a thread went on before a task was complete"));
}

}  // namespace
}  // namespace muster::verify
