// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Yields that are proved to give the CPU to nobody.
#include <gtest/gtest.h>

#include "waiting/yields.h"

namespace muster::waiting {
namespace {

// A yield that does nothing takes as long as a switch here, so only the system's count of switches can tell.
class YieldProof : public testing::Test {
 protected:
  YieldProof() { yields_.begin_wait(1000); }

  void yield(Known gave_cpu = Known::unknown) {
    Yields::Made one{.began_ns = 1000, .ended_ns = 1000 + 2 * Yields::Made{}.shortest_switch_ns};
    one.gave_cpu = gave_cpu;
    yields_.note(one);
  }
  std::uint32_t yields_until_proof() {
    std::uint32_t count = 0;
    for (; !yields_.is_proof_due(); ++count) {
      yield();
    }
    return count;
  }

  Yields yields_;
};

TEST_F(YieldProof, IsDueAfterManyInOneWait) {
  EXPECT_EQ(yields_until_proof(), kYieldsPerProof);
  EXPECT_FALSE(yields_.are_futile());
  yields_.begin_wait(2000);
  EXPECT_FALSE(yields_.is_proof_due());
}

TEST_F(YieldProof, ShowsThatTheyAreFutile) {
  yields_until_proof();
  for (std::uint32_t i = 0; i < kFutileYieldLimit; ++i) {
    EXPECT_FALSE(yields_.are_futile());
    EXPECT_TRUE(yields_.is_proof_due());
    yield(Known::no);
  }
  EXPECT_TRUE(yields_.are_futile());
}

TEST_F(YieldProof, HasToFailSomeTimesInARow) {
  yields_until_proof();
  yield(Known::no);
  yield(Known::yes);
  for (std::uint32_t i = 1; i < kFutileYieldLimit; ++i) {
    yield(Known::no);
  }
  EXPECT_FALSE(yields_.are_futile());
}

TEST_F(YieldProof, IsNotWantedSoonAfterAnOfferThatNobodyTook) {
  yields_until_proof();
  yield(Known::no);
  yields_.forget_futile();
  EXPECT_EQ(yields_until_proof(), kYieldsPerProof);
}

TEST_F(YieldProof, IsAskedForLessOftenWhereTheSystemDoesNotCount) {
  yields_until_proof();
  yield(Known::unknown);
  EXPECT_FALSE(yields_.are_futile());
  EXPECT_EQ(yields_until_proof(), 4 * kYieldsPerProof);
}

TEST_F(YieldProof, IsAskedForLessOftenWhereTheyGiveTheCpu) {
  yields_until_proof();
  yield(Known::yes);
  EXPECT_FALSE(yields_.are_futile());
  EXPECT_EQ(yields_until_proof(), 4 * kYieldsPerProof);
  yield(Known::yes);
  yields_until_proof();
  yield(Known::yes);
  EXPECT_EQ(yields_until_proof(), kMostYieldsPerProof);
  yield(Known::yes);
  EXPECT_EQ(yields_until_proof(), kMostYieldsPerProof);
}

}  // namespace
}  // namespace muster::waiting
