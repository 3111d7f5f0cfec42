// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of src/barriers/README.md, for every row of the registry, team sizes 1 to 65 and each way of waiting. Data are
// plain variables, so that ThreadSanitizer reports an algorithm that lets a thread pass without the order it promises.
#include <gtest/gtest.h>

#include <atomic>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "barriers/barriers.h"
#include "contract/placing.h"
#include "contract/team_fixture.h"

namespace muster::testing {
namespace {

using Algorithm = barriers::Algorithm<Waiter>;
using barriers::Arrival;

constexpr std::uint32_t kLargestTeam = MUSTER_SLOW_BUILD ? 33 : 65;

// Many where many interleavings are likely; where threads take turns on few CPUs, each episode costs turns for all.
constexpr base::Episode episodes_for(std::uint32_t threads) { return threads <= 9 ? 60 : 8; }
constexpr std::uint64_t kSpinLong_ns = 100'000'000;

struct Way {
  const char* name;
  std::uint64_t budget_ns;
};
constexpr Way kWays[] = {{"parks", 0}, {"spins", kSpinLong_ns}};

constexpr const char* kPlacings[] = {"", "_close", "_spread", "_uneven", "_lopsided"};

struct Case {
  std::size_t row;
  std::size_t way;
  Placing placing;
};

const Algorithm& algorithm_of(const Case& which) { return barriers::algorithms<Native, Waiter>()[which.row]; }

std::string name_of(const Case& which) {
  return std::string(algorithm_of(which).name) + "_" + kWays[which.way].name +
         kPlacings[static_cast<std::size_t>(which.placing)];
}

void PrintTo(const Case& which, std::ostream* out) { *out << name_of(which); }

// Only those that follow positions are told any, or those alone.
std::vector<Case> all_cases(bool followers_alone) {
  std::vector<Case> cases;
  for (std::size_t row = 0; row < barriers::algorithms<Native, Waiter>().size(); ++row) {
    for (std::size_t way = 0; way < std::size(kWays); ++way) {
      for (const Placing placing :
           {Placing::numbered, Placing::close, Placing::spread, Placing::uneven, Placing::lopsided}) {
        const Case which{row, way, placing};
        const bool follows = algorithm_of(which).follows_positions;
        if (follows || (placing == Placing::numbered && !followers_alone)) {
          cases.push_back(which);
        }
      }
    }
  }
  return cases;
}

// One test goes through all team sizes: a process for each would cost more than the barriers, above all under emulation.
class BarrierContract : public ::testing::TestWithParam<Case> {
 protected:
  const Algorithm& algorithm() const { return algorithm_of(GetParam()); }
  std::uint64_t budget_ns() const { return kWays[GetParam().way].budget_ns; }

  // Sleepers give way. Large teams that spin take turns on the CPUs, so of those only sizes next to a full tree are run, and of all
  // teams under an emulator or a sanitizer, which make everything some ten times slower.
  bool worth_the_time(std::uint32_t threads) const {
    const bool is_next_to_full = (threads + 1) % 16 <= 2;
    return threads <= 9 || is_next_to_full || (!MUSTER_SLOW_BUILD && (budget_ns() == 0 || threads <= 17));
  }

  template <class Check>
  void for_each_team_size(const Check& check) {
    for (std::uint32_t threads = 1; threads <= kLargestTeam; ++threads) {
      if (!worth_the_time(threads)) {
        continue;
      }
      SCOPED_TRACE(std::to_string(threads) + " threads");
      check(threads);
    }
  }
};

// Two sets of values, so that one barrier an episode is enough: a set is written again two episodes later.
struct Values {
  explicit Values(std::uint32_t threads)
      : of{std::vector<base::Episode>(threads), std::vector<base::Episode>(threads)} {}
  std::vector<base::Episode> of[2];
};

TEST_P(BarrierContract, ExchangeLetsNobodyPassBeforeAllHaveCome) {
  for_each_team_size([&](std::uint32_t threads) {
    const base::Episode episodes = episodes_for(threads);
    const PlacedShape placed(GetParam().placing, threads);
    const barriers::Shape shape = placed.shape();
    LineAlignedStorage storage(algorithm().storage_needed(shape));
    algorithm().init(storage.get(), shape);
    Values values(threads);
    std::vector<std::uint32_t> seen_wrong(threads);
    TeamFixture team(threads, budget_ns());
    team.run([&](std::uint32_t slot, Waiter& waiter) {
      for (base::Episode episode = 1; episode <= episodes; ++episode) {
        std::vector<base::Episode>& set = values.of[episode % 2];
        set[slot] = episode;
        algorithm().exchange(storage.get(), Arrival{slot, threads, episode}, waiter);
        for (const base::Episode value : set) {
          seen_wrong[slot] += value == episode ? 0 : 1;
        }
      }
    });
    EXPECT_EQ(seen_wrong, std::vector<std::uint32_t>(threads, 0));
    EXPECT_EQ(team.sleepers(), 0U);
  });
}

TEST_P(BarrierContract, ExchangeLeavesTheCompanionAlone) {
  for (const std::uint32_t threads : {1U, 2U, 3U}) {
    const PlacedShape placed(GetParam().placing, threads);
    const barriers::Shape shape = placed.shape();
    LineAlignedStorage storage(algorithm().storage_needed(shape));
    algorithm().init(storage.get(), shape);
    auto* companion = static_cast<Native::Atomic<std::uint64_t>*>(algorithm().companion(storage.get(), threads));
    if (companion == nullptr) {
      continue;
    }
    EXPECT_EQ(companion->load_relaxed(), 0U);
    TeamFixture team(threads, budget_ns());
    team.run([&](std::uint32_t slot, Waiter& waiter) {
      for (base::Episode episode = 1; episode <= 100; ++episode) {
        companion->fetch_add_relaxed(1);
        algorithm().exchange(storage.get(), Arrival{slot, threads, episode}, waiter);
      }
    });
    EXPECT_EQ(companion->load_relaxed(), 100U * threads);
  }
}

TEST_P(BarrierContract, GatherShowsTheRootAllThatWasWrittenAndReleaseTheOthers) {
  if (!algorithm().capabilities.rooted) {
    EXPECT_EQ(algorithm().gather, nullptr);
    EXPECT_EQ(algorithm().release, nullptr);
    return;
  }
  for_each_team_size([&](std::uint32_t threads) {
    const base::Episode episodes = episodes_for(threads);
    const PlacedShape placed(GetParam().placing, threads);
    const barriers::Shape shape = placed.shape();
    LineAlignedStorage storage(algorithm().storage_needed(shape));
    algorithm().init(storage.get(), shape);
    std::vector<base::Episode> of_child(threads);
    base::Episode of_root = 0;
    std::vector<std::uint32_t> seen_wrong(threads);
    TeamFixture team(threads, budget_ns());
    team.run([&](std::uint32_t slot, Waiter& waiter) {
      for (base::Episode episode = 1; episode <= episodes; ++episode) {
        of_child[slot] = episode;
        const Arrival arrival{slot, threads, episode};
        algorithm().gather(storage.get(), arrival, waiter, barriers::Combiner{});
        if (slot == 0) {
          for (const base::Episode value : of_child) {
            seen_wrong[0] += value == episode ? 0 : 1;
          }
          of_root = episode;
        }
        algorithm().release(storage.get(), arrival, waiter);
        seen_wrong[slot] += of_root == episode ? 0 : 1;
        // Nobody may still read of_root when the root writes it again: the next gather sees to that.
      }
    });
    EXPECT_EQ(seen_wrong, std::vector<std::uint32_t>(threads, 0));
    EXPECT_EQ(team.sleepers(), 0U);
  });
}

TEST_P(BarrierContract, GatherHandsEachChildToTheCombinerOnce) {
  if (!algorithm().capabilities.combines) {
    GTEST_SKIP() << algorithm().name << " does not combine";
  }
  for_each_team_size([&](std::uint32_t threads) {
    const base::Episode episodes = episodes_for(threads);
    const PlacedShape placed(GetParam().placing, threads);
    const barriers::Shape shape = placed.shape();
    LineAlignedStorage storage(algorithm().storage_needed(shape));
    algorithm().init(storage.get(), shape);
    // Each slot's sum of the slots below it in the algorithm's tree; the root ends up with all.
    std::vector<std::uint64_t> sums(threads);
    const barriers::Combiner combiner{[](void* context, std::uint32_t into, std::uint32_t from) {
                                        auto& all = *static_cast<std::vector<std::uint64_t>*>(context);
                                        all[into] += all[from];
                                      },
                                      &sums};
    std::uint32_t wrong = 0;
    TeamFixture team(threads, budget_ns());
    team.run([&](std::uint32_t slot, Waiter& waiter) {
      for (base::Episode episode = 1; episode <= episodes; ++episode) {
        sums[slot] = slot + 1;
        const Arrival arrival{slot, threads, episode};
        algorithm().gather(storage.get(), arrival, waiter, combiner);
        if (slot == 0) {
          wrong += sums[0] == std::uint64_t{threads} * (threads + 1) / 2 ? 0 : 1;
        }
        algorithm().release(storage.get(), arrival, waiter);
      }
    });
    EXPECT_EQ(wrong, 0U);
  });
}

TEST_P(BarrierContract, TeamsMayChangeTheirSizeBetweenEpisodes) {
  for_each_team_size([&](std::uint32_t threads) {
    constexpr base::Episode kRounds = 6;
    const PlacedShape placed(GetParam().placing, threads);
    const barriers::Shape shape = placed.shape();
    LineAlignedStorage storage(algorithm().storage_needed(shape));
    algorithm().init(storage.get(), shape);
    base::Episode episode = 0;
    TeamFixture team(threads, budget_ns());
    for (base::Episode round = 0; round < kRounds; ++round) {
      // Threads of a smaller team end in between, as workers that sit a region out.
      const auto size = static_cast<std::uint32_t>((round * 7 + threads) % threads + 1);
      std::vector<base::Episode> values(size);
      std::vector<std::uint32_t> seen_wrong(threads);
      team.resize(size);
      team.run([&](std::uint32_t slot, Waiter& waiter) {
        if (slot >= size) {
          return;
        }
        values[slot] = episode + 1;
        algorithm().exchange(storage.get(), Arrival{slot, size, episode + 1}, waiter);
        for (const base::Episode value : values) {
          seen_wrong[slot] += value == episode + 1 ? 0 : 1;
        }
      });
      ++episode;
      EXPECT_EQ(seen_wrong, std::vector<std::uint32_t>(threads, 0));
    }
  });
}

// Threads that are bound to other places: the root lays the storage out anew when it has seen all come, which is all that it waits for.
class PlacedBarrierContract : public BarrierContract {};

TEST_P(PlacedBarrierContract, TeamsMayMoveBetweenEpisodes) {
  for_each_team_size([&](std::uint32_t threads) {
    const base::Episode episodes = episodes_for(threads);
    const PlacedShape first(GetParam().placing, threads);
    const PlacedShape second(Placing::uneven, threads);
    const PlacedShape third(Placing::spread, threads);
    const PlacedShape* const layouts[] = {&first, &second, &third};
    LineAlignedStorage storage(algorithm().storage_needed(first.shape()));
    algorithm().init(storage.get(), first.shape());
    std::vector<base::Episode> values(threads);
    std::uint32_t seen_wrong = 0;
    std::atomic<base::Episode> go{0};
    // Slots that have left an exchange. Without a root nobody learns that from the barrier.
    std::atomic<std::uint32_t> left{0};
    TeamFixture team(threads, budget_ns());
    team.run([&](std::uint32_t slot, Waiter& waiter) {
      for (base::Episode episode = 1; episode <= episodes; ++episode) {
        values[slot] = episode;
        const Arrival arrival{slot, threads, episode};
        if (algorithm().capabilities.rooted) {
          algorithm().gather(storage.get(), arrival, waiter, barriers::Combiner{});
        } else {
          algorithm().exchange(storage.get(), arrival, waiter);
          left.fetch_add(1, std::memory_order_release);
          while (slot == 0 && left.load(std::memory_order_acquire) < episode * threads) {
            std::this_thread::yield();
          }
        }
        if (slot == 0) {
          for (const base::Episode value : values) {
            seen_wrong += value == episode ? 0 : 1;
          }
          algorithm().init(storage.get(), layouts[episode % std::size(layouts)]->shape());
          go.store(episode, std::memory_order_release);
          go.notify_all();
        } else {
          for (base::Episode seen = go.load(std::memory_order_acquire); seen < episode;
               seen = go.load(std::memory_order_acquire)) {
            go.wait(seen, std::memory_order_acquire);
          }
        }
      }
    });
    EXPECT_EQ(seen_wrong, 0U);
    EXPECT_EQ(team.sleepers(), 0U);
  });
}

constexpr auto kNameOf = [](const auto& info) { return name_of(info.param); };
INSTANTIATE_TEST_SUITE_P(Registry, BarrierContract, ::testing::ValuesIn(all_cases(false)), kNameOf);
INSTANTIATE_TEST_SUITE_P(Registry, PlacedBarrierContract, ::testing::ValuesIn(all_cases(true)), kNameOf);

}  // namespace
}  // namespace muster::testing
