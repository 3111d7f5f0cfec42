// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/deque.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

#include "platform/native.h"

namespace muster::tasks {
namespace {

using platform::Native;
using Items = Deque<Native, int>;

template <std::size_t kCapacity>
struct Provided {
  std::array<Items::Slot, kCapacity> slots;
  Items deque;

  Provided() { deque.provide(slots.data(), kCapacity); }
};

constexpr auto kAny = [](int* /*item*/, const auto& /*alive*/) { return true; };

TEST(Deque, IsEmptyAndFullBeforeItHasSlots) {
  Items deque;
  EXPECT_FALSE(deque.has_room());
  EXPECT_EQ(deque.take(), nullptr);
  EXPECT_EQ(deque.steal(kAny), nullptr);
  EXPECT_TRUE(deque.looks_empty());
}

TEST(Deque, OwnerTakesTheNewestThievesTheOldest) {
  Provided<4> provided;
  Items& deque = provided.deque;
  int items[4] = {};
  for (int& item : items) {
    ASSERT_TRUE(deque.has_room());
    deque.push(&item);
  }
  EXPECT_FALSE(deque.has_room());
  EXPECT_EQ(deque.take(), &items[3]);
  EXPECT_EQ(deque.steal(kAny), &items[0]);
  EXPECT_EQ(deque.take(), &items[2]);
  EXPECT_EQ(deque.take(), &items[1]);
  EXPECT_EQ(deque.take(), nullptr);
  EXPECT_EQ(deque.steal(kAny), nullptr);
}

TEST(Deque, CountsAsFullUntilAQuarterIsTaken) {
  Provided<8> provided;
  Items& deque = provided.deque;
  int items[8] = {};
  for (int& item : items) {
    EXPECT_FALSE(deque.is_full());
    ASSERT_TRUE(deque.has_known_room());
    deque.push(&item);
  }
  EXPECT_FALSE(deque.has_known_room());
  EXPECT_FALSE(deque.looks_for_room());
  EXPECT_TRUE(deque.is_full());
  ASSERT_EQ(deque.steal(kAny), &items[0]);
  EXPECT_TRUE(deque.is_full());
  ASSERT_EQ(deque.steal(kAny), &items[1]);
  EXPECT_FALSE(deque.is_full());
  EXPECT_TRUE(deque.looks_for_room());
}

TEST(Deque, CountsAsFullUntilItsOwnerTakesAnItem) {
  Provided<2> provided;
  Items& deque = provided.deque;
  int items[2] = {};
  for (int& item : items) {
    deque.push(&item);
  }
  EXPECT_FALSE(deque.looks_for_room());
  ASSERT_EQ(deque.take(), &items[1]);
  EXPECT_FALSE(deque.is_full());
  // Nor when it stands where it stood then.
  deque.push(&items[1]);
  EXPECT_FALSE(deque.is_full());
}

TEST(Deque, LooksAnewWhereThievesHaveTakenItems) {
  Provided<4> provided;
  Items& deque = provided.deque;
  int items[4] = {};
  for (int& item : items) {
    deque.push(&item);
  }
  ASSERT_EQ(deque.steal(kAny), &items[0]);
  EXPECT_FALSE(deque.has_known_room());
  EXPECT_FALSE(deque.is_full());
  EXPECT_TRUE(deque.looks_for_room());
  EXPECT_TRUE(deque.has_known_room());
}

TEST(Deque, UsesItsSlotsAgain) {
  Provided<2> provided;
  int items[2] = {};
  for (int lap = 0; lap < 100; ++lap) {
    provided.deque.push(&items[0]);
    provided.deque.push(&items[1]);
    ASSERT_FALSE(provided.deque.has_room());
    ASSERT_EQ(provided.deque.steal(kAny), &items[0]);
    ASSERT_EQ(lap % 2 == 0 ? provided.deque.take() : provided.deque.steal(kAny), &items[1]);
    ASSERT_TRUE(provided.deque.looks_empty());
  }
}

TEST(Deque, LeavesWhatIsNotAccepted) {
  Provided<2> provided;
  int item = 0;
  provided.deque.push(&item);
  const auto refuse = [](int* /*item*/, const auto& alive) { return !alive(); };
  EXPECT_EQ(provided.deque.steal(refuse), nullptr);
  EXPECT_FALSE(provided.deque.peek(refuse));
  EXPECT_TRUE(provided.deque.peek(kAny));
  EXPECT_EQ(provided.deque.take(), &item);
}

TEST(Deque, TellsAThiefWhoHesitatesThatTheItemIsGone) {
  Provided<2> provided;
  int item = 0;
  provided.deque.push(&item);
  bool was_alive = false;
  bool is_alive = true;
  const auto hesitate = [&](int* /*item*/, const auto& alive) {
    was_alive = alive();
    EXPECT_EQ(provided.deque.take(), &item);
    is_alive = alive();
    return true;
  };
  EXPECT_EQ(provided.deque.steal(hesitate), nullptr);
  EXPECT_TRUE(was_alive);
  EXPECT_FALSE(is_alive);
}

// Every item is had exactly once, and what its owner wrote before the push is seen.
TEST(Deque, GivesEachItemToOneThread) {
  constexpr int kItems = 50'000;
  constexpr int kThieves = 2;
  Provided<64> provided;
  struct Cell {
    int written = 0;
    int had = 0;
  };
  using Cells = Deque<Native, Cell>;
  std::array<Cells::Slot, 64> slots;
  Cells deque;
  deque.provide(slots.data(), slots.size());
  std::vector<Cell> cells(kItems);
  Native::Atomic<std::uint32_t> finished{0};
  Native::Atomic<std::uint64_t> wrong{0};
  const auto have = [&](Cell* cell) {
    if (cell->written != 1 || cell->had++ != 0) {
      wrong.fetch_add_relaxed(1);
    }
  };
  std::vector<std::thread> thieves;
  for (int thief = 0; thief < kThieves; ++thief) {
    thieves.emplace_back([&] {
      while (finished.load_acquire() == 0 || !deque.looks_empty()) {
        if (Cell* cell = deque.steal([](Cell*, const auto&) { return true; }); cell != nullptr) {
          have(cell);
        } else {
          std::this_thread::yield();
        }
      }
    });
  }
  for (int i = 0; i < kItems; ++i) {
    cells[static_cast<std::size_t>(i)].written = 1;
    while (!deque.has_room()) {
      if (Cell* cell = deque.take(); cell != nullptr) {
        have(cell);
      }
    }
    deque.push(&cells[static_cast<std::size_t>(i)]);
    if (i % 3 == 0) {
      if (Cell* cell = deque.take(); cell != nullptr) {
        have(cell);
      }
    }
  }
  while (Cell* cell = deque.take()) {
    have(cell);
  }
  finished.store_release(1);
  for (std::thread& thief : thieves) {
    thief.join();
  }
  int had = 0;
  for (const Cell& cell : cells) {
    had += cell.had;
  }
  EXPECT_EQ(wrong.load_relaxed(), 0U);
  EXPECT_EQ(had, kItems);
}

}  // namespace
}  // namespace muster::tasks
