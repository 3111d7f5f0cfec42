// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs in which a team moves explore something only if it stands otherwise afterwards.
#include "clients/placed.h"

#include <gtest/gtest.h>

#include <vector>

namespace muster::verify {
namespace {

// The parent of each slot but the first, in a cluster barrier.
std::vector<std::uint32_t> parents(std::uint32_t threads, base::Episode turn) {
  std::vector<barriers::ClusterTrees::Entry> table(threads);
  const auto tree = barriers::ClusterTrees::make(placed({.capacity = threads}, turn), table.data());
  std::vector<std::uint32_t> found;
  for (std::uint32_t slot = 1; slot < threads; ++slot) {
    found.push_back(tree.parent(slot));
  }
  return found;
}

TEST(Placed, SomebodyHasAnotherParentAfterEachMove) {
  for (std::uint32_t threads = 3; threads <= kMaxThreads; ++threads) {
    EXPECT_NE(parents(threads, 1), parents(threads, 2)) << threads << " threads";
    EXPECT_EQ(parents(threads, 1), parents(threads, 3)) << threads << " threads";
  }
}

}  // namespace
}  // namespace muster::verify
