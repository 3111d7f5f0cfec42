// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assignments of threads to places: examples worked out by hand, and what OpenMP 5.2, 10.1.3 demands for all small teams.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "affinity/affinity.h"

namespace muster::affinity {
namespace {

std::vector<Assignment> team(Policy policy, std::uint32_t size, std::uint16_t primary, Partition partition,
                             ListShape list = {}) {
  std::vector<Assignment> assignments;
  for (std::uint32_t number = 0; number < size; ++number) {
    assignments.push_back(assign({policy, primary, partition}, {size, number, number}, list));
  }
  return assignments;
}

std::vector<int> places(const std::vector<Assignment>& assignments) {
  std::vector<int> result;
  for (const Assignment& assignment : assignments) result.push_back(assignment.place);
  return result;
}

using Places = std::vector<int>;

TEST(Assign, Primary) { EXPECT_EQ(places(team(Policy::primary, 3, 2, {0, 4})), (Places{2, 2, 2})); }

TEST(Assign, Close) {
  EXPECT_EQ(places(team(Policy::close, 3, 2, {0, 8})), (Places{2, 3, 4}));
  EXPECT_EQ(places(team(Policy::close, 3, 3, {2, 3})), (Places{3, 4, 2}));
  EXPECT_EQ(places(team(Policy::close, 6, 0, {0, 3})), (Places{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(places(team(Policy::close, 5, 1, {0, 2})), (Places{1, 1, 1, 0, 0}));
}

// Worked out in libgomp's affinity test for as many threads as places or fewer.
TEST(Assign, Spread) {
  EXPECT_EQ(places(team(Policy::spread, 4, 0, {0, 8})), (Places{0, 2, 4, 6}));
  EXPECT_EQ(places(team(Policy::spread, 5, 0, {0, 8})), (Places{0, 2, 4, 6, 7}));
  EXPECT_EQ(places(team(Policy::spread, 4, 2, {0, 7})), (Places{2, 4, 6, 0}));
  EXPECT_EQ(places(team(Policy::spread, 4, 2, {0, 5})), (Places{2, 3, 4, 0}));
  EXPECT_EQ(places(team(Policy::spread, 4, 2, {0, 3})), (Places{2, 2, 0, 1}));
  const std::vector<Assignment> assignments = team(Policy::spread, 2, 3, {0, 5});
  EXPECT_EQ(assignments[0], (Assignment{3, {3, 2}}));
  EXPECT_EQ(assignments[1], (Assignment{0, {0, 3}}));
}

TEST(Assign, SpreadLeavesThePrimaryWhereItIs) {
  const std::vector<Assignment> assignments = team(Policy::spread, 2, 1, {0, 4});
  EXPECT_EQ(assignments[0], (Assignment{1, {0, 2}}));
  EXPECT_EQ(assignments[1], (Assignment{2, {2, 2}}));
}

TEST(Assign, InTurn) { EXPECT_EQ(places(team(Policy::in_turn, 5, 1, {0, 3})), (Places{1, 2, 0, 1, 2})); }

TEST(Assign, ByNumber) { EXPECT_EQ(places(team(Policy::by_number, 5, 2, {0, 3}, {3, 2, 1})), (Places{2, 0, 1, 2, 0})); }

TEST(Assign, Balanced) {
  // Three cores of two threads.
  const ListShape fine{6, 0, 2};
  EXPECT_EQ(places(team(Policy::balanced, 3, 0, {0, 6}, fine)), (Places{0, 2, 4}));
  EXPECT_EQ(places(team(Policy::balanced, 4, 0, {0, 6}, fine)), (Places{0, 1, 2, 4}));
  EXPECT_EQ(places(team(Policy::balanced, 6, 0, {0, 6}, fine)), (Places{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(places(team(Policy::balanced, 7, 0, {0, 6}, fine)), (Places{0, 1, 0, 2, 3, 4, 5}));
  EXPECT_EQ(places(team(Policy::balanced, 4, 0, {0, 3}, {3, 0, 1})), (Places{0, 0, 1, 2}));
}

TEST(NumberOfSlot, ThreadsThatSharePlacesAreDealtInTurn) {
  const auto numbers = [](Policy policy, std::uint32_t size, std::uint16_t places) {
    std::vector<int> result;
    for (std::uint32_t slot = 0; slot < size; ++slot) {
      result.push_back(static_cast<int>(number_of_slot({policy, 0, {0, places}}, size, slot)));
    }
    return result;
  };
  for (const Policy policy : {Policy::close, Policy::spread}) {
    EXPECT_EQ(numbers(policy, 2, 2), (std::vector{0, 1}));
    EXPECT_EQ(numbers(policy, 4, 2), (std::vector{0, 2, 1, 3}));
    EXPECT_EQ(numbers(policy, 5, 2), (std::vector{0, 3, 1, 4, 2}));
    EXPECT_EQ(numbers(policy, 3, 8), (std::vector{0, 1, 2}));
  }
  EXPECT_EQ(numbers(Policy::in_turn, 4, 2), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(numbers(Policy::primary, 4, 2), (std::vector{0, 1, 2, 3}));
}

// Goes through all partitions, primaries and teams that are small.
template <class Check>
void for_each_team(Policy policy, const Check& check) {
  for (std::uint16_t count = 1; count <= 9; ++count) {
    for (std::uint16_t primary = 4; primary < 4 + count; ++primary) {
      for (std::uint32_t size = 1; size <= 20; ++size) {
        const Partition partition{4, count};
        check(team(policy, size, primary, partition), partition, primary);
      }
    }
  }
}

void expect_shares(const std::vector<Assignment>& assignments, const Partition& partition, std::uint16_t primary) {
  const std::uint32_t size = static_cast<std::uint32_t>(assignments.size());
  EXPECT_EQ(assignments[0].place, primary);
  std::vector<std::uint32_t> threads(partition.count);
  for (std::uint32_t number = 0; number < size; ++number) {
    const Assignment& own = assignments[number];
    ASSERT_GE(own.place, partition.first);
    ASSERT_LT(own.place, partition.first + partition.count);
    ++threads[own.place - partition.first];
    ASSERT_GE(own.place, own.partition.first);
    ASSERT_LT(own.place, own.partition.first + own.partition.count);
  }
  const std::uint32_t least = size / partition.count;
  for (const std::uint32_t on_place : threads) {
    EXPECT_GE(on_place, least);
    EXPECT_LE(on_place, least + (size % partition.count != 0 ? 1 : 0));
  }
  // Threads of a place have consecutive numbers: the place changes as often as there are places with threads, less one.
  std::uint32_t changes = 0;
  for (std::uint32_t number = 1; number < size; ++number) {
    changes += assignments[number].place != assignments[number - 1].place ? 1 : 0;
  }
  EXPECT_EQ(changes + 1, std::min<std::uint32_t>(size, partition.count));
}

TEST(NumberOfSlot, IsOneToOneAndKeepsThreadsOnTheirPlaces) {
  for (const Policy policy : {Policy::close, Policy::spread}) {
    for_each_team(policy, [policy](const auto& assignments, const Partition& partition, std::uint16_t primary) {
      const auto size = static_cast<std::uint32_t>(assignments.size());
      const TeamBinding binding{policy, primary, partition};
      std::vector<bool> given(size);
      for (std::uint32_t slot = 0; slot < size; ++slot) {
        const std::uint32_t number = number_of_slot(binding, size, slot);
        ASSERT_LT(number, size);
        EXPECT_FALSE(given[number]);
        given[number] = true;
        if (policy == Policy::close || size > partition.count) {
          EXPECT_EQ(assignments[number].place, partition.first + (primary - partition.first + slot) % partition.count);
        }
      }
      EXPECT_EQ(number_of_slot(binding, size, 0), 0U);
    });
  }
}

// So that the size of the team does not matter.
TEST(TellingSlots, HaveEachPlaceAsOftenAsAsked) {
  for (const Policy policy :
       {Policy::primary, Policy::close, Policy::spread, Policy::in_turn, Policy::by_number, Policy::balanced}) {
    for (const std::uint32_t each : {1U, 2U}) {
      for (std::uint32_t size = 1; size <= 40; ++size) {
        const TeamBinding binding{policy, 0, {0, 6}};
        std::vector<std::uint32_t> all(6);
        std::vector<std::uint32_t> told(6);
        for (std::uint32_t slot = 0; slot < size; ++slot) {
          const std::uint32_t number = number_of_slot(binding, size, slot);
          const std::uint16_t place = assign(binding, {size, number, slot}, {6, 0, 2}).place;
          ++all[place];
          told[place] += slot < telling_slots(binding, size, each) ? 1 : 0;
        }
        for (std::size_t place = 0; place < all.size(); ++place) {
          EXPECT_GE(told[place], std::min(all[place], each)) << static_cast<int>(policy) << " " << size << " " << place;
        }
      }
    }
  }
  EXPECT_EQ(telling_slots({Policy::close, 0, {0, 512}}, 2'000'000'000, 2), 1024U);
  EXPECT_EQ(telling_slots({Policy::spread, 0, {0, 64}}, 100, 2), 100U);
}

TEST(Assign, CloseSharesPlacesEvenly) {
  for_each_team(Policy::close, [](const auto& assignments, const Partition& partition, std::uint16_t primary) {
    expect_shares(assignments, partition, primary);
    for (const Assignment& own : assignments) EXPECT_EQ(own.partition, partition);
  });
}

TEST(Assign, SpreadSharesPlacesAndPartitionsEvenly) {
  for_each_team(Policy::spread, [](const auto& assignments, const Partition& partition, std::uint16_t primary) {
    expect_shares(assignments, partition, primary);
    const auto size = static_cast<std::uint32_t>(assignments.size());
    if (size > partition.count) {
      for (const Assignment& own : assignments) EXPECT_EQ(own.partition, (Partition{own.place, 1}));
      return;
    }
    // The parts cover the whole, each place once.
    std::vector<int> covered(partition.count);
    for (const Assignment& own : assignments) {
      const std::uint32_t least = partition.count / size;
      EXPECT_GE(own.partition.count, least);
      EXPECT_LE(own.partition.count, least + (partition.count % size != 0 ? 1 : 0));
      if (&own != assignments.data()) {
        EXPECT_EQ(own.place, own.partition.first);
      }
      for (int i = 0; i < own.partition.count; ++i) ++covered[own.partition.first - partition.first + i];
    }
    EXPECT_EQ(std::count(covered.begin(), covered.end(), 1), partition.count);
  });
}

}  // namespace
}  // namespace muster::affinity
