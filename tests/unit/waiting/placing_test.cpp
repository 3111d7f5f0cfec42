// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/placing.h"

#include <gtest/gtest.h>

#include "platform/native.h"

namespace muster::waiting {
namespace {

constexpr std::uint64_t kStart_ns = 1'000'000'000'000;

class LongWork : public ::testing::Test {
 protected:
  // Work between a wait that ends and the next one.
  void work(std::uint64_t ns, base::Episode phases = 1, std::uint32_t turns_meanwhile = 0) {
    placing_.goes_on(now_ns_, turns_);
    now_ns_ += ns;
    turns_ += turns_meanwhile;
    placing_.waits(now_ns_, turns_, phases);
  }

  Placing<platform::Native> placing_;
  std::uint64_t now_ns_ = kStart_ns;
  std::uint32_t turns_ = 0;
};

TEST_F(LongWork, IsLongTwiceInARow) {
  EXPECT_FALSE(placing_.work_is_long());
  work(kLongWork_ns);
  EXPECT_FALSE(placing_.work_is_long()) << "a slice that another process took may have made it long";
  work(kLongWork_ns);
  EXPECT_TRUE(placing_.work_is_long());
  work(kLongWork_ns - 1'000);
  EXPECT_FALSE(placing_.work_is_long());
}

TEST_F(LongWork, IsNotKnownAfterWaitsThatWereOverAtOnce) {
  work(kLongWork_ns);
  work(10 * kLongWork_ns, 2);
  EXPECT_FALSE(placing_.work_is_long());
}

TEST_F(LongWork, IsNotKnownAfterWaitsThatWereOverAfterAYield) {
  work(kLongWork_ns);
  work(10 * kLongWork_ns, 1, 3);
  EXPECT_FALSE(placing_.work_is_long());
}

TEST_F(LongWork, IsNotKnownBeforeTheFirstWaitHasEnded) {
  placing_.waits(now_ns_, turns_, 1);
  placing_.waits(now_ns_ + kLongWork_ns, turns_, 1);
  placing_.waits(now_ns_ + 2 * kLongWork_ns, turns_, 1);
  EXPECT_FALSE(placing_.work_is_long());
  EXPECT_FALSE(placing_.work_is_worth_a_swap());
}

TEST_F(LongWork, IsWorthASwapFarEarlierAndOnAverage) {
  work(kWorkWorthASwap_ns);
  EXPECT_FALSE(placing_.work_is_worth_a_swap());
  work(3 * kWorkWorthASwap_ns, 3);
  EXPECT_TRUE(placing_.work_is_worth_a_swap()) << "the thread did not wait in two of three phases";
  EXPECT_FALSE(placing_.work_is_long());
  work(3 * kWorkWorthASwap_ns - 1'000, 3);
  EXPECT_FALSE(placing_.work_is_worth_a_swap());
}

TEST_F(LongWork, IsNotKnownAfterManyPhases) {
  work(kWorkWorthASwap_ns);
  work(100 * kWorkWorthASwap_ns, 100);
  EXPECT_FALSE(placing_.work_is_worth_a_swap()) << "as where the thread has been in another team meanwhile";
}

TEST_F(LongWork, IsKnownWhenTheClockOfMicrosecondsHasWrappedAround) {
  constexpr std::uint64_t kWrap_ns = (std::uint64_t{1} << 32U) * 1'000;
  now_ns_ = kWrap_ns - kLongWork_ns / 2;
  work(kLongWork_ns);
  work(kLongWork_ns);
  EXPECT_TRUE(placing_.work_is_long());
}

TEST(Placing, LooksAtOnceAndThenOncePerInterval) {
  Placing<platform::Native> placing;
  EXPECT_TRUE(placing.is_due(kStart_ns));
  placing.looked(kStart_ns);
  EXPECT_FALSE(placing.is_due(kStart_ns + kSpreadInterval_ns - 1'000));
  EXPECT_TRUE(placing.is_due(kStart_ns + kSpreadInterval_ns));
}

TEST(Placing, AnIdleCpuIsOneThatNoThreadOfTheSystemNeeds) {
  for (const std::uint32_t cpus : {2U, 3U, 64U, 512U}) {
    EXPECT_EQ(is_a_cpu_idle(static_cast<std::int32_t>(cpus), cpus), Known::yes);
    EXPECT_EQ(is_a_cpu_idle(static_cast<std::int32_t>(cpus + 1), cpus), Known::no);
  }
  EXPECT_EQ(is_a_cpu_idle(-1, 2), Known::no) << "the system does not tell";
}

}  // namespace
}  // namespace muster::waiting
