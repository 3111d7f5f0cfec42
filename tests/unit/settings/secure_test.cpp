// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Secure execution (AT_SECURE): the environment belongs to somebody with fewer rights than the program.
#include <gtest/gtest.h>

#include "loaded.h"

namespace muster::settings {
namespace {

TEST(Secure, NoFileOrLibraryOrProfileIsTaken) {
  const Loaded loaded = load_from(
      {"OMP_TOOL_LIBRARIES=/evil.so", "OMP_TOOL_VERBOSE_INIT=/etc/passwd", "MUSTER_PROFILE=/evil",
       "MUSTER_CGROUP_ROOT=/evil", "MUSTER_LEDGER=/evil", "MUSTER_CHECK_FILE=/evil", "MUSTER_NEIGHBOURS_FOLDER=/evil"},
      true);
  EXPECT_TRUE(loaded.global().secure);
  EXPECT_TRUE(loaded.global().tool_libraries.empty());
  EXPECT_TRUE(loaded.global().tool_verbose_file.empty());
  EXPECT_EQ(loaded.global().tool_verbose_init, ToolVerbose::disabled);
  EXPECT_TRUE(loaded.global().profile.empty());
  EXPECT_TRUE(loaded.global().cgroup_root.empty());
  EXPECT_TRUE(loaded.global().ledger.empty());
  EXPECT_TRUE(loaded.global().check_file.empty());
  EXPECT_TRUE(loaded.global().neighbours_folder.empty());
  for (const Origin& origin : loaded.settings.origins) EXPECT_TRUE(origin.name.empty()) << origin.name;
  EXPECT_EQ(loaded.warnings.size(), 7U);
}

TEST(Secure, SaysWhy) {
  const Loaded loaded = load_from({"MUSTER_PROFILE=/p"}, true);
  ASSERT_EQ(loaded.warnings.size(), 1U);
  EXPECT_EQ(loaded.warnings[0],
            "OMP: Warning #42: muster: MUSTER_PROFILE: read \"/p\", which is not honoured in secure execution; using "
            "the default "
            "(none)\n");
}

TEST(Secure, TheRestIsHonoured) {
  const Loaded loaded =
      load_from({"OMP_NUM_THREADS=3", "OMP_TOOL_VERBOSE_INIT=stderr", "OMP_AFFINITY_FORMAT=%n"}, true);
  EXPECT_TRUE(loaded.clean);
  EXPECT_EQ(loaded->num_threads[0], 3);
  EXPECT_EQ(loaded.global().tool_verbose_init, ToolVerbose::to_stderr);
  EXPECT_EQ(loaded.global().affinity_format.view(), "%n");
}

TEST(Secure, OtherwiseTheyAreTaken) {
  const Loaded loaded = load_from({"MUSTER_PROFILE=/p"}, false);
  EXPECT_TRUE(loaded.clean);
  EXPECT_FALSE(loaded.global().secure);
  EXPECT_STREQ(loaded.global().profile.chars, "/p");
}

}  // namespace
}  // namespace muster::settings
