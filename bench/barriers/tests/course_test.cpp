// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A measurement of an algorithm that does not do its work is refused: each check of Course is shown to fail.
#include "course.h"

#include <gtest/gtest.h>

#include <string>

namespace muster::bench {
namespace {

constexpr std::uint32_t kThreads = 3;
constexpr std::uint64_t kBlocktime_ns = 100'000;

Algorithm central() { return *barriers::find<Native, Waiter>("central"); }
Algorithm linear() { return *barriers::find<Native, Waiter>("linear"); }

void lets_all_through(void* /*storage*/, barriers::Arrival /*arrival*/, Waiter& /*waiter*/) {}

// Every other barrier is none.
void every_second_time(void* storage, barriers::Arrival arrival, Waiter& waiter) {
  if (arrival.episode % 2 == 0) {
    central().exchange(storage, arrival, waiter);
  }
}

void forgets_the_combiner(void* storage, barriers::Arrival arrival, Waiter& waiter,
                          const barriers::Combiner& /*adds*/) {
  linear().gather(storage, arrival, waiter, barriers::Combiner{});
}

class CourseTest : public ::testing::Test {
 protected:
  Team team_{kThreads, kBlocktime_ns, 1, {}};
};

TEST_F(CourseTest, EveryRowOfTheRegistryPassesAndIsTimed) {
  for (const Algorithm& algorithm : barriers::algorithms<Native, Waiter>()) {
    for (const Mode mode : {Mode::exchange, Mode::rooted, Mode::combine}) {
      if (!can_do(algorithm, mode)) {
        continue;
      }
      SCOPED_TRACE(std::string(algorithm.name));
      Course course(algorithm, mode, team_);
      EXPECT_EQ(course.check(), "");
      EXPECT_EQ(course.calibrate(0.1), "");
      EXPECT_EQ(course.measure(), "");
      EXPECT_EQ(course.check(), "");
      ASSERT_EQ(course.samples().size(), 1U);
      EXPECT_GT(course.samples()[0].ns, 0);
      EXPECT_GE(course.samples()[0].count, 1);
    }
  }
}

TEST_F(CourseTest, ABarrierThatLetsThreadsThroughIsNoticed) {
  Algorithm broken = central();
  broken.exchange = &lets_all_through;
  EXPECT_NE(Course(broken, Mode::exchange, team_).check(), "");
  broken.exchange = &every_second_time;
  EXPECT_NE(Course(broken, Mode::exchange, team_).check(), "");
}

TEST_F(CourseTest, ARootThatReleasesTooEarlyIsNoticed) {
  Algorithm broken = linear();
  broken.gather = [](void* storage, barriers::Arrival arrival, Waiter& waiter, const barriers::Combiner& adds) {
    if (arrival.slot != 0) {
      linear().gather(storage, arrival, waiter, adds);
    }
  };
  EXPECT_NE(Course(broken, Mode::rooted, team_).check(), "");
}

TEST_F(CourseTest, APartThatIsNotAddedIsNoticedInTheTimedRunToo) {
  Algorithm broken = linear();
  broken.gather = &forgets_the_combiner;
  EXPECT_NE(Course(broken, Mode::combine, team_).check(), "");
  EXPECT_EQ(Course(broken, Mode::combine, team_).calibrate(0.1), "a part was not added exactly once");
}

TEST(Modes, ThatAnAlgorithmCannotDoAreLeftOut) {
  Algorithm algorithm = linear();
  algorithm.capabilities.combines = false;
  EXPECT_FALSE(can_do(algorithm, Mode::combine));
  EXPECT_TRUE(can_do(algorithm, Mode::rooted));
  algorithm.capabilities.rooted = false;
  EXPECT_FALSE(can_do(algorithm, Mode::rooted));
  EXPECT_TRUE(can_do(algorithm, Mode::exchange));
}

}  // namespace
}  // namespace muster::bench
