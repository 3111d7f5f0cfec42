// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks divided over nodes, and the pages that come of it on this machine.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "memory/memory.h"

namespace muster::memory {
namespace {

constexpr std::size_t kPage = 4096;

// "node:pages" of each part.
std::vector<std::pair<std::uint32_t, std::size_t>> shape_of(const Parts& parts) {
  std::vector<std::pair<std::uint32_t, std::size_t>> shape;
  std::size_t at = 0;
  for (std::size_t part = 0; part < parts.count(); ++part) {
    EXPECT_EQ(parts.offset(part), at);
    at += parts.bytes_of(part);
    shape.emplace_back(parts.node_ordinal(part), parts.bytes_of(part));
  }
  EXPECT_EQ(at, parts.bytes);
  return shape;
}

using Shape = std::vector<std::pair<std::uint32_t, std::size_t>>;

TEST(Parts, BlockedOnePartANode) {
  EXPECT_EQ(shape_of(blocked_parts(8 * kPage, 4, kPage)),
            (Shape{{0, 2 * kPage}, {1, 2 * kPage}, {2, 2 * kPage}, {3, 2 * kPage}}));
  EXPECT_EQ(shape_of(blocked_parts(5 * kPage + 7, 4, kPage)), (Shape{{0, 2 * kPage}, {1, 2 * kPage}, {2, kPage + 7}}));
  EXPECT_EQ(shape_of(blocked_parts(100, 8, kPage)), (Shape{{0, 100}}));
}

TEST(Parts, InterleavedPartsOfTheSizeThatIsWanted) {
  EXPECT_EQ(shape_of(interleaved_parts(5 * kPage, 2 * kPage, 2, kPage)),
            (Shape{{0, 2 * kPage}, {1, 2 * kPage}, {0, kPage}}));
  EXPECT_EQ(shape_of(interleaved_parts(4 * kPage, kPage + 1, 3, kPage)), (Shape{{0, 2 * kPage}, {1, 2 * kPage}}));
  EXPECT_EQ(shape_of(interleaved_parts(4 * kPage, ~std::size_t{0}, 3, kPage)), (Shape{{0, 4 * kPage}}));
}

TEST(Parts, AreNeverMoreThanTheKernelKeepsRecordsFor) {
  const Parts parts = interleaved_parts(std::size_t{1} << 40, 2 * kPage, 2, kPage);
  EXPECT_LE(parts.count(), kMostParts);
  EXPECT_EQ(parts.part_bytes % kPage, 0U);
}

TEST(HugePages, ForLargeBlocksAndOnManyNodesForLargerOnes) {
  EXPECT_FALSE(wants_huge_pages(kLeastWithHugePages - 1, 1));
  EXPECT_TRUE(wants_huge_pages(kLeastWithHugePages, 1));
  EXPECT_TRUE(wants_huge_pages(kLeastWithHugePages, 0)) << "nobody tells of nodes";
  EXPECT_FALSE(wants_huge_pages(100 * kHugeBytes, 2));
  EXPECT_TRUE(wants_huge_pages(200 * kHugeBytes, 2));
}

TEST(Placement, NeedsOwnPagesOnlyWhereMallocWillNotDo) {
  Placement placement;
  EXPECT_TRUE(placement.is_ordinary());
  EXPECT_FALSE(placement.needs_own_pages(8));
  placement.partition = Partition::interleaved;
  EXPECT_FALSE(placement.is_ordinary());
  EXPECT_FALSE(placement.needs_own_pages(1)) << "one node is all there is";
  EXPECT_TRUE(placement.needs_own_pages(2));
  placement = {};
  placement.pinned = true;
  EXPECT_TRUE(placement.needs_own_pages(1));
  placement = {};
  placement.of_kind.add(3);
  EXPECT_FALSE(placement.is_ordinary());
  EXPECT_TRUE(placement.needs_own_pages(2));
}

// The policy of the pages at an address, as linux/mempolicy.h numbers them.
int policy_at(void* address) {
  int policy = -1;
  constexpr unsigned long kOfAddress = 1UL << 1;
  const long result = syscall(SYS_get_mempolicy, &policy, nullptr, 0UL, address, kOfAddress);
  return result == 0 ? policy : -1;
}

TEST(Placed, TheKernelKnowsThePolicyOfEachPartition) {
  if (usable_nodes().count() == 0) {
    GTEST_SKIP() << "this system tells nothing of nodes";
  }
  constexpr int kDefault = 0;
  constexpr int kPreferred = 1;
  constexpr int kInterleave = 3;
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  const std::pair<Partition, int> policies[] = {{Partition::environment, kDefault},
                                                {Partition::nearest, kPreferred},
                                                {Partition::blocked, kPreferred},
                                                {Partition::interleaved, kInterleave}};
  for (const auto& [partition, policy] : policies) {
    Placement placement;
    placement.partition = partition;
    auto* memory = static_cast<unsigned char*>(map_placed(kBytes, placement));
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(policy_at(memory), policy) << static_cast<int>(partition);
    EXPECT_EQ(policy_at(memory + kBytes - 1), policy) << static_cast<int>(partition);
    EXPECT_EQ(memory[kBytes - 1], 0);
    memset(memory, 1, kBytes);
    unmap_placed(memory, kBytes);
  }
}

TEST(Placed, PagesLieWhereThePartitionSays) {
  const std::uint32_t nodes = usable_nodes().count();
  if (nodes < 2) {
    GTEST_SKIP() << "a machine of several nodes is needed";
  }
  const std::size_t page = platform::page_bytes();
  const std::size_t bytes = 4 * nodes * page;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t node = usable_nodes().next(0); node < platform::kMaxNodes; node = usable_nodes().next(node + 1)) {
    numbers.push_back(node);
  }
  for (const Partition partition : {Partition::blocked, Partition::interleaved}) {
    Placement placement;
    placement.partition = partition;
    auto* memory = static_cast<unsigned char*>(map_placed(bytes, placement));
    ASSERT_NE(memory, nullptr);
    memset(memory, 1, bytes);
    const auto first = static_cast<std::uint32_t>(platform::node_of_page(memory));
    for (std::size_t i = 0; i < 4 * nodes; ++i) {
      const auto node = static_cast<std::uint32_t>(platform::node_of_page(memory + i * page));
      if (partition == Partition::blocked) {
        EXPECT_EQ(node, numbers[i / 4]) << "page " << i;
      } else if (i >= nodes) {
        EXPECT_EQ(node, static_cast<std::uint32_t>(platform::node_of_page(memory + (i - nodes) * page)));
      } else if (i > 0) {
        EXPECT_NE(node, first);
      }
    }
    unmap_placed(memory, bytes);
  }
}

TEST(Placed, APageThatNobodyTouchedLiesNowhere) {
  auto* memory = static_cast<unsigned char*>(map_placed(2 * platform::page_bytes(), {}));
  ASSERT_NE(memory, nullptr);
  memory[0] = 1;
  const int node = platform::node_of_page(memory);
  if (node == -ENOSYS || node == -EPERM) {
    GTEST_SKIP() << "this system does not tell where pages are";
  }
  EXPECT_GE(node, 0);
  EXPECT_EQ(platform::node_of_page(memory + platform::page_bytes()), -ENOENT);
  unmap_placed(memory, 2 * platform::page_bytes());
}

TEST(Placed, ABlockThatNoSystemHasIsRefused) {
  EXPECT_EQ(map_placed(~std::size_t{0} / 2, {}), nullptr);
  EXPECT_EQ(map_placed(~std::size_t{0}, {}), nullptr);
}

}  // namespace
}  // namespace muster::memory
