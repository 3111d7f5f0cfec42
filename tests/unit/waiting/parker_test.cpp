// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/parker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "platform/native.h"

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

}  // namespace
}  // namespace muster::waiting
