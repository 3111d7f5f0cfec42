// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one line that a bad value gives.
#include <gtest/gtest.h>

#include "loaded.h"

namespace muster::settings {
namespace {

std::string warning_of(const std::string& variable) {
  const Loaded loaded = load_from({variable});
  EXPECT_FALSE(loaded.clean) << variable;
  EXPECT_EQ(loaded.warnings.size(), 1U) << variable;
  return loaded.warnings.empty() ? "" : loaded.warnings[0];
}

TEST(Warnings, NameVariableAndValueReadAndValueUsed) {
  EXPECT_EQ(warning_of("OMP_NUM_THREADS=abc"),
            "OMP: Warning #42: muster: OMP_NUM_THREADS: read \"abc\", which is not a list of positive integers; using "
            "the default "
            "(one thread for each available CPU)\n");
  EXPECT_EQ(warning_of("OMP_DYNAMIC=maybe"),
            "OMP: Warning #42: muster: OMP_DYNAMIC: read \"maybe\", which is not TRUE or FALSE; using FALSE\n");
  EXPECT_EQ(warning_of("OMP_SCHEDULE=dynamo"),
            "OMP: Warning #42: muster: OMP_SCHEDULE: read \"dynamo\", which is not [monotonic: or nonmonotonic:] "
            "static, dynamic, "
            "guided or auto [, positive chunk]; using the default (DYNAMIC in code of GCC, STATIC in code of Clang)\n");
  EXPECT_EQ(warning_of("OMP_STACKSIZE=10X"),
            "OMP: Warning #42: muster: OMP_STACKSIZE: read \"10X\", which is not a positive size with unit B, K, M, G "
            "or T; using "
            "the default (the system's default)\n");
  EXPECT_EQ(
      warning_of("OMP_PLACES={0"),
      "OMP: Warning #80: muster: OMP_PLACES: read \"{0\", which ends too early for a list of places or one of threads, "
      "cores, ll_caches, "
      "numa_domains, sockets; using cores\n");
  EXPECT_EQ(
      warning_of("OMP_WAIT_POLICY=lazy"),
      "OMP: Warning #42: muster: OMP_WAIT_POLICY: read \"lazy\", which is not ACTIVE or PASSIVE; using the default "
      "(neither)\n");
  EXPECT_EQ(warning_of("KMP_BLOCKTIME=-1"),
            "OMP: Warning #42: muster: KMP_BLOCKTIME: read \"-1\", which is not a number with unit us or ms, or "
            "INFINITE; using "
            "3ms\n");
  EXPECT_EQ(warning_of("KMP_PLAIN_BARRIER_PATTERN=tree,"),
            "OMP: Warning #42: muster: KMP_PLAIN_BARRIER_PATTERN: read \"tree,\", which is not a barrier or "
            "gather,release; using "
            "the default (chosen)\n");
}

TEST(Warnings, SayWhatAnAdjustedValueBecame) {
  EXPECT_EQ(warning_of("OMP_MAX_ACTIVE_LEVELS=9999"),
            "OMP: Warning #80: muster: OMP_MAX_ACTIVE_LEVELS: read \"9999\", which is too large; using 255\n");
  EXPECT_EQ(warning_of("OMP_STACKSIZE=1"),
            "OMP: Warning #80: muster: OMP_STACKSIZE: read \"1\", which is too small; using 16K\n");
  EXPECT_EQ(warning_of("OMP_NUM_THREADS=1,1,1,1,1,1,1,1,1"),
            "OMP: Warning #80: muster: OMP_NUM_THREADS: read \"1,1,1,1,1,1,1,1,1\", which has more levels than are "
            "kept; using "
            "1,1,1,1,1,1,1,1\n");
  EXPECT_EQ(
      warning_of("OMP_SCHEDULE=guided,4294967296"),
      "OMP: Warning #80: muster: OMP_SCHEDULE: read \"guided,4294967296\", which has a chunk that is too large; using "
      "GUIDED,2147483647\n");
}

TEST(Warnings, NameARangeOnBothSides) {
  EXPECT_EQ(warning_of("KMP_DISP_NUM_BUFFERS=0"),
            "OMP: Warning #80: muster: KMP_DISP_NUM_BUFFERS: read \"0\", which is too small; using 1\n");
  EXPECT_EQ(warning_of("KMP_DISP_NUM_BUFFERS=4097"),
            "OMP: Warning #80: muster: KMP_DISP_NUM_BUFFERS: read \"4097\", which is too large; using 4096\n");
  EXPECT_EQ(
      warning_of("KMP_DISP_NUM_BUFFERS=-1"),
      "OMP: Warning #42: muster: KMP_DISP_NUM_BUFFERS: read \"-1\", which is not an integer from 1 to 4096; using "
      "7\n");
  EXPECT_EQ(warning_of("LIBOMP_NUM_HIDDEN_HELPER_THREADS=17"),
            "OMP: Warning #80: muster: LIBOMP_NUM_HIDDEN_HELPER_THREADS: read \"17\", which is too large; using 16\n");
}

TEST(Warnings, SayWhatIsUsedAfterAllVariablesAreRead) {
  const Loaded loaded =
      load_from({"OMP_MAX_ACTIVE_LEVELS=x", "OMP_NESTED=true", "KMP_BLOCKTIME=x", "OMP_WAIT_POLICY=active"});
  ASSERT_EQ(loaded.warnings.size(), 2U);
  EXPECT_EQ(loaded.warnings[0],
            "OMP: Warning #42: muster: OMP_MAX_ACTIVE_LEVELS: read \"x\", which is not an integer from 0 to 255; using "
            "255\n");
  EXPECT_EQ(loaded.warnings[1],
            "OMP: Warning #42: muster: KMP_BLOCKTIME: read \"x\", which is not a number with unit us or ms, or "
            "INFINITE; using "
            "INFINITE\n");
}

TEST(Warnings, RepeatOnlyTheHeadOfALongValue) {
  EXPECT_EQ(warning_of("OMP_DYNAMIC=" + std::string(5000, 'x')),
            "OMP: Warning #42: muster: OMP_DYNAMIC: read \"" + std::string(64, 'x') +
                "...\", which is not TRUE or FALSE; using FALSE\n");
}

TEST(Warnings, DoNotCutInsideACharacter) {
  const std::string value = std::string(63, 'x') + "\u00e9" + std::string(10, 'x');
  EXPECT_EQ(warning_of("OMP_DYNAMIC=" + value), "OMP: Warning #42: muster: OMP_DYNAMIC: read \"" +
                                                    std::string(63, 'x') +
                                                    "...\", which is not TRUE or FALSE; using FALSE\n");
}

TEST(Warnings, StayOnOneLineWhateverTheValue) {
  EXPECT_EQ(
      warning_of("OMP_DYNAMIC=a\nmuster: b\x1b[2Jc\x7f"),
      "OMP: Warning #42: muster: OMP_DYNAMIC: read \"a muster: b?[2Jc?\", which is not TRUE or FALSE; using FALSE\n");
}

TEST(Warnings, CanBeSilenced) {
  for (const char* off : {"KMP_WARNINGS=0", "KMP_WARNINGS=false", "KMP_WARNINGS=off"}) {
    const Loaded loaded = load_from({"OMP_DYNAMIC=maybe", "OMP_NUM_THREADS=abc", off});
    EXPECT_FALSE(loaded.clean) << off;
    EXPECT_TRUE(loaded.warnings.empty()) << off;
  }
  EXPECT_EQ(load_from({"OMP_DYNAMIC=maybe", "KMP_WARNINGS=1"}).warnings.size(), 1U);
}

TEST(Warnings, ComeOncePerVariableInTheOrderOfTheTable) {
  const Loaded loaded = load_from({"KMP_BLOCKTIME=x", "OMP_SCHEDULE=x", "OMP_DYNAMIC=x", "OMP_DYNAMIC_ALL=z"});
  ASSERT_EQ(loaded.warnings.size(), 4U);
  EXPECT_NE(loaded.warnings[0].find("OMP_DYNAMIC: read \"x\""), std::string::npos);
  EXPECT_NE(loaded.warnings[1].find("OMP_DYNAMIC_ALL: read \"z\""), std::string::npos);
  EXPECT_NE(loaded.warnings[2].find("OMP_SCHEDULE"), std::string::npos);
  EXPECT_NE(loaded.warnings[3].find("KMP_BLOCKTIME"), std::string::npos);
}

TEST(Warnings, OfLaterLayersHaveTheSameForm) {
  std::vector<std::string> lines;
  complain({append_to_lines, &lines}, "MUSTER_BARRIER", "foo,foo", "which is not a barrier", "dissemination");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(
      lines[0],
      "OMP: Warning #42: muster: MUSTER_BARRIER: read \"foo,foo\", which is not a barrier; using dissemination\n");
}

TEST(Warnings, ANullSinkDiscardsThem) {
  TestEnvironment environment({"OMP_DYNAMIC=maybe"});
  Settings settings;
  char memory[64];
  EXPECT_FALSE(load(settings, environment.data(), false, memory, {}));
}

}  // namespace
}  // namespace muster::settings
