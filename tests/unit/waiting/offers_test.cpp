// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "waiting/offers.h"

#include <gtest/gtest.h>

namespace muster::waiting {
namespace {

constexpr std::uint64_t kSwitch_ns = 1'000;

class OffersTest : public testing::Test {
 protected:
  void return_soon(std::uint32_t times) {
    for (std::uint32_t i = 0; i < times; ++i) note(kSwitch_ns);
  }
  void note(std::uint64_t took_ns, Known gave_cpu = Known::unknown) { offers_.note(took_ns, kSwitch_ns, gave_cpu); }

  Offers offers_;
};

TEST_F(OffersTest, AreReturnedAfterAFew) {
  return_soon(kConvincingOffers - 1);
  EXPECT_FALSE(offers_.are_returned());
  EXPECT_TRUE(offers_.is_proof_due());
  note(kSwitch_ns, Known::yes);
  EXPECT_TRUE(offers_.are_returned());
  EXPECT_FALSE(offers_.is_proof_due());
}

// Systems that do not count switches.
TEST_F(OffersTest, WithoutAProofTheTimeDecides) {
  return_soon(kConvincingOffers);
  EXPECT_TRUE(offers_.are_returned());
}

TEST_F(OffersTest, AYieldThatDoesNothingIsNoneHoweverLongItTakes) {
  for (int i = 0; i < 3; ++i) {
    return_soon(kConvincingOffers - 1);
    ASSERT_TRUE(offers_.is_proof_due());
    note(kSwitch_ns, Known::no);
    EXPECT_FALSE(offers_.are_returned());
    EXPECT_FALSE(offers_.is_proof_due());
  }
}

TEST_F(OffersTest, OneThatNobodyTookBeginsTheCountAnew) {
  return_soon(kConvincingOffers);
  note(kSwitch_ns - 1);
  EXPECT_FALSE(offers_.are_returned());
  EXPECT_FALSE(offers_.is_proof_due());
}

TEST_F(OffersTest, OneThatTookASliceBeginsTheCountAnew) {
  return_soon(kConvincingOffers);
  note(kReturnedSoon_ns, Known::yes);
  EXPECT_FALSE(offers_.are_returned());
  EXPECT_FALSE(offers_.is_proof_due());
}

TEST_F(OffersTest, AProcessThatWasAwayForOnceIsBelievedAfterOneMore) {
  return_soon(kConvincingOffers);
  note(kSwitch_ns, Known::no);
  EXPECT_FALSE(offers_.are_returned());
  ASSERT_TRUE(offers_.is_proof_due());
  note(kSwitch_ns, Known::yes);
  EXPECT_TRUE(offers_.are_returned());
}

}  // namespace
}  // namespace muster::waiting
