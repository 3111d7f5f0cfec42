// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <vector>

#include "loops/loops.h"
#include "platform/native.h"
#include "unit/loops/concurrent.h"

namespace muster::loops {
namespace {

using platform::Native;

struct YieldingWaiter : platform::YieldingIdle<Native> {
  void wait_for_turn(const Native::Atomic<std::uint64_t>& word, std::uint64_t wanted) const { wait_for(word, wanted); }
  void signalled_one_at(const Native::Atomic<std::uint64_t>& /*word*/, std::uint64_t /*value*/) const {}
};

TEST(OrderedTurn, LetsChunksPassInOrderThroughSeveralLoops) {
  constexpr std::uint32_t kThreads = 4;
  constexpr std::uint64_t kLoops = 50;
  constexpr std::uint64_t kTotal = 30;
  SharedPosition<Native>::Word position_word;
  OrderedTurn<Native>::Word turn_word;
  // Written inside the ordered part alone, so a wrong order shows as a wrong value and as a data race.
  std::vector<std::uint64_t> passed;
  testing::run_threads(kThreads, [&](std::uint32_t slot) {
    testing::Dawdler dawdler(slot + 1);
    YieldingWaiter waiter;
    for (std::uint64_t loop = 0; loop < kLoops; ++loop) {
      SharedPosition<Native> position(position_word, loop + 1, kTotal);
      const OrderedTurn<Native> turn(turn_word, loop, kTotal);
      for (Range chunk = position.take(FixedChunks{4}); !chunk.empty(); chunk = position.take(FixedChunks{4})) {
        dawdler.maybe_dawdle();
        turn.await(chunk, waiter);
        for (std::uint64_t i = chunk.first; i < chunk.last; ++i) {
          passed.push_back(loop * kTotal + i);
        }
        turn.pass(chunk, waiter);
      }
    }
  });
  ASSERT_EQ(passed.size(), kLoops * kTotal);
  for (std::uint64_t i = 0; i < passed.size(); ++i) {
    ASSERT_EQ(passed[i], i);
  }
}

}  // namespace
}  // namespace muster::loops
