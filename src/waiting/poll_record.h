// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PollRecord: whether a thread that is to sleep at every wait polls first, learned from its last polls.
//
// Polling for as long as a sleep takes costs twice the better of the two at most (kPollsForASleep), and where the word never comes in that time, as beside another
// process that has a teammate's CPU, it costs that each time. A few polls in vain in a row say so, and one in many waits finds out whether it is still so.
#pragma once

#include <cstdint>

namespace muster::waiting {

class PollRecord {
 public:
  // Four polls in a row are in vain once in sixteen where every second wait is too long, and once in three where three waits of four are.
  static constexpr std::uint8_t kConvincing = 4;
  // Each takes a sleep, so that a poll as long as that in vain adds a thirty-second to what they take.
  static constexpr std::uint8_t kWaitsBetweenTries = 32;

  // At each such wait: whether the thread polls, and then tells how that ended.
  bool is_worth_a_poll() {
    if (waits_ < kConvincing) {
      return true;
    }
    if (++waits_ < kConvincing + kWaitsBetweenTries) {
      return false;
    }
    waits_ = kConvincing - 1;
    return true;
  }
  void polled(bool in_time) { waits_ = in_time ? 0 : static_cast<std::uint8_t>(waits_ + 1); }

 private:
  // It counts polls in vain in a row, and from kConvincing on waits without a poll, too.
  std::uint8_t waits_ = 0;
};

}  // namespace muster::waiting
