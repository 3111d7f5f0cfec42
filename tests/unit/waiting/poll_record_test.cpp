// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which waits of a thread without a blocktime begin with polls.
#include "waiting/poll_record.h"

#include <gtest/gtest.h>

namespace muster::waiting {
namespace {

// Polls in so many waits, all of which end in time or none.
std::uint32_t polls(PollRecord& record, std::uint32_t waits, bool in_time) {
  std::uint32_t polls = 0;
  for (std::uint32_t i = 0; i < waits; ++i) {
    if (record.is_worth_a_poll()) {
      ++polls;
      record.polled(in_time);
    }
  }
  return polls;
}

TEST(PollRecord, PollsAtEachWaitWhileThatHelps) {
  PollRecord record;
  EXPECT_EQ(polls(record, 1'000, true), 1'000U);
}

TEST(PollRecord, TriesSeldomAfterPollsInVain) {
  PollRecord record;
  EXPECT_EQ(polls(record, PollRecord::kConvincing, false), PollRecord::kConvincing);
  EXPECT_EQ(polls(record, 100 * PollRecord::kWaitsBetweenTries, false), 100U);
}

TEST(PollRecord, OneInTimeBringsThemBack) {
  PollRecord record;
  polls(record, 1'000, false);
  std::uint32_t until_next = 1;
  while (!record.is_worth_a_poll()) {
    ++until_next;
  }
  EXPECT_LE(until_next, PollRecord::kWaitsBetweenTries);
  record.polled(true);
  EXPECT_EQ(polls(record, 100, true), 100U);
}

TEST(PollRecord, AFewInVainAmongOthersChangeNothing) {
  PollRecord record;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(polls(record, PollRecord::kConvincing - 1, false), PollRecord::kConvincing - 1);
    EXPECT_EQ(polls(record, 1, true), 1U);
  }
}

}  // namespace
}  // namespace muster::waiting
