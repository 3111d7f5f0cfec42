// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of all threads grows while others read it.
#include "threads/everybody.h"

#include <gtest/gtest.h>

#include <array>

namespace muster::threads {
namespace {

TEST(Everybody, GrowsAndKeepsOldTablesReadable) {
  constexpr std::uint32_t kThreads = 300;
  static std::array<waiting::Presence<Native>, kThreads> presences;
  const std::uint32_t before = everybody().size();
  const auto* const first_table = everybody().table.load_relaxed();
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    add_presence(presences[thread]);
    ASSERT_EQ(everybody().size(), before + thread + 1);
    ASSERT_EQ(everybody().at(before + thread), &presences[thread]);
  }
  EXPECT_NE(everybody().table.load_relaxed(), first_table) << "it has moved";
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    EXPECT_EQ(everybody().at(before + thread), &presences[thread]);
  }
  // A reader that took the table before it moved still finds those that were in it.
  if (first_table != nullptr) {
    EXPECT_EQ(first_table[before].load_relaxed(), &presences[0]);
  }
}

}  // namespace
}  // namespace muster::threads
