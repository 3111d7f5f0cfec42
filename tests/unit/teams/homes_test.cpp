// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which pages the members of neighbouring slots are told to lie on, as a pure function of addresses.
#include "teams/homes.h"

#include <gtest/gtest.h>

#include <random>

namespace muster::teams {
namespace {

constexpr std::uintptr_t kPage = 4096;

TEST(PagesOf, ARangeOfWholePagesIsThose) {
  const Pages pages = pages_of(3 * kPage, 7 * kPage, kPage);
  EXPECT_EQ(pages.begin, 3U);
  EXPECT_EQ(pages.end, 7U);
}

TEST(PagesOf, APageOfSeveralRangesIsThatOfTheOneWhichHasItsMiddle) {
  EXPECT_EQ(pages_of(0, 2047, kPage).end, 0U);
  EXPECT_EQ(pages_of(2047, 5000, kPage).begin, 0U);
  EXPECT_EQ(pages_of(2047, 5000, kPage).end, 1U);
}

// Members of 1856 bytes, in runs of any length: each page belongs to one run, and none is left out between the first and the last.
TEST(PagesOf, RangesSideBySideShareNoPageAndLeaveNoneOut) {
  std::mt19937 random(20261123);
  for (int round = 0; round < 100; ++round) {
    std::uintptr_t at = 64 * (random() % 1000);
    std::uintptr_t next_page = pages_of(at, at, kPage).begin;
    for (int run = 0; run < 50; ++run) {
      const std::uintptr_t end = at + std::uintptr_t{1856} * (1 + random() % 20);
      const Pages pages = pages_of(at, end, kPage);
      EXPECT_EQ(pages.begin, next_page);
      EXPECT_LE(pages.begin, pages.end);
      next_page = pages.end;
      at = end;
    }
  }
}

}  // namespace
}  // namespace muster::teams
