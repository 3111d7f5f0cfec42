// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines that a reader takes over whole (Machine::migratory_lines), and machines where it gets a copy.
#include <gtest/gtest.h>

#include <string>

#include "engine/simulation.h"
#include "simulated_platform.h"
#include "small_machine.h"

namespace muster::simulate {
namespace {

using Word = Simulated::Atomic<base::Episode>;

struct alignas(base::kCacheLineBytes) TwoLines {
  Word there;
  alignas(base::kCacheLineBytes) Word back;
};
struct alignas(base::kCacheLineBytes) OneLine {
  Word there;
  Word back;
};

const char* const kMigratory = "migratory_lines\n";

void await(const Word& word, base::Episode episode) {
  Simulated::await_reached(word, episode, platform::YieldingIdle<Simulated>{});
}

// Half a round, between neighbours.
template <class Lines>
double ping_pong_ns(const std::string& more) {
  const Machine machine = small_machine(more);
  Simulation simulation(machine);
  auto& lines = simulation.arena().make<Lines>();
  constexpr base::Episode kRounds = 100;
  simulation.add_thread(
      [&] {
        for (base::Episode round = 1; round <= kRounds; ++round) {
          lines.there.store_release(round);
          await(lines.back, round);
        }
      },
      0, true);
  simulation.add_thread(
      [&] {
        for (base::Episode round = 1; round <= kRounds; ++round) {
          await(lines.there, round);
          lines.back.store_release(round);
        }
      },
      1, true);
  simulation.run();
  return to_ns(simulation.thread(0).path.total()) / (2 * kRounds);
}

TEST(Migration, ASignalCostsATransferEitherWay) {
  EXPECT_NEAR(ping_pong_ns<TwoLines>(""), 100, 5);
  EXPECT_NEAR(ping_pong_ns<TwoLines>(kMigratory), 100, 5);
}

// Nobody has to be asked for the right to write the line.
TEST(Migration, AnAnswerInTheSameLineCostsThePartOfTheReader) {
  EXPECT_NEAR(ping_pong_ns<OneLine>(""), 100, 5);
  EXPECT_NEAR(ping_pong_ns<OneLine>(kMigratory), 60, 5);
  EXPECT_NEAR(ping_pong_ns<OneLine>("migratory_lines\npart_before_write 0.7\n"), 30, 5);
}

// What it costs to write a line that the first thread wrote and this one has read, after the first has polled it for `polled_ns`.
double write_ns(const std::string& more, double polled_ns) {
  const Machine machine = small_machine(more);
  Simulation simulation(machine);
  auto& line = simulation.arena().make<OneLine>();
  double ns = 0;
  simulation.add_thread(
      [&] {
        line.there.store_release(1);
        simulation.pass(from_ns(5'000), Part::work);
        await(line.back, 1);
      },
      0, true);
  simulation.add_thread(
      [&] {
        simulation.pass(from_ns(polled_ns > 0 ? 6'000 - polled_ns : 1'000), Part::work);
        (void)line.there.load_acquire();
        simulation.pass(from_ns(polled_ns), Part::work);
        const Time began = simulation.now();
        line.back.store_release(1);
        simulation.fence(0);
        ns = to_ns(simulation.now() - began);
      },
      1, true);
  simulation.run();
  return ns;
}

TEST(Migration, AReaderWritesWithoutAsking) {
  EXPECT_NEAR(write_ns("", 0), 40, 5);
  EXPECT_LT(write_ns(kMigratory, 0), 5);
}

TEST(Migration, AReaderAsksWhereOthersHaveReadTheLineSince) { EXPECT_NEAR(write_ns(kMigratory, 500), 40, 5); }

}  // namespace
}  // namespace muster::simulate
