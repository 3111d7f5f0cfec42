// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flags and choices.
#include <gtest/gtest.h>

#include "loaded.h"

namespace muster::settings {
namespace {

class TrueWords : public testing::TestWithParam<const char*> {};
class FalseWords : public testing::TestWithParam<const char*> {};

TEST_P(TrueWords, TurnAFlagOn) {
  const Loaded loaded = load_from({std::string("OMP_CANCELLATION=") + GetParam()});
  EXPECT_TRUE(loaded.clean);
  EXPECT_TRUE(loaded.global().cancellation);
}
TEST_P(FalseWords, TurnAFlagOff) {
  const Loaded loaded = load_from({std::string("KMP_WARNINGS=") + GetParam()});
  EXPECT_TRUE(loaded.clean);
  EXPECT_FALSE(loaded.global().warnings);
}
INSTANTIATE_TEST_SUITE_P(Words, TrueWords,
                         testing::Values("true", "TRUE", "True", " true ", "1", "yes", "on", "t", "y", ".TRUE.", ".t.",
                                         "enabled"));
INSTANTIATE_TEST_SUITE_P(Words, FalseWords,
                         testing::Values("false", "FALSE", " False\t", "0", "no", "off", "f", "n", ".false.", ".F.",
                                         "disabled"));

TEST(Words, WhatIsNoBooleanLeavesTheDefault) {
  for (const char* value : {"2", "maybe", "truee", "tru", "true false", "-1", "true,"}) {
    const Loaded loaded = load_from({std::string("OMP_DYNAMIC=") + value});
    EXPECT_FALSE(loaded.clean) << value;
    EXPECT_FALSE(loaded->dynamic) << value;
    EXPECT_EQ(loaded.warnings.size(), 1U) << value;
  }
}

TEST(Words, Dynamic) { EXPECT_TRUE(load_from({"OMP_DYNAMIC=true"})->dynamic); }

TEST(Words, WaitPolicy) {
  EXPECT_EQ(load_from({}).global().wait_policy, WaitPolicy::unset);
  EXPECT_EQ(load_from({"OMP_WAIT_POLICY=Active"}).global().wait_policy, WaitPolicy::active);
  EXPECT_EQ(load_from({"OMP_WAIT_POLICY=passive"}).global().wait_policy, WaitPolicy::passive);
}

TEST(Words, TargetOffload) {
  EXPECT_EQ(load_from({}).global().target_offload, TargetOffload::default_);
  EXPECT_EQ(load_from({"OMP_TARGET_OFFLOAD=disabled"}).global().target_offload, TargetOffload::disabled);
  EXPECT_EQ(load_from({"OMP_TARGET_OFFLOAD=mandatory"}).global().target_offload, TargetOffload::mandatory);
}

TEST(Words, Library) {
  EXPECT_EQ(load_from({"KMP_LIBRARY=turnaround"}).global().library, Library::turnaround);
  EXPECT_EQ(load_from({"KMP_LIBRARY=serial"}).global().library, Library::serial);
  EXPECT_EQ(load_from({"KMP_LIBRARY=throughput"}).global().library, Library::throughput);
}

TEST(Words, DynamicModeMayHaveABlank) {
  EXPECT_EQ(load_from({"KMP_DYNAMIC_MODE=load balance"}).global().dynamic_mode, DynamicMode::load_balance);
  EXPECT_EQ(load_from({"KMP_DYNAMIC_MODE=thread_limit"}).global().dynamic_mode, DynamicMode::thread_limit);
  EXPECT_EQ(load_from({"KMP_DYNAMIC_MODE=RANDOM"}).global().dynamic_mode, DynamicMode::random);
}

TEST(Words, RacesMayHaveASeed) {
  EXPECT_EQ(load_from({}).global().races, Races::automatic);
  EXPECT_EQ(load_from({"MUSTER_RACES=deep"}).global().races, Races::deep);
  EXPECT_EQ(load_from({"MUSTER_RACES=deep"}).global().races_seed, 0U);
  EXPECT_EQ(load_from({"MUSTER_RACES=Deep : 4294967295"}).global().races_seed, 4294967295U);
  for (const char* wrong : {"MUSTER_RACES=deep:", "MUSTER_RACES=deep:x", "MUSTER_RACES=deep:4294967296",
                            "MUSTER_RACES=deep 7", "MUSTER_RACES=auto:7", "MUSTER_RACES=deep:7,8"}) {
    EXPECT_EQ(load_from({wrong}).global().races, Races::automatic) << wrong;
    EXPECT_EQ(load_from({wrong}).global().races_seed, 0U) << wrong;
  }
}

TEST(Words, DisplayEnv) {
  EXPECT_EQ(load_from({}).global().display_env, DisplayKind::none);
  EXPECT_EQ(load_from({"OMP_DISPLAY_ENV=true"}).global().display_env, DisplayKind::standard);
  EXPECT_EQ(load_from({"OMP_DISPLAY_ENV=1"}).global().display_env, DisplayKind::standard);
  EXPECT_EQ(load_from({"OMP_DISPLAY_ENV=Verbose"}).global().display_env, DisplayKind::verbose);
  EXPECT_EQ(load_from({"OMP_DISPLAY_ENV=false"}).global().display_env, DisplayKind::none);
}

TEST(Words, ToolAndDebug) {
  EXPECT_TRUE(load_from({}).global().tool);
  EXPECT_FALSE(load_from({"OMP_TOOL=disabled"}).global().tool);
  EXPECT_TRUE(load_from({"OMP_DEBUG=Enabled"}).global().debug);
  EXPECT_TRUE(load_from({"GOMP_DEBUG=1"}).global().debug_output);
}

}  // namespace
}  // namespace muster::settings
