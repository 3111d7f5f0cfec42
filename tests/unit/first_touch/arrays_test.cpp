// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays from touches and uses, on machines of 2 to 512 threads; the cases are those of `muster memory`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "made.h"

namespace muster::first_touch {
namespace {

constexpr unsigned kPages = 1024;

Array only(const std::vector<Array>& arrays) {
  EXPECT_EQ(arrays.size(), 1U);
  return arrays.empty() ? Array{} : arrays[0];
}

struct Shape {
  unsigned threads;
  unsigned nodes;

  unsigned owner(unsigned page) const { return page * threads / kPages; }
  std::int16_t node(unsigned thread) const { return static_cast<std::int16_t>(thread * nodes / threads); }
};

class OnMachines : public testing::TestWithParam<Shape> {};
INSTANTIATE_TEST_SUITE_P(Arrays, OnMachines, testing::Values(Shape{2, 2}, Shape{64, 8}, Shape{512, 16}));

TEST_P(OnMachines, WhatOneThreadTouchedAndAllUseIsToBeInitialisedInParallel) {
  Made made;
  made.touch_pages(kBegin, kPages, one);
  for (unsigned page = 0; page < kPages; ++page) {
    const unsigned user = GetParam().owner(page);
    made.look(kBegin + page * kPageBytes + 8, {user}, 0, GetParam().node(user));
  }
  const Array array = only(made.arrays());
  EXPECT_EQ(advice_for(array), Advice::initialise_in_parallel);
  EXPECT_EQ(array.users, GetParam().threads);
  // All but the first node's part.
  EXPECT_EQ(array.remote_uses, kPages - kPages / GetParam().nodes);
  EXPECT_EQ(array.known_uses, kPages);
}

TEST_P(OnMachines, WhatEachThreadTouchedForItselfIsRight) {
  Made made;
  made.touch_pages(kBegin, kPages, [](unsigned page) { return GetParam().owner(page); });
  for (unsigned page = 0; page < kPages; ++page) {
    const unsigned user = GetParam().owner(page);
    made.look(kBegin + page * kPageBytes, {user}, GetParam().node(user), GetParam().node(user));
  }
  const Array array = only(made.arrays());
  EXPECT_EQ(advice_for(array), Advice::none);
  EXPECT_FALSE(is_touched_by_one(array));
  EXPECT_EQ(array.touchers, GetParam().threads);
  EXPECT_EQ(array.remote_uses, 0U);
}

TEST(Arrays, OneThreadsOwnIsRight) {
  Made made;
  made.touch_pages(kBegin, kPages, [](unsigned) { return 3; });
  for (unsigned page = 0; page < kPages; ++page) made.look(kBegin + page * kPageBytes, {3});
  EXPECT_EQ(advice_for(only(made.arrays())), Advice::none);
}

TEST(Arrays, WhatAllThreadsUseAllOfIsToBeInterleaved) {
  Made made;
  made.touch_pages(kBegin, kPages, one);
  for (unsigned page = 0; page < kPages; ++page) made.look(kBegin + page * kPageBytes, {0, 1, 2, 3});
  const Array array = only(made.arrays());
  EXPECT_EQ(advice_for(array), Advice::interleave);
  EXPECT_EQ(array.looks, kPages);
  EXPECT_EQ(array.uses, 4 * kPages);
}

TEST(Arrays, TooFewLooksAdviseNothing) {
  Made made;
  made.touch_pages(kBegin, kPages, one);
  for (unsigned look = 0; look + 1 < kLeastLooks; ++look) made.look(kBegin, {1});
  EXPECT_EQ(advice_for(only(made.arrays())), Advice::not_seen_enough);
  made.look(kBegin, {1});
  EXPECT_EQ(advice_for(only(made.arrays())), Advice::initialise_in_parallel);
}

TEST(Arrays, LooksBesideAnArrayAreNotIts) {
  Made made;
  made.touch_pages(kBegin, kPages, one);
  made.look(kBegin - 8, {1});
  made.look(kBegin + kPages * kPageBytes, {1});
  EXPECT_EQ(only(made.arrays()).looks, 0U);
}

TEST(Arrays, AreToldApartByTheFunctionThatTouchesThem) {
  Made made;
  made.touch_pages(kBegin, kPages, one, [](unsigned) { return 1; });
  made.touch_pages(kBegin + kPages * kPageBytes, 2 * kPages, one, [](unsigned) { return 2; });
  const std::vector<Array> found = made.arrays();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].code, 2U);
  EXPECT_EQ(found[0].bytes(), 2 * kPages * kPageBytes);
  EXPECT_EQ(found[1].code, 1U);
  EXPECT_EQ(found[1].end, found[0].begin);
}

TEST(Arrays, LoopsOfOneFunctionAreToldApartAndTheInstructionsOfALoopAreNot) {
  Made made;
  // An unrolled loop's stores take turns; the last one alone touches many pages.
  made.touch_pages(kBegin, kPages, one, [](unsigned page) { return page % 3 == 0 ? 1 : 2; });
  made.touch_pages(kBegin + kPages * kPageBytes, kPages, one, [](unsigned) { return 3; });
  const std::vector<Array> found = made.arrays({0, 7, 7, 7});
  ASSERT_EQ(found.size(), 2U);
  for (const Array& array : found) EXPECT_EQ(array.bytes(), kPages * kPageBytes);
  EXPECT_THAT((std::vector{found[0].code, found[1].code}), testing::UnorderedElementsAre(2, 3));
}

TEST(Arrays, SmallOnesAreLeftOut) {
  Made made;
  made.touch_pages(kBegin, 255, one);
  EXPECT_TRUE(made.arrays().empty());
  made.touch_pages(kBegin, 256, one);
  EXPECT_EQ(made.arrays().size(), 1U);
}

TEST(Arrays, PagesTouchedHereAndThereAreNone) {
  Made made;
  for (unsigned number = 0; number < 30; ++number) made.touch(kBegin + number * 100 * kPageBytes, 0);
  EXPECT_TRUE(made.arrays().empty());
}

TEST(Arrays, AFaultOfAHugePageBringsAllOfIt) {
  Made made;
  for (unsigned number = 0; number < 8; ++number) {
    made.touch(kBegin + number * kHugeBytes, static_cast<std::uint16_t>(number % 2));
  }
  made.look(kBegin + kHugeBytes + 5 * kPageBytes, {0});
  made.look(kBegin + 8 * kHugeBytes - 8, {0});
  const Array array = only(made.arrays());
  EXPECT_EQ(array.bytes(), 8 * kHugeBytes);
  EXPECT_EQ(array.looks, 2U);
}

TEST(Arrays, TheLargestAreKept) {
  Made made;
  constexpr unsigned kMore = Arrays::kMost + 5;
  for (unsigned number = 0; number < kMore; ++number) {
    made.touch_pages(kBegin + number * 4 * kHugeBytes, 256 + number, one);
  }
  const std::vector<Array> found = made.arrays();
  ASSERT_EQ(found.size(), Arrays::kMost);
  EXPECT_EQ(made.left_out(), 5U);
  EXPECT_EQ(found.front().pages, 256U + kMore - 1);
  EXPECT_EQ(found.back().pages, 256U + 5);
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end(),
                             [](const Array& larger, const Array& smaller) { return larger.pages > smaller.pages; }));
}

TEST(Touches, TheLastTouchOfAPageCounts) {
  Made made;
  made.touch_pages(kBegin, kPages, one);
  made.touch_pages(kBegin, kPages, [](unsigned) { return 2; });
  const Array array = only(made.arrays());
  EXPECT_EQ(array.toucher, 2U);
  EXPECT_EQ(array.pages, kPages);
}

TEST(Touches, PickedWordsAreInTouchedPages) {
  Made made;
  std::uint64_t number = 0;
  const auto next = [&number] { return number = number * 6364136223846793005U + 1442695040888963407U, number >> 33; };
  EXPECT_EQ(made.touches().pick(next), 0U);
  made.touch_pages(kBegin, 5, one);
  int found = 0;
  for (int i = 0; i < 1000; ++i) {
    if (const std::uint64_t word = made.touches().pick(next); word != 0) {
      ++found;
      EXPECT_GE(word, kBegin);
      EXPECT_LT(word, kBegin + 5 * kPageBytes);
      EXPECT_EQ(word % 8, 0U);
    }
  }
  EXPECT_GT(found, 100);
}

}  // namespace
}  // namespace muster::first_touch
