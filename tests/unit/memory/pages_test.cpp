// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/pages.h"

#include <gtest/gtest.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <span>
#include <vector>

#include "memory/block_cache.h"

namespace muster::platform {
namespace {

constexpr std::size_t kBytes = kLargestShared;

bool is_zero(const void* memory, std::size_t bytes) {
  const std::span all(static_cast<const unsigned char*>(memory), bytes);
  return std::all_of(all.begin(), all.end(), [](unsigned char byte) { return byte == 0; });
}

bool is_resident(void* page) {
  unsigned char resident = 0;
  EXPECT_EQ(mincore(page, 1, &resident), 0);
  return (resident & 1U) != 0;
}

// The first page boundary in a block.
void* boundary_in(std::byte* block) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return block + (page - reinterpret_cast<std::uintptr_t>(block) % page) % page;
}

TEST(OnDemand, TakesNoPageBeforeItIsWritten) {
  std::vector<std::byte*> blocks;
  for (int i = 0; i < 100; ++i) {
    blocks.push_back(static_cast<std::byte*>(allocate_on_demand(kBytes)));
    ASSERT_NE(blocks.back(), nullptr);
  }
  // Not the first, in whose pages other variables, or the head of a chunk, may be; nor the last, whose page may be another's.
  std::byte* block = blocks[50];
  ASSERT_EQ(blocks[51], block + kBytes);
  void* page = boundary_in(block);
  EXPECT_FALSE(is_resident(page));
  memset(block, 1, 2 * kBytes);
  EXPECT_TRUE(is_resident(page));
  for (std::byte* each : blocks) {
    free_on_demand(each, kBytes);
  }
}

TEST(OnDemand, IsZeroedWhenItIsUsedAgain) {
  void* block = allocate_on_demand(kBytes);
  memset(block, 1, kBytes);
  free_on_demand(block, kBytes);
  EXPECT_EQ(allocate_on_demand(kBytes), block);
  EXPECT_TRUE(is_zero(block, kBytes));
  free_on_demand(block, kBytes);
  free_on_demand(nullptr, kBytes);
}

TEST(OnDemand, SharesNoMemoryWithWhatIsAlwaysUsed) {
  for (std::size_t bytes : {std::size_t{1}, std::size_t{64}, std::size_t{1000}, kBytes}) {
    void* used = allocate_pages(bytes);
    void* unused = allocate_on_demand(bytes);
    memset(used, 1, bytes);
    EXPECT_TRUE(is_zero(unused, bytes));
    free_pages(used, bytes);
    EXPECT_NE(allocate_on_demand(bytes), used);
  }
}

TEST(OnDemand, IsAnEmptyCacheOfBlocks) {
  void* memory = allocate_on_demand(sizeof(memory::BlockCache));
  ASSERT_NE(memory, nullptr);
  auto& cache = memory::BlockCache::in_zeroed(memory);
  memory::Block* block = cache.allocate(2);
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(block->home, &cache);
  cache.release(block);
  EXPECT_EQ(cache.allocate(2), block);
  cache.free_memory();
  free_on_demand(memory, sizeof(memory::BlockCache));
}

TEST(MemoryUse, CountsThePagesThatWereWritten) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  // More than one call of mincore() looks at.
  const std::size_t pages = 3000;
  auto* memory =
      static_cast<std::byte*>(mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  // A kernel without huge pages refuses.
  madvise(memory, pages * page, MADV_NOHUGEPAGE);
  EXPECT_EQ(memory_use(memory, pages * page).resident_bytes, 0U);
  for (const std::size_t written : {std::size_t{0}, std::size_t{1}, std::size_t{2500}}) {
    memory[written * page] = std::byte{1};
  }
  const MemoryUse use = memory_use(memory, pages * page);
  EXPECT_EQ(use.mapped_bytes, pages * page);
  EXPECT_EQ(use.resident_bytes, 3 * page);
  // Parts of two pages.
  EXPECT_EQ(memory_use(memory + page - 1, 2).mapped_bytes, 2 * page);
  munmap(memory, pages * page);
}

TEST(MemoryUse, KnowsLargeBlocksUntilTheyAreFreed) {
  constexpr std::size_t kLarge = 100 * kBytes;
  const MemoryUse before = use_of_pages();
  std::vector<void*> blocks;
  for (int i = 0; i < 200; ++i) {
    blocks.push_back(allocate_pages(kLarge));
    ASSERT_NE(blocks.back(), nullptr);
  }
  EXPECT_GE(use_of_pages().mapped_bytes, before.mapped_bytes + 200 * kLarge);
  const MemoryUse untouched = use_of_pages();
  memset(blocks[77], 1, kLarge);
  EXPECT_GE(use_of_pages().resident_bytes, untouched.resident_bytes + kLarge);
  for (void* block : blocks) {
    free_pages(block, kLarge);
  }
  // What remains is where the entries of the blocks were.
  EXPECT_LT(use_of_pages().mapped_bytes, before.mapped_bytes + kLarge);
}

}  // namespace
}  // namespace muster::platform
