// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nothing that happens at each construct costs a thread more than a logarithm of the threads, in cache lines that move to it.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>

#include "barriers/choose.h"
#include "engine/machine.h"
#include "programs/rows.h"
#include "programs/waiting_team.h"
#include "waiting/intervals.h"
#include "waiting/look.h"

namespace muster::simulate {
namespace {

constexpr std::uint32_t kThreads = 512;
constexpr double kLog = std::bit_width(kThreads) - 1;
// Children of a node of the trees that the rules choose.
constexpr double kFan = 4;
// What a round of an exchange moves to a thread: the flag that it writes, which its partner has polled, and the one that it polls.
constexpr double kLinesARound = 2;

Machine machine_of_512() {
  const MachineFile file = read_machine_file("altix-1024", MUSTER_SIMULATE_MACHINES);
  EXPECT_EQ(file.error, "");
  return file.machine;
}

Course course_on(const Machine& machine) { return {.machine = &machine, .threads = kThreads, .episodes = 10}; }

std::string chosen(barriers::Use use, Placement placement = Placement::close) {
  barriers::Situation now;
  now.threads = now.cpus = kThreads;
  now.placement = placement == Placement::unbound ? barriers::Placement::unbound : barriers::Placement::close;
  return std::string(barriers::choose(use, now).pattern.gather);
}

TEST(Scale, ABarrierCostsEachThreadALogarithmOfLines) {
  const Machine machine = machine_of_512();
  for (const Placement placement : {Placement::close, Placement::unbound}) {
    Course course = course_on(machine);
    course.placement = placement;
    const Outcome outcome = run_row(Construct::barrier, chosen(barriers::Use::plain, placement), course);
    EXPECT_LE(outcome.lines / kThreads, kLinesARound * kLog);
    EXPECT_LE(outcome.most_lines, kFan * kLog);
  }
}

TEST(Scale, ARegionCostsALogarithmOfLinesAThread) {
  const Machine machine = machine_of_512();
  for (const Placement placement : {Placement::close, Placement::unbound}) {
    Course course = course_on(machine);
    course.placement = placement;
    const Outcome outcome = run_row(Construct::region, chosen(barriers::Use::fork_join, placement), course);
    EXPECT_LE(outcome.lines / kThreads, kLog);
    EXPECT_LE(outcome.most_lines, kFan * kLog);
  }
}

TEST(Scale, ALinearRegionIsFoundOut) {
  const Machine machine = machine_of_512();
  EXPECT_GT(run_row(Construct::region, "linear", course_on(machine)).most_lines, kFan * kLog);
}

// One thread comes later than eager polls last, so all others look around, for others on their CPUs and for teammates that do not run.
TEST(Scale, AWaitCostsALogarithmOfLinesAThread) {
  const Machine machine = machine_of_512();
  Course course = course_on(machine);
  course.episodes = 3;
  const Load load{.late_ns = 50'000, .blocktime_ns = waiting::kForever};
  const Outcome outcome = run_waiting(Construct::barrier, chosen(barriers::Use::plain), course, load).outcome;
  // One look fits into the wait.
  EXPECT_LE(outcome.lines / kThreads, kLinesARound * kLog + waiting::kMostAtAPace);
}

// With a blocktime the threads of a team take turns at looking for one that does not run, and one line says whose turn it is. The first barriers take long, as nothing is in a cache; when
// all threads asked that line each 50 us, no barrier was short again.
TEST(Scale, AWaitWithABlocktimeCostsALogarithmOfLinesAThread) {
  const Machine machine = machine_of_512();
  Course course = course_on(machine);
  course.episodes = 3;
  for (const double late_ns : {0.0, 50'000.0}) {
    const Load load{.late_ns = late_ns, .blocktime_ns = 200'000'000};
    const Outcome outcome = run_waiting(Construct::barrier, chosen(barriers::Use::plain), course, load).outcome;
    EXPECT_LE(outcome.lines / kThreads, kLinesARound * kLog + waiting::kMostAtAPace) << late_ns;
  }
}

// All sleep and wake in each region, so where each of them runs is news to all others.
TEST(Scale, AWaitThatSleepsCostsALogarithmOfLinesAThread) {
  const MachineFile file = read_machine_file("grace-2x72", MUSTER_SIMULATE_MACHINES);
  ASSERT_EQ(file.error, "");
  const Course course{.machine = &file.machine, .threads = 144, .episodes = 10};
  const Load load{.late_ns = 50'000, .blocktime_ns = 20'000};
  const LoadOutcome found = run_waiting(Construct::region, chosen(barriers::Use::fork_join), course, load);
  EXPECT_GT(found.outcome.sleeps, 100);
  // One more a level than where nobody sleeps: before a thread sleeps it looks around, and the looks of others miss after it has.
  EXPECT_LE(found.outcome.lines / course.threads, (kFan + 1) * std::bit_width(course.threads));
}

// Where the blocktime is shorter than it takes to wake all, many sleep more than once in a construct: each wait, its sleep and the wake-up count.
TEST(Scale, ASleepOf512ThreadsCostsALogarithmOfLinesAThread) {
  const Machine machine = machine_of_512();
  const Load load{.late_ns = 50'000, .blocktime_ns = 20'000};
  for (const Placement placement : {Placement::close, Placement::unbound}) {
    for (const Construct construct : {Construct::barrier, Construct::region}) {
      Course course = course_on(machine);
      course.episodes = 3;
      course.warm_up = 1;
      course.placement = placement;
      const barriers::Use use = construct == Construct::barrier ? barriers::Use::plain : barriers::Use::fork_join;
      const Outcome outcome = run_waiting(construct, chosen(use, placement), course, load).outcome;
      EXPECT_GT(outcome.sleeps, kThreads);
      EXPECT_LE(outcome.lines / (kThreads + outcome.sleeps), (kFan + 1) * (kLog + 1));
    }
  }
}

// Virtual time. With one counter of sleepers each thread waits for all others at its line, when they fall asleep and when they wake, and some of them
// twice: more than four times as long as a line takes from thread to thread across the machine.
TEST(Scale, ThreadsThatFallAsleepTogetherDoNotQueueAtOneLine) {
  const Machine machine = machine_of_512();
  Course course = course_on(machine);
  course.episodes = 3;
  course.warm_up = 1;
  const Load load{.late_ns = 250'000, .blocktime_ns = 200'000};
  const Outcome outcome = run_waiting(Construct::barrier, "tournament", course, load).outcome;
  EXPECT_GT(outcome.sleeps, kThreads / 2);
  const double farthest_ns = to_ns(machine.transfer(0, machine.cpus() - 1));
  EXPECT_LT(outcome.parts_ns[static_cast<std::size_t>(Part::queueing)], 2 * kThreads * farthest_ns);
}

// So many threads on one machine, as all algorithms have them.
TEST(Scale, AThousandThreadsCanBeSimulated) {
  const MachineFile file = parse_machine_file(
      "title many\ntopology 16 package 64 core\ntransfer_ns package 60\ntransfer_ns machine 200\n", "many");
  ASSERT_EQ(file.error, "");
  const Course course{.machine = &file.machine, .threads = 1024, .episodes = 3, .warm_up = 1};
  for (const std::string& row : rows_for(Construct::barrier)) {
    EXPECT_GT(run_row(Construct::barrier, row, course).ns, 0) << row;
  }
}

}  // namespace
}  // namespace muster::simulate
