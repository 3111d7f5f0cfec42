// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TeamAnswer: what one thread of a team has asked the system, for all that want to know it of the same time. After a slice that a crowded team lost, each of
// its threads on that CPU comes back to the same question, one after another; where a hundred share it, 9 us of reading each would make the next lap a slice as well.
#pragma once

#include <cstdint>

#include "platform/platform.h"
#include "waiting/known.h"

namespace muster::waiting {

// A hint: its word is not read as one with what the answer is about, and progress does not depend on it.
template <platform::Platform P>
class TeamAnswer {
 public:
  // The answer of a teammate that began to ask at `since_ns` or later, or else that of ask(), called at `now_ns`. Known::unknown while a teammate asks.
  template <class Ask>
  Known since(std::uint64_t since_ns, std::uint64_t now_ns, const Ask& ask) {
    std::uint64_t packed = word_.load_relaxed();
    if (packed >= pack(since_ns, Known::unknown)) {
      return static_cast<Known>(packed & kAnswer);
    }
    if (!word_.compare_exchange_relaxed(packed, pack(now_ns, Known::unknown))) {
      return Known::unknown;
    }
    const Known answer = ask();
    word_.store_relaxed(pack(now_ns, answer));
    return answer;
  }

 private:
  // Two bits for the answer leave 146 years for the time.
  static constexpr std::uint64_t kAnswer = 3;
  static constexpr std::uint64_t pack(std::uint64_t asked_ns, Known answer) {
    return asked_ns * (kAnswer + 1) + static_cast<std::uint64_t>(answer);
  }

  typename P::template Atomic<std::uint64_t> word_{0};
};

}  // namespace muster::waiting
