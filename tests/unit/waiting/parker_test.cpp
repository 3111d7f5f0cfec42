// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/parker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "platform/native.h"
#include "waiting/intervals.h"

namespace muster::waiting {
namespace {

using platform::Native;

TEST(Parker, DoesNotSleepWhenTheConditionHolds) {
  Parker<Native> parker;
  parker.park_unless([] { return true; });
}

TEST(Parker, LosesNoWakeUp) {
  Native::register_process();
  constexpr int kRounds = 20000;
  Parker<Native> of_a;
  Parker<Native> of_b;
  std::atomic<int> turn{0};
  const auto play = [&](Parker<Native>& own, Parker<Native>& other, int parity) {
    for (int round = parity; round < kRounds; round += 2) {
      while (turn.load() != round) {
        own.park_unless([&] { return turn.load() == round; });
      }
      turn.store(round + 1, std::memory_order_release);
      Native::light_fence();
      other.wake_if_parked();
    }
  };
  std::thread b([&] { play(of_b, of_a, 1); });
  play(of_a, of_b, 0);
  b.join();
  EXPECT_EQ(turn.load(), kRounds);
}

TEST(Fences, AreFullWhereThreadsSleepAtEveryWait) {
  for (const std::uint32_t cpus : {2U, 64U, 512U}) {
    for (const std::uint64_t blocktime_ns : {std::uint64_t{1}, std::uint64_t{200'000'000}, kForever, kAdaptive}) {
      EXPECT_EQ(fences_for(2, cpus, blocktime_ns), Fences::asymmetric);
      EXPECT_EQ(fences_for(cpus, cpus, blocktime_ns), Fences::asymmetric);
      EXPECT_EQ(fences_for(cpus + 1, cpus, blocktime_ns), Fences::full);
    }
    EXPECT_EQ(fences_for(2, cpus, 0), Fences::full);
    EXPECT_EQ(fences_for(cpus, cpus, 0), Fences::full);
  }
}

}  // namespace
}  // namespace muster::waiting
