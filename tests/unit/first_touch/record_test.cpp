// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is kept has a fixed size; what finds no room is told, and what is dropped is dropped at random.
#include "first_touch/record.h"

#include <gtest/gtest.h>

#include <memory>

namespace muster::first_touch {
namespace {

TEST(Record, ThreadsAreNumberedAsTheyAreMet) {
  const auto threads = std::make_unique<Threads>();
  EXPECT_EQ(threads->number_of(100), 0U);
  EXPECT_EQ(threads->number_of(50), 1U);
  EXPECT_EQ(threads->number_of(100), 0U);
  for (std::int32_t id = 1000; id < 1000 + kMostThreads - 2; ++id) threads->number_of(id);
  EXPECT_EQ(threads->number_of(7), kMostThreads);
  EXPECT_EQ(threads->number_of(50), 1U);
}

TEST(Record, ThreadsAreRankedInTheOrderInWhichTheyWereMadeAlsoWhereTheSystemsNumbersBeginAnew) {
  constexpr std::int32_t kProcess = 32'761;
  const auto threads = std::make_unique<Threads>();
  for (const std::int32_t met : {kProcess, 301, 32'767, 300, 32'764}) threads->number_of(met);
  constexpr std::uint16_t kRanks[] = {0, 4, 2, 3, 1};
  for (std::uint16_t number = 0; number < 5; ++number)
    EXPECT_EQ(threads->rank_of(number, kProcess), kRanks[number]) << number;
}

TEST(Record, CodesBeyondTheRoomAreOne) {
  const auto codes = std::make_unique<Codes>();
  for (std::uint64_t code = 1; code < kMostCodes; ++code) EXPECT_EQ(codes->number_of(code << 12), code);
  EXPECT_EQ(codes->number_of(5U << 12), 5U);
  EXPECT_EQ((*codes)[5], 5U << 12);
  EXPECT_EQ(codes->number_of(0x123), 0U);
  EXPECT_EQ(codes->count(), kMostCodes);
}

TEST(Record, UsesBeyondTheRoomReplaceOthersOfTheWholeRun) {
  Uses uses;
  ASSERT_TRUE(uses.open());
  std::uint64_t number = 1;
  const auto next = [&number] { return number = number * 6364136223846793005U + 1442695040888963407U, number >> 16; };
  for (std::uint64_t i = 0; i < 2 * Uses::kMost; ++i) uses.add({i}, next());
  EXPECT_EQ(static_cast<std::size_t>(uses.end() - uses.begin()), Uses::kMost);
  uses.sort();
  std::size_t late = 0;
  for (const Use& use : uses) late += use.address >= Uses::kMost ? 1 : 0;
  EXPECT_GT(late, Uses::kMost * 2 / 5);
  EXPECT_LT(late, Uses::kMost * 3 / 5);
  uses.close();
}

}  // namespace
}  // namespace muster::first_touch
