// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the threads of a large team read when they come to the end of a barrier with tasks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "programs/drained_barrier.h"
#include "programs/rows.h"
#include "tasks/count_pace.h"
#include "waiting/look.h"

namespace muster::simulate {
namespace {

constexpr std::uint32_t kThreads = 512;
// A look at a deque reads the line that says where its owner is, and the line that says where thieves are.
constexpr std::uint32_t kLinesOfADeque = 2;
// The words of the team.
constexpr std::uint32_t kSharedLines = 4;

TEST(DrainedBarrier, FewOf512ThreadsReadTheLinesOfAllWhenTheyCome) {
  const MachineFile file = read_machine_file("altix-1024", MUSTER_SIMULATE_MACHINES);
  ASSERT_EQ(file.error, "");
  const Course course{.machine = &file.machine, .threads = kThreads, .episodes = 3, .warm_up = 1};
  const DrainOutcome found = run_drained_barriers("tournament", course);
  const auto count_beyond = [&](std::uint32_t most) {
    return std::ranges::count_if(found.lines_at_entry, [&](std::uint64_t lines) { return lines > most; });
  };
  EXPECT_GT(count_beyond(kThreads - 1), 0) << "nobody has added up at once";
  EXPECT_LE(count_beyond(kLinesOfADeque * waiting::kMostAtOnce + kSharedLines), tasks::kThreadsThatCount);
}

TEST(DrainedBarrier, TurnsBeginWhereTheyAreAskedFor) {
  const MachineFile file = read_machine_file("grace-2x72", MUSTER_SIMULATE_MACHINES);
  ASSERT_EQ(file.error, "");
  const Course course{.machine = &file.machine, .threads = 64, .episodes = 3, .warm_up = 1};
  const auto count_that_add_up = [&](std::uint32_t in_turn_from) {
    return std::ranges::count_if(
        run_drained_barriers("tournament", course, in_turn_from).lines_at_entry,
        [](std::uint64_t lines) { return lines > kLinesOfADeque * waiting::kMostAtOnce + kSharedLines; });
  };
  EXPECT_LE(count_that_add_up(64), tasks::kThreadsThatCount);
  EXPECT_GT(count_that_add_up(65), tasks::kThreadsThatCount);
}

}  // namespace
}  // namespace muster::simulate
