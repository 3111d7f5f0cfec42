// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decisions of a run are told with the situations that they came from, and can be decided again.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "programs/waiting_team.h"
#include "runner/recording.h"
#include "waiting/situation_text.h"

namespace muster::simulate {
namespace {

std::string line_of(const Decision& decision) {
  return "muster:  " + decision.action + ": " + decision.reason + " [" + decision.situation + "]\n";
}

LoadOutcome run_team(std::uint32_t threads, const Load& load) {
  const MachineFile file = read_machine_file("two-cpu-vm", MUSTER_SIMULATE_MACHINES);
  EXPECT_EQ(file.error, "");
  const Course course{.machine = &file.machine, .threads = threads, .placement = Placement::unbound, .episodes = 100};
  return run_waiting(Construct::region, "hyper", course, load);
}

const Load kLoads[] = {
    {.work_ns = 20'000},
    {.work_ns = 20'000, .strangers = 1},
    {.work_ns = 1'000'000, .late_ns = 2'000'000, .blocktime_ns = 50'000},
    {.work_ns = 20'000, .quota = {.cpus = 1}},
    {.work_ns = 20'000, .yields_do_nothing = true},
};

// Those that were taken before anything was gathered have none.
TEST(Decisions, TheFirstOfEachKindIsDecidedAlikeByItsSituation) {
  std::uint32_t replayed = 0;
  for (const std::uint32_t threads : {2U, 3U, 4U, 16U}) {
    for (const Load& load : kLoads) {
      for (const Decision& decision : run_team(threads, load).decisions) {
        EXPECT_LT(decision.first_thread, threads);
        if (decision.situation.empty()) {
          continue;
        }
        std::istringstream lines(line_of(decision));
        const Recording recording = read_recording(lines);
        ASSERT_EQ(recording.error, "");
        ASSERT_EQ(recording.steps.size(), 1U);
        const RecordedStep& step = recording.steps.front();
        EXPECT_TRUE(step.is_as_recorded()) << line_of(decision) << waiting::text_of(step.decided_now().reason);
        EXPECT_EQ(step.situation.threads, threads);
        EXPECT_EQ(decision.situation, waiting::SituationText(step.situation).c_str());
        ++replayed;
      }
    }
  }
  EXPECT_GT(replayed, 50U);
}

// What the machine does is in the situations.
TEST(Decisions, ComeFromTheSimulatedMachine) {
  const auto fields = [](const Load& load) {
    std::string all;
    for (const Decision& decision : run_team(4, load).decisions) {
      all += " " + decision.situation;
    }
    return all;
  };
  EXPECT_EQ(fields(kLoads[0]).find("yields_do_nothing=1"), std::string::npos);
  EXPECT_NE(fields(kLoads[4]).find("yields_do_nothing=1"), std::string::npos);
  EXPECT_NE(fields(kLoads[0]).find("here=teammate"), std::string::npos);
}

// So programs/spinning_team.h, whose threads decide nothing, stands for them.
TEST(Decisions, ThatThreadsWithACpuEachHaveToTakeAreToPoll) {
  const MachineFile file = read_machine_file("grace-2x72", MUSTER_SIMULATE_MACHINES);
  ASSERT_EQ(file.error, "");
  const Course course{.machine = &file.machine, .threads = 64, .episodes = 50};
  const Load load{.blocktime_ns = waiting::kForever};
  for (const Construct construct : {Construct::barrier, Construct::region}) {
    const std::string row = construct == Construct::barrier ? "hybrid" : "cluster";
    const LoadOutcome found = run_waiting(construct, row, course, load);
    for (const Decision& decision : found.decisions) {
      EXPECT_EQ(decision.action, waiting::text_of(waiting::Action::poll));
    }
    const double spinning_ns = run_row(construct, row, course).ns;
    EXPECT_NEAR(found.outcome.ns, spinning_ns, 0.1 * spinning_ns);
  }
}

Recording recording_of(const std::string& text) {
  std::istringstream lines(text);
  return read_recording(lines);
}

TEST(Recordings, TellWhatAChangedRuleAlters) {
  const Recording recording = recording_of(
      "muster: process 7, thread 1 while it waited:\n"
      "muster:           12 times        0.100 ms  parked: the blocktime is 0\n"
      "muster:           12 times        0.100 ms  parked: the blocktime is over [threads=2 cpus=2 blocktime_ns=1 "
      "waited_ns=2]\n"
      "muster:        0.100 ms ago,       0.1 us  yielded: the blocktime is over [threads=2 cpus=2 blocktime_ns=1 "
      "waited_ns=2]\n");
  ASSERT_EQ(recording.error, "");
  ASSERT_EQ(recording.steps.size(), 2U);
  EXPECT_EQ(recording.steps[0].line, 3U);
  EXPECT_TRUE(recording.steps[0].is_as_recorded());
  EXPECT_FALSE(recording.steps[1].is_as_recorded());
}

TEST(Recordings, ThatCannotBeReadSayWhere) {
  EXPECT_EQ(recording_of("muster:  parked: why [threads=2]\nmuster:  parked: why [thread=2]\n").error,
            "line 2: `thread=2` is no field of a situation");
  EXPECT_NE(recording_of("muster:  parked: why [here=there]\n").error, "");
  EXPECT_NE(recording_of("muster:  parked: why [is_primary=2]\n").error, "");
  EXPECT_NE(recording_of("muster:  parked why [threads=2]\n").error, "");
}

TEST(Recordings, HaveLinesOfTheProgram) {
  const Recording recording = recording_of(
      "results: [1, 2]\r\nvalues [3]\n  parked: why [thread=2]\n"
      "muster:   1 times   0.100 ms  parked: the blocktime is over [threads=2 cpus=2 blocktime_ns=1 waited_ns=2]\r\n");
  EXPECT_EQ(recording.error, "");
  ASSERT_EQ(recording.steps.size(), 1U);
  EXPECT_EQ(recording.steps[0].line, 4U);
  EXPECT_TRUE(recording.steps[0].is_as_recorded());
}

// What the runtime did on a machine of two CPUs. A rule that is changed on purpose wants other steps there: `simulate replay` says which.
TEST(Recordings, OfTheRuntimeAreDecidedAlikeToday) {
  std::ifstream file(MUSTER_SIMULATE_RECORDED "/two-cpus.txt");
  const Recording recording = read_recording(file);
  ASSERT_EQ(recording.error, "");
  std::set<std::string> kinds;
  for (const RecordedStep& step : recording.steps) {
    EXPECT_TRUE(step.is_as_recorded()) << "line " << step.line
                                       << " is now: " << waiting::text_of(step.decided_now().action) << ": "
                                       << waiting::text_of(step.decided_now().reason);
    kinds.insert(step.action + ": " + step.reason);
  }
  EXPECT_GE(kinds.size(), 10U);
}

}  // namespace
}  // namespace muster::simulate
