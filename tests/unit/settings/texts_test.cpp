// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that are kept as text, and the memory that keeps them.
#include <gtest/gtest.h>

#include "loaded.h"

namespace muster::settings {
namespace {

TEST(Texts, AreKeptWithoutBlanksAround) {
  const Loaded loaded = load_from({"OMP_AFFINITY_FORMAT=  %n of %N  ", "OMP_TOOL_LIBRARIES=/a/libt.so:/b",
                                   "KMP_AFFINITY=granularity=fine,compact", "KMP_HW_SUBSET=1s,4c,1t",
                                   "MUSTER_PROFILE=/p", "MUSTER_CGROUP_ROOT=/fixture"});
  EXPECT_TRUE(loaded.clean);
  EXPECT_EQ(loaded.global().affinity_format.view(), "%n of %N");
  EXPECT_EQ(loaded.global().tool_libraries.view(), "/a/libt.so:/b");
  EXPECT_EQ(loaded.global().affinity_policy.text.view(), "granularity=fine,compact");
  EXPECT_EQ(loaded.global().hw_subset.text.view(), "1s,4c,1t");
  EXPECT_STREQ(loaded.global().profile.chars, "/p");
  EXPECT_STREQ(loaded.global().cgroup_root.chars, "/fixture");
}

TEST(Texts, TheDefaultFormatIsLibomps) {
  EXPECT_STREQ(load_from({}).global().affinity_format.chars, "OMP: pid %P tid %i thread %n bound to OS proc set {%A}");
}

TEST(Texts, DoNotChangeWithTheEnvironment) {
  TestEnvironment environment({"MUSTER_PROFILE=/p", "OMP_PLACES={0}", "OMP_DYNAMIC=true", "OMP_NUM_THREADS_ALL=3"});
  const Loaded loaded = load_from(environment);
  environment.overwrite();
  EXPECT_STREQ(loaded.global().profile.chars, "/p");
  EXPECT_EQ(loaded.global().places.text.view(), "{0}");
  EXPECT_EQ(loaded.settings.origin(Variable::dynamic).value.view(), "true");
  EXPECT_EQ(loaded.settings.origin(Variable::dynamic).name, "OMP_DYNAMIC");
  EXPECT_EQ(loaded.settings.origin(Variable::num_threads).name, "OMP_NUM_THREADS_ALL");
}

TEST(Texts, WhatDoesNotFitIsNotHonoured) {
  TestEnvironment environment({"MUSTER_PROFILE=/123456", "MUSTER_CGROUP_ROOT=/123456789"});
  const Loaded loaded = load_from(environment, false, 11);
  EXPECT_FALSE(loaded.clean);
  EXPECT_STREQ(loaded.global().cgroup_root.chars, "/123456789");
  EXPECT_TRUE(loaded.global().profile.empty());
  ASSERT_EQ(loaded.warnings.size(), 1U);
  EXPECT_EQ(
      loaded.warnings[0],
      "OMP: Warning #42: muster: MUSTER_PROFILE: read \"/123456\", which is longer than this runtime keeps; using the "
      "default (none)\n");
}

TEST(Texts, NoMemoryMeansDefaults) {
  TestEnvironment environment({"OMP_NUM_THREADS=3", "OMP_SCHEDULE_ALL=dynamic"});
  const Loaded loaded = load_from(environment, false, 0);
  EXPECT_EQ(loaded->num_threads_count, 0);
  EXPECT_EQ(loaded->run_schedule.kind, ScheduleKind::static_);
  EXPECT_FALSE(loaded.clean);
  EXPECT_EQ(loaded.warnings.size(), 2U);
}

TEST(Texts, ToolVerboseInit) {
  EXPECT_EQ(load_from({}).global().tool_verbose_init, ToolVerbose::disabled);
  EXPECT_EQ(load_from({"OMP_TOOL_VERBOSE_INIT=Disabled"}).global().tool_verbose_init, ToolVerbose::disabled);
  EXPECT_EQ(load_from({"OMP_TOOL_VERBOSE_INIT=stdout"}).global().tool_verbose_init, ToolVerbose::to_stdout);
  EXPECT_EQ(load_from({"OMP_TOOL_VERBOSE_INIT=STDERR"}).global().tool_verbose_init, ToolVerbose::to_stderr);
  const Loaded loaded = load_from({"OMP_TOOL_VERBOSE_INIT=/tmp/Log"});
  EXPECT_EQ(loaded.global().tool_verbose_init, ToolVerbose::to_file);
  EXPECT_STREQ(loaded.global().tool_verbose_file.chars, "/tmp/Log");
}

TEST(Texts, DuplicateLibOkIsAcceptedSilently) {
  const Loaded loaded = load_from({"KMP_DUPLICATE_LIB_OK=whatever"});
  EXPECT_TRUE(loaded.clean);
  EXPECT_EQ(shown(loaded, "KMP_DUPLICATE_LIB_OK"), "whatever");
}

}  // namespace
}  // namespace muster::settings
