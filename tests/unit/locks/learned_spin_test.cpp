// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "locks/learned_spin.h"

#include <gtest/gtest.h>

namespace muster::locks {
namespace {

TEST(LearnedSpin, BeginsWithWhatAWakeUpCosts) {
  const LearnedSpin spin;
  EXPECT_EQ(spin.next_ns(), LearnedSpin::kShortest_ns);
}

TEST(LearnedSpin, SectionsOfOneLengthAreWaitedForAfterOneSleep) {
  LearnedSpin spin;
  spin.waited(200'000);
  EXPECT_GT(spin.next_ns(), 200'000U);
  spin.waited(190'000);
  EXPECT_EQ(spin.next_ns(), 400'000U) << "a wait that spinning ended teaches nothing";
  spin.waited(900'000);
  EXPECT_EQ(spin.next_ns(), LearnedSpin::kLongest_ns);
}

TEST(LearnedSpin, AHolderThatDoesNotRunIsNotWaitedFor) {
  LearnedSpin spin;
  spin.waited(900'000);
  spin.waited(LearnedSpin::kHolderDoesNotRun_ns + 1);
  EXPECT_EQ(spin.next_ns(), LearnedSpin::kShortest_ns);
}

TEST(LearnedSpin, SectionsAreTakenForShortUntilAWaitLasts) {
  LearnedSpin spin;
  EXPECT_EQ(spin.first_looks_ns(), kFirstLooks_ns);
  spin.waited(1);
  EXPECT_EQ(spin.first_looks_ns(), kFirstLooksAtLongSections_ns);
  spin.waited(kFirstLooks_ns);
  EXPECT_EQ(spin.first_looks_ns(), kFirstLooksAtLongSections_ns);
}

TEST(LearnedSpin, AWaitThatTheLooksAtShortSectionsWouldHaveEndedSaysThatTheyAreShort) {
  LearnedSpin spin;
  spin.waited(50'000);
  spin.waited(kFirstLooks_ns - kFirstLooksAtLongSections_ns);
  EXPECT_EQ(spin.first_looks_ns(), kFirstLooks_ns);
}

class OnCpus : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(OnCpus, MoreThreadsThanCpusHardlySpin) {
  const std::uint64_t cpus = GetParam();
  constexpr std::uint64_t kLearned_ns = 300'000;
  LearnedSpin learned;
  learned.waited(kLearned_ns / 2);
  const auto then_ns = [&](std::uint64_t blocktime_ns, std::uint64_t threads) {
    return mutex_spin(blocktime_ns, threads, cpus, learned).then_ns;
  };
  EXPECT_EQ(then_ns(waiting::kAdaptive, cpus), kLearned_ns);
  EXPECT_EQ(then_ns(waiting::kAdaptive, cpus + 1), 0U);
  EXPECT_EQ(then_ns(waiting::kForever, cpus), kActiveSpin_ns);
  EXPECT_EQ(then_ns(waiting::kForever, 4 * cpus), 0U);
  EXPECT_EQ(then_ns(0, cpus), 0U);
  EXPECT_EQ(then_ns(100'000, cpus), 100'000U);
  EXPECT_EQ(then_ns(400'000, cpus), kLearned_ns);
}

TEST_P(OnCpus, ManyThreadsLookSeldom) {
  const std::uint64_t cpus = GetParam();
  const std::uint32_t pauses = mutex_spin(waiting::kAdaptive, cpus, cpus, LearnedSpin()).pauses;
  EXPECT_GE(pauses, mutex_spin(waiting::kAdaptive, 1, cpus, LearnedSpin()).pauses);
  EXPECT_GE(pauses, cpus < 16 ? 2 * cpus : 32);
}

INSTANTIATE_TEST_SUITE_P(Cpus, OnCpus, ::testing::Values(2U, 64U, 512U));

}  // namespace
}  // namespace muster::locks
