// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers, sizes, times and counts.
#include <gtest/gtest.h>

#include <limits>

#include "loaded.h"

namespace muster::settings {
namespace {

constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();

std::uint64_t stack_of(const char* variable) {
  const Loaded loaded = load_from({variable});
  EXPECT_TRUE(loaded.clean) << variable;
  return loaded.global().stack_size_bytes;
}

std::int64_t blocktime_of(const char* value) {
  const Loaded loaded = load_from({std::string("KMP_BLOCKTIME=") + value});
  EXPECT_TRUE(loaded.clean) << value;
  EXPECT_TRUE(loaded.global().blocktime_set) << value;
  return loaded.global().blocktime_ns;
}

TEST(Integers, AreReadWithinTheirBounds) {
  EXPECT_EQ(load_from({"OMP_NUM_TEAMS= 7 "}).global().num_teams, 7);
  EXPECT_EQ(load_from({"OMP_TEAMS_THREAD_LIMIT=+12"}).global().teams_thread_limit, 12);
  EXPECT_EQ(load_from({"KMP_TEAMS_THREAD_LIMIT=12"}).global().teams_total_thread_limit, 12);
  EXPECT_EQ(load_from({"OMP_MAX_TASK_PRIORITY=0"}).global().max_task_priority, 0);
  EXPECT_EQ(load_from({"OMP_MAX_TASK_PRIORITY=2147483647"}).global().max_task_priority, kLargest);
  EXPECT_EQ(load_from({"OMP_DEFAULT_DEVICE=3"})->default_device, 3);
  EXPECT_EQ(load_from({"OMP_MAX_ACTIVE_LEVELS=0"})->max_active_levels, 0);
  EXPECT_EQ(load_from({"OMP_MAX_ACTIVE_LEVELS=255"})->max_active_levels, 255);
  EXPECT_EQ(load_from({"OMP_THREAD_LIMIT=9"})->thread_limit, 9);
}

TEST(Integers, OtherThingsAreRefused) {
  for (const char* value : {"0", "-1", "1.5", "1e3", "0x10", "4 5", "4,", "four", "+", "- 1"}) {
    const Loaded loaded = load_from({std::string("OMP_NUM_TEAMS=") + value});
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
    EXPECT_EQ(loaded.global().num_teams, 0) << value;
  }
  EXPECT_EQ(load_from({"OMP_DEFAULT_DEVICE=-1"})->default_device, 0);
}

TEST(Integers, AboveTheLargestTheLargestIsTaken) {
  for (const char* value : {"256", "2147483648", "4294967297", "18446744073709551617"}) {
    const Loaded loaded = load_from({std::string("OMP_MAX_ACTIVE_LEVELS=") + value});
    EXPECT_EQ(loaded->max_active_levels, kSupportedActiveLevels) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
  const Loaded loaded = load_from({"OMP_THREAD_LIMIT=99999999999"});
  EXPECT_EQ(loaded->thread_limit, kLargest);
  EXPECT_EQ(loaded.warnings.size(), 1U);
}

TEST(StackSize, UnitsAreOfOneThousandTwentyFour) {
  EXPECT_EQ(load_from({}).global().stack_size_bytes, 0U);
  EXPECT_EQ(stack_of("OMP_STACKSIZE=20000"), 20000U * 1024);
  EXPECT_EQ(stack_of("OMP_STACKSIZE=32768B"), 32768U);
  EXPECT_EQ(stack_of("OMP_STACKSIZE=512k"), 512U * 1024);
  EXPECT_EQ(stack_of("OMP_STACKSIZE= 10 M "), 10U << 20U);
  EXPECT_EQ(stack_of("OMP_STACKSIZE=2G"), std::uint64_t{2} << 30U);
  EXPECT_EQ(stack_of("OMP_STACKSIZE=1t"), std::uint64_t{1} << 40U);
}

TEST(StackSize, AUnitMayEndInB) {
  EXPECT_EQ(stack_of("OMP_STACKSIZE=32MB"), 32U << 20U);
  EXPECT_EQ(stack_of("KMP_STACKSIZE=64 mb"), 64U << 20U);
  EXPECT_EQ(stack_of("GOMP_STACKSIZE=512kB"), 512U * 1024);
  for (const char* value : {"1bb", "1mm", "1mbb", "1mib"}) {
    const Loaded loaded = load_from({std::string("OMP_STACKSIZE=") + value});
    EXPECT_EQ(loaded.global().stack_size_bytes, 0U) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

TEST(StackSize, OnlyKmpCountsInBytes) {
  EXPECT_EQ(stack_of("GOMP_STACKSIZE=64"), 64U * 1024);
  EXPECT_EQ(stack_of("KMP_STACKSIZE=1000000"), 1000000U);
  EXPECT_EQ(stack_of("KMP_STACKSIZE=64k"), 64U * 1024);
}

TEST(StackSize, TooSmallIsRaised) {
  const Loaded loaded = load_from({"OMP_STACKSIZE=1"});
  EXPECT_EQ(loaded.global().stack_size_bytes, 16384U);
  EXPECT_EQ(loaded.warnings.size(), 1U);
}

TEST(StackSize, OtherThingsAreRefused) {
  for (const char* value : {"0", "10X", "10KBB", "M", "-1M", "10 M M", "1.5M", "99999999999T", "9223372036854775808B",
                            "18446744073709551617"}) {
    const Loaded loaded = load_from({std::string("OMP_STACKSIZE=") + value});
    EXPECT_EQ(loaded.global().stack_size_bytes, 0U) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

TEST(Blocktime, IsInMillisecondsWithoutAUnit) {
  EXPECT_EQ(blocktime_of("0"), 0);
  EXPECT_EQ(blocktime_of("200"), 200'000'000);
  EXPECT_EQ(blocktime_of("10us"), 10'000);
  EXPECT_EQ(blocktime_of("10 MS"), 10'000'000);
  EXPECT_EQ(blocktime_of("Infinite"), kBlocktimeInfinite);
  EXPECT_EQ(blocktime_of("INFINITY"), kBlocktimeInfinite);
}

TEST(Blocktime, LibompsLargestMeansInfinite) {
  EXPECT_EQ(blocktime_of("2147483646"), 2147483646LL * 1'000'000);
  EXPECT_EQ(blocktime_of("2147483647"), kBlocktimeInfinite);
  EXPECT_EQ(blocktime_of("99999999999999999999"), kBlocktimeInfinite);
  EXPECT_EQ(blocktime_of("2147483647us"), 2147483647LL * 1'000);
  EXPECT_EQ(blocktime_of("18446744073709551615us"), kBlocktimeInfinite);
}

TEST(Blocktime, RemembersTheUnit) {
  EXPECT_TRUE(load_from({"KMP_BLOCKTIME=10us"}).global().blocktime_in_us);
  EXPECT_FALSE(load_from({"KMP_BLOCKTIME=10ms"}).global().blocktime_in_us);
  EXPECT_FALSE(load_from({"KMP_BLOCKTIME=10"}).global().blocktime_in_us);
}

TEST(Blocktime, OtherThingsAreRefused) {
  for (const char* value : {"-1", "1s", "ms", "us", "infinitely", "1 0"}) {
    const Loaded loaded = load_from({std::string("KMP_BLOCKTIME=") + value});
    EXPECT_EQ(loaded.global().blocktime_ns, kDefaultBlocktimeNs) << value;
    EXPECT_FALSE(loaded.global().blocktime_set) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

TEST(SpinCount, SuffixesAreDecimal) {
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=300000"}).global().spin_count, 300000U);
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=3k"}).global().spin_count, 3000U);
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=3M"}).global().spin_count, 3000000U);
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=3 g"}).global().spin_count, 3000000000U);
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=3T"}).global().spin_count, 3000000000000U);
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=infinite"}).global().spin_count, kSpinCountInfinite);
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=99999999999999T"}).global().spin_count, kSpinCountInfinite);
}

TEST(SpinCount, IsTakenAsTenNanosecondsATurn) {
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=300000"}).global().blocktime_ns, 3'000'000);
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=0"}).global().blocktime_ns, 0);
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=infinity"}).global().blocktime_ns, kBlocktimeInfinite);
  EXPECT_EQ(load_from({"GOMP_SPINCOUNT=2000000000T"}).global().blocktime_ns, kBlocktimeInfinite);
}

TEST(SpinCount, OtherThingsAreRefused) {
  for (const char* value : {"-1", "k", "3x", "3_", "3kk", "3 k 1"}) {
    const Loaded loaded = load_from({std::string("GOMP_SPINCOUNT=") + value});
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
    EXPECT_FALSE(loaded.global().blocktime_set) << value;
  }
}

}  // namespace
}  // namespace muster::settings
