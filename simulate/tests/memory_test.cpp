// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What accesses to shared lines cost.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "engine/simulation.h"
#include "simulated_platform.h"
#include "small_machine.h"

namespace muster::simulate {
namespace {

using Word = Simulated::Atomic<base::Episode>;

struct alignas(base::kCacheLineBytes) Line {
  Word word;
};

void await(const Word& word, base::Episode episode) {
  Simulated::await_reached(word, episode, platform::YieldingIdle<Simulated>{});
}

// Times in ns at which the threads, bound to CPUs 0, 1, ..., end.
std::vector<double> run(Simulation& simulation, const std::vector<std::function<void()>>& bodies) {
  std::vector<double> ends(bodies.size());
  for (std::uint32_t cpu = 0; cpu < bodies.size(); ++cpu) {
    simulation.add_thread(
        [&, cpu] {
          bodies[cpu]();
          ends[cpu] = to_ns(simulation.now());
        },
        cpu, true);
  }
  simulation.run();
  return ends;
}

// A word that two threads hand to each other: a signal each way, and a hit for each poll.
double ping_pong_ns(std::uint32_t other_cpu) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto* const lines = simulation.arena().make_array<Line>(2);
  constexpr base::Episode kRounds = 100;
  simulation.add_thread(
      [&] {
        for (base::Episode round = 1; round <= kRounds; ++round) {
          lines[0].word.store_release(round);
          await(lines[1].word, round);
        }
      },
      0, true);
  simulation.add_thread(
      [&] {
        for (base::Episode round = 1; round <= kRounds; ++round) {
          await(lines[0].word, round);
          lines[1].word.store_release(round);
        }
      },
      other_cpu, true);
  simulation.run();
  return to_ns(simulation.thread(0).path.total()) / (2 * kRounds);
}

TEST(Memory, ASignalCostsATransfer) {
  EXPECT_NEAR(ping_pong_ns(1), 100, 5);
  EXPECT_NEAR(ping_pong_ns(2), 200, 8);
  EXPECT_NEAR(ping_pong_ns(4), 400, 12);
}

TEST(Memory, AHitCostsAHit) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Line>();
  const std::vector<double> ends = run(simulation, {[&] {
                                         for (int i = 0; i < 1000; ++i) {
                                           (void)line.word.load_relaxed();
                                         }
                                       }});
  EXPECT_NEAR(ends[0], 1000, 2);
}

// A CPU keeps its copy of a line that it wants to write, and reads it while others give theirs up.
TEST(Memory, AStoreDoesNotDelayALoadFromTheSameLine) {
  struct alignas(base::kCacheLineBytes) Pair {
    Word words[2];
  };
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Pair>();
  const auto read = [&] {
    (void)line.words[1].load_relaxed();
    simulation.pass(from_ns(1000), Part::work);
  };
  const auto write_and_read = [&] {
    read();
    const double began_ns = to_ns(simulation.now());
    line.words[0].store_release(1);
    (void)line.words[1].load_acquire();
    EXPECT_NEAR(to_ns(simulation.now()) - began_ns, 1, 0.5);
    Simulated::full_fence();
    // What a signal takes until its writer may write, and the fence.
    EXPECT_NEAR(to_ns(simulation.now()) - began_ns, 40 + 10, 1);
  };
  run(simulation, {write_and_read, read});
}

// The request for a dirty line takes half of a fetch, 30 ns, to its holder, which writes until then.
TEST(Memory, AHolderWritesItsLineUntilTheRequestForItIsThere) {
  const Machine machine = small_machine();
  for (const double late_ns : {10.0, 25.0, 35.0}) {
    Simulation simulation(machine);
    auto& line = simulation.arena().make<Line>();
    const auto write_twice = [&] {
      line.word.store_release(1);
      Simulated::full_fence();
      simulation.pass(from_ns(1000 + late_ns) - simulation.now(), Part::work);
      line.word.store_release(2);
      Simulated::full_fence();
    };
    base::Episode found = 0;
    const auto read_once = [&] {
      simulation.pass(from_ns(1000), Part::work);
      found = line.word.load_acquire();
    };
    run(simulation, {write_twice, read_once});
    EXPECT_EQ(found, late_ns < 30 ? 2U : 1U) << late_ns;
  }
}

TEST(Memory, AReaderKeepsItsCopyUntilTheRequestForItIsThere) {
  const Machine machine = small_machine();
  for (const double late_ns : {10.0, 30.0}) {
    Simulation simulation(machine);
    auto& line = simulation.arena().make<Line>();
    double took_ns = 0;
    const auto write = [&] {
      (void)line.word.load_relaxed();
      simulation.pass(from_ns(1000) - simulation.now(), Part::work);
      line.word.store_release(1);
    };
    const auto read = [&] {
      (void)line.word.load_relaxed();
      simulation.pass(from_ns(1000 + late_ns) - simulation.now(), Part::work);
      (void)line.word.load_acquire();
      took_ns = to_ns(simulation.now()) - 1000 - late_ns;
    };
    run(simulation, {write, read});
    // The right to write takes 40 ns, and a read after that 60.
    EXPECT_NEAR(took_ns, late_ns < 20 ? 1 : 40 - late_ns + 60, 1) << late_ns;
  }
}

TEST(Memory, ThePartsOfThePathAddUpToTheTime) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto* const lines = simulation.arena().make_array<Line>(8);
  std::vector<std::function<void()>> bodies;
  for (std::uint32_t slot = 0; slot < 8; ++slot) {
    bodies.emplace_back([&, slot] {
      for (base::Episode round = 1; round <= 20; ++round) {
        lines[0].word.fetch_add_release(1);
        await(lines[0].word, 8 * round);
        lines[slot].word.load_acquire();
      }
    });
  }
  run(simulation, bodies);
  for (std::uint32_t slot = 0; slot < 8; ++slot) {
    const Path& path = simulation.thread(slot).path;
    Time sum = 0;
    for (std::size_t part = 0; part < kParts; ++part) {
      sum += path.of(static_cast<Part>(part));
    }
    EXPECT_EQ(sum, path.total());
    EXPECT_GT(path.of(Part::queueing), Time{0});
  }
}

TEST(Memory, AdditionsToOneWordComeOneAfterAnother) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Line>();
  const std::vector<std::function<void()>> bodies(4, [&] {
    for (int i = 0; i < 100; ++i) {
      line.word.fetch_add_relaxed(1);
    }
  });
  const std::vector<double> ends = run(simulation, bodies);
  EXPECT_EQ(line.word.load_relaxed(), 400U);
  // Each fetches the line, at 60 ns within a node and 120 ns between the two of the package, and adds for 5 ns.
  EXPECT_GT(*std::ranges::max_element(ends), 400 * 65 * 0.9);
  EXPECT_LT(*std::ranges::max_element(ends), 400 * 125);
}

TEST(Memory, StoresOverlapAsFarAsTheCpuCan) {
  const auto last_seen_ns = [](const std::string& outstanding) {
    const Machine machine = small_machine("outstanding_stores " + outstanding + "\n");
    Simulation simulation(machine);
    constexpr std::uint32_t kLines = 16;
    auto* const lines = simulation.arena().make_array<Line>(kLines);
    auto& ready = simulation.arena().make<Line>();
    return run(simulation, {[&] {
                              await(ready.word, 1);
                              for (std::uint32_t i = 0; i < kLines; ++i) {
                                lines[i].word.store_release(2);
                              }
                              Simulated::full_fence();
                            },
                            [&] {
                              for (std::uint32_t i = 0; i < kLines; ++i) {
                                lines[i].word.store_release(1);
                              }
                              ready.word.store_release(1);
                            }})[0];
  };
  const double one_by_one = last_seen_ns("1");
  const double four_at_once = last_seen_ns("4");
  EXPECT_GT(one_by_one, 16 * 60);
  EXPECT_LT(four_at_once, one_by_one / 2.5);
}

TEST(Memory, StoresBecomeVisibleInTheirOrder) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto* const lines = simulation.arena().make_array<Line>(2);
  bool was_seen = false;
  run(simulation, {[&] {
                     // The other package has the first of the lines, so it takes longer to get.
                     (void)lines[1].word.load_relaxed();
                     lines[0].word.store_relaxed(1);
                     lines[1].word.store_release(1);
                   },
                   [&] {
                     await(lines[1].word, 1);
                     was_seen = lines[0].word.load_relaxed() == 1;
                   }});
  EXPECT_TRUE(was_seen);
}

// The handshake of a sleeper and a waker (waiting/parker.h): each writes, fences and reads, and one of them sees the other.
TEST(Memory, AHeavyFenceServesALightOne) {
  for (int delay_ns = 0; delay_ns < 600; delay_ns += 7) {
    const Machine machine = small_machine();
    Simulation simulation(machine);
    auto* const lines = simulation.arena().make_array<Line>(2);
    bool waker_sees = false;
    bool sleeper_sees = false;
    simulation.add_thread(
        [&] {
          // Far from the line that it writes, near the one that it reads.
          (void)lines[1].word.load_relaxed();
          simulation.pass(from_ns(500 + delay_ns), Part::work);
          lines[0].word.store_release(1);
          Simulated::light_fence();
          waker_sees = lines[1].word.load_relaxed() == 1;
        },
        0, true);
    simulation.add_thread(
        [&] {
          (void)lines[0].word.load_relaxed();
          simulation.pass(from_ns(800), Part::work);
          lines[1].word.store_relaxed(1);
          Simulated::heavy_fence();
          sleeper_sees = lines[0].word.load_acquire() == 1;
        },
        7, true);
    simulation.run();
    EXPECT_TRUE(waker_sees || sleeper_sees) << delay_ns;
  }
}

TEST(Memory, AThreadSeesItsOwnStoresAtOnce) {
  const Machine machine = small_machine();
  Simulation simulation(machine);
  auto& line = simulation.arena().make<Line>();
  std::uint64_t seen = 0;
  run(simulation, {[&] {
        line.word.store_relaxed(7);
        seen = line.word.load_relaxed();
      }});
  EXPECT_EQ(seen, 7U);
}

// The same program with one difference in the machine; the time of the last thread, in ns.
double broadcast_ns(const std::string& more) {
  const Machine machine = small_machine(more);
  Simulation simulation(machine);
  auto& go = simulation.arena().make<Line>();
  std::vector<std::function<void()>> bodies = {[&] {
    for (base::Episode round = 1; round <= 50; ++round) {
      go.word.store_release(round);
      simulation.pass(from_ns(5000), Part::work);
    }
  }};
  for (int reader = 0; reader < 7; ++reader) {
    bodies.emplace_back([&] {
      for (base::Episode round = 1; round <= 50; ++round) {
        await(go.word, round);
      }
    });
  }
  const std::vector<double> ends = run(simulation, bodies);
  return *std::ranges::max_element(ends.begin() + 1, ends.end());
}

TEST(Memory, ReadersOfOneLineQueue) {
  // Six readers after the first, of which the farthest may come early.
  const double more = broadcast_ns("read_service_ns 110\n") - broadcast_ns("");
  EXPECT_GT(more, 300);
  EXPECT_LE(more, 601);
}

// Each node serves a request at a time: of the readers in other nodes than the line's home, the last waits for all others.
TEST(Memory, HomesOfLinesQueue) {
  EXPECT_GT(broadcast_ns("home_agents 1\nhome_service_ns 400\n"), broadcast_ns("") + 3 * 400);
}

// Threads that write neighbouring lines disturb each other's reads where lines are fetched in pairs, and not where they are not.
TEST(Memory, PairsOfLinesAreFetchedTogether) {
  const auto lines_moved = [](const std::string& more) {
    const Machine machine = small_machine(more);
    Simulation simulation(machine);
    auto* const lines = simulation.arena().make_array<Line>(2);
    run(simulation, {[&] {
                       for (int i = 0; i < 100; ++i) {
                         lines[0].word.store_relaxed(1);
                         simulation.pass(from_ns(1000), Part::work);
                       }
                     },
                     [&] {
                       for (int i = 0; i < 100; ++i) {
                         (void)lines[1].word.load_relaxed();
                         lines[1].word.fetch_add_relaxed(1);
                         simulation.pass(from_ns(1000), Part::work);
                       }
                     },
                     [&] {
                       for (int i = 0; i < 100; ++i) {
                         (void)lines[1].word.load_relaxed();
                         simulation.pass(from_ns(1000), Part::work);
                       }
                     }});
    return simulation.thread(0).counts.lines;
  };
  EXPECT_LE(lines_moved(""), 2U);
  EXPECT_GT(lines_moved("pairs_lines\n"), 50U);
}

TEST(Memory, ALineOfANeighbourIsNearWhereItsHomeIsNear) {
  // CPUs 4 and 5 share a node, and a line whose home is in the other package.
  const auto seconds = [](std::uint32_t first) {
    const Machine machine = small_machine();
    Simulation simulation(machine);
    auto& line = simulation.arena().make<Line>();
    auto& turn = simulation.arena().make<Line>();
    simulation.add_thread(
        [&] {
          line.word.store_relaxed(1);
          Simulated::full_fence();
          turn.word.store_release(1);
        },
        first, true);
    Time took = 0;
    simulation.add_thread(
        [&] {
          await(turn.word, 1);
          line.word.store_relaxed(2);
          Simulated::full_fence();
          turn.word.store_release(2);
        },
        4, true);
    simulation.add_thread(
        [&] {
          await(turn.word, 2);
          const Time before = simulation.now();
          (void)line.word.load_relaxed();
          took = simulation.now() - before;
        },
        5, true);
    simulation.run();
    return to_ns(took);
  };
  EXPECT_NEAR(seconds(6), 120, 5);
  EXPECT_NEAR(seconds(0), 240, 5);
}

TEST(Memory, TheSameRunTwiceIsTheSame) { EXPECT_EQ(broadcast_ns(""), broadcast_ns("")); }

}  // namespace
}  // namespace muster::simulate
