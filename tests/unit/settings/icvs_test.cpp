// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The helpers on the ICVs of a data environment.
#include <gtest/gtest.h>

#include "settings/settings.h"

namespace muster::settings {
namespace {

Icvs with_lists() {
  Icvs icvs;
  icvs.num_threads[0] = 4;
  icvs.num_threads[1] = 3;
  icvs.num_threads[2] = 2;
  icvs.num_threads_count = 3;
  icvs.bind[0] = ProcBind::spread;
  icvs.bind[1] = ProcBind::close;
  icvs.bind_count = 2;
  return icvs;
}

TEST(Icvs, AreThoseOfTheSpecificationWhenNothingIsSet) {
  const Icvs icvs;
  EXPECT_EQ(num_threads_at(icvs, 0), 0);
  EXPECT_EQ(bind_at(icvs, 0), ProcBind::false_);
  EXPECT_EQ(icvs.max_active_levels, 1);
  EXPECT_EQ(icvs.thread_limit, kUnlimitedThreads);
  EXPECT_FALSE(icvs.dynamic);
  EXPECT_EQ(icvs.default_allocator, 1U);
}

TEST(Icvs, DeeperLevelsUseTheLastElement) {
  const Icvs icvs = with_lists();
  EXPECT_EQ(num_threads_at(icvs, -1), 4);
  EXPECT_EQ(num_threads_at(icvs, 0), 4);
  EXPECT_EQ(num_threads_at(icvs, 1), 3);
  EXPECT_EQ(num_threads_at(icvs, 2), 2);
  EXPECT_EQ(num_threads_at(icvs, 7), 2);
  EXPECT_EQ(bind_at(icvs, 1), ProcBind::close);
  EXPECT_EQ(bind_at(icvs, 5), ProcBind::close);
}

TEST(Icvs, InnerRegionsSeeTheListWithoutItsFirstElement) {
  Icvs icvs = inner(with_lists());
  EXPECT_EQ(icvs.num_threads_count, 2);
  EXPECT_EQ(num_threads_at(icvs, 0), 3);
  EXPECT_EQ(num_threads_at(icvs, 1), 2);
  EXPECT_EQ(icvs.bind_count, 1);
  EXPECT_EQ(bind_at(icvs, 0), ProcBind::close);
  icvs = inner(inner(icvs));
  EXPECT_EQ(icvs.num_threads_count, 1);
  EXPECT_EQ(num_threads_at(icvs, 0), 2);
}

TEST(Icvs, AnEmptyListStaysEmpty) { EXPECT_EQ(num_threads_at(inner(Icvs{}), 0), 0); }

TEST(Icvs, SettingTheNumberOfThreadsKeepsInnerLevels) {
  Icvs icvs = with_lists();
  set_num_threads(icvs, 9);
  EXPECT_EQ(num_threads_at(icvs, 0), 9);
  EXPECT_EQ(num_threads_at(icvs, 1), 3);
  Icvs empty;
  set_num_threads(empty, 5);
  EXPECT_EQ(num_threads_at(empty, 0), 5);
  EXPECT_EQ(num_threads_at(inner(empty), 0), 5);
}

}  // namespace
}  // namespace muster::settings
