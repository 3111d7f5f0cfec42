// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/block_cache.h"

#include <gtest/gtest.h>
#include <string.h>

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

namespace muster::memory {
namespace {

TEST(SizeClasses, HoldWhatTheyAreFor) {
  for (std::size_t bytes = 1; bytes < 20'000; ++bytes) {
    const std::uint32_t size_class = size_class_for(bytes);
    ASSERT_GE(bytes_of(size_class), bytes);
    // No smaller class would do.
    ASSERT_TRUE(size_class == 0 || bytes_of(size_class - 1) < bytes) << bytes;
  }
  EXPECT_EQ(size_class_for(kSmallBytes), kSmallClasses - 1);
  EXPECT_EQ(bytes_of(size_class_for(std::size_t{1} << 40)), std::size_t{1} << 40);
}

class Cache : public ::testing::Test {
 protected:
  ~Cache() override { cache_.free_memory(); }
  BlockCache cache_;
};

TEST_F(Cache, GivesBlocksOfTheirOwn) {
  std::vector<Block*> blocks;
  for (std::size_t bytes : {1U, 64U, 65U, 200U, 512U, 513U, 5'000U, 100'000U}) {
    for (int i = 0; i < 40; ++i) {
      Block* block = cache_.allocate(size_class_for(bytes));
      ASSERT_NE(block, nullptr);
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(block) % base::kCacheLineBytes, 0U);
      memset(static_cast<void*>(block + 1), static_cast<int>(blocks.size()),
             bytes_of(size_class_for(bytes)) - sizeof(Block));
      blocks.push_back(block);
    }
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto* content = reinterpret_cast<const unsigned char*>(blocks[i] + 1);
    ASSERT_EQ(content[0], static_cast<unsigned char>(i));
    ASSERT_EQ(content[bytes_of(blocks[i]->size_class) - sizeof(Block) - 1], static_cast<unsigned char>(i));
    cache_.release(blocks[i]);
  }
}

TEST_F(Cache, UsesTheLastOneAgain) {
  Block* block = cache_.allocate(3);
  cache_.release(block);
  EXPECT_EQ(cache_.allocate(3), block);
  EXPECT_NE(cache_.allocate(3), block);
}

// Threads that look too late at a task, or at a word that a thread waited for.
TEST_F(Cache, LeavesTheFrontOfFreeBlocksAlone) {
  std::vector<Block*> blocks;
  for (const std::uint32_t size_class : {kSmallClasses - 1, kSmallClasses, kSmallClasses + 1, kSmallClasses + 2}) {
    for (int i = 0; i < 2; ++i) {
      blocks.push_back(cache_.allocate(size_class));
      memset(static_cast<void*>(blocks.back() + 1), 0x5a, kLeftBytes - sizeof(Block));
    }
  }
  for (Block* block : blocks) {
    cache_.release(block);
  }
  for (Block* block : blocks) {
    const auto* front = reinterpret_cast<const unsigned char*>(block + 1);
    EXPECT_TRUE(std::all_of(front, front + (kLeftBytes - sizeof(Block)), [](unsigned char byte) {
      return byte == 0x5a;
    })) << block->size_class;
  }
}

TEST_F(Cache, KeepsLargeSizesApart) {
  const std::uint32_t classes[] = {kSmallClasses, kSmallClasses + 1, kSmallClasses + 2};
  std::vector<Block*> blocks[3];
  for (int i = 0; i < 3; ++i) {
    for (const std::uint32_t size_class : classes) {
      blocks[size_class - kSmallClasses].push_back(cache_.allocate(size_class));
    }
  }
  // Freed out of turn, so that each class is the first, in the middle and the last of those that have blocks.
  for (const int index : {1, 0, 2}) {
    for (Block* block : blocks[index]) {
      cache_.release(block);
    }
  }
  for (const int index : {0, 2, 1}) {
    for (int i = 2; i >= 0; --i) {
      Block* block = cache_.allocate(classes[index]);
      EXPECT_EQ(block, blocks[index][static_cast<std::size_t>(i)]);
      EXPECT_EQ(block->size_class, classes[index]);
    }
    Block* fresh = cache_.allocate(classes[index]);
    EXPECT_EQ(std::count(blocks[index].begin(), blocks[index].end(), fresh), 0);
  }
}

TEST_F(Cache, GetsBackWhatOthersFree) {
  BlockCache other;
  std::set<Block*> given;
  for (int i = 0; i < 1'000; ++i) {
    given.insert(cache_.allocate(1));
  }
  std::thread([&] {
    for (Block* block : given) {
      other.release(block);
    }
  }).join();
  // All but a batch that the other may hold back come again before new memory is taken.
  int again = 0;
  for (int i = 0; i < 960; ++i) {
    again += given.count(cache_.allocate(1)) != 0 ? 1 : 0;
  }
  EXPECT_GE(again, 900);
}

TEST_F(Cache, TakesBlocksFromThreadsWithoutACache) {
  std::vector<std::thread> threads;
  for (int lap = 0; lap < 50; ++lap) {
    Block* first = cache_.allocate(0);
    Block* second = cache_.allocate(2);
    std::thread one([&] { BlockCache::hand_back(first, first); });
    std::thread two([&] { BlockCache::hand_back(second, second); });
    one.join();
    two.join();
  }
  EXPECT_NE(cache_.allocate(0), nullptr);
}

}  // namespace
}  // namespace muster::memory
