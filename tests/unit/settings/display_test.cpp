// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_DISPLAY_ENV and KMP_SETTINGS.
#include <gtest/gtest.h>

#include <algorithm>

#include "loaded.h"

namespace muster::settings {
namespace {

using topology::TeamBound;

std::string team_line(const Loaded& loaded, const DefaultTeamNote& team) {
  for (const std::string& line : displayed(loaded.settings, DisplayKind::verbose, team)) {
    if (line.find("MUSTER_DEFAULT_TEAM") != std::string::npos) return line;
  }
  return "";
}

TEST(Display, HasTheFormOfTheSpecification) {
  const std::string format = "  [host] OMP_AFFINITY_FORMAT='" + std::string(kDefaultAffinityFormat) + "'";
  const std::vector<std::string> expected = {"OPENMP DISPLAY ENVIRONMENT BEGIN",
                                             "  _OPENMP='202111'",
                                             "  [host] OMP_DYNAMIC='FALSE'",
                                             "  [host] OMP_NUM_THREADS='2'",
                                             "  [host] OMP_THREAD_LIMIT='2147483647'",
                                             "  [host] OMP_MAX_ACTIVE_LEVELS='1'",
                                             "  [host] OMP_NESTED='FALSE'",
                                             "  [host] OMP_PLACES=''",
                                             "  [host] OMP_PROC_BIND='FALSE'",
                                             "  [host] OMP_SCHEDULE='STATIC'",
                                             "  [host] OMP_STACKSIZE='8M'",
                                             "  [host] OMP_WAIT_POLICY='PASSIVE'",
                                             "  [host] OMP_DISPLAY_AFFINITY='FALSE'",
                                             format,
                                             "  [host] OMP_CANCELLATION='FALSE'",
                                             "  [host] OMP_DEFAULT_DEVICE='0'",
                                             "  [host] OMP_TARGET_OFFLOAD='DEFAULT'",
                                             "  [host] OMP_MAX_TASK_PRIORITY='0'",
                                             "  [host] OMP_TOOL='ENABLED'",
                                             "  [host] OMP_TOOL_LIBRARIES=''",
                                             "  [host] OMP_TOOL_VERBOSE_INIT='DISABLED'",
                                             "  [host] OMP_DEBUG='DISABLED'",
                                             "  [host] OMP_ALLOCATOR='omp_default_mem_alloc'",
                                             "  [host] OMP_NUM_TEAMS='0'",
                                             "  [host] OMP_TEAMS_THREAD_LIMIT='0'",
                                             "  [host] OMP_DISPLAY_ENV='FALSE'",
                                             "OPENMP DISPLAY ENVIRONMENT END"};
  EXPECT_EQ(displayed(load_from({}).settings, DisplayKind::standard), expected);
}

TEST(Display, VerboseAddsTheOtherFamilies) {
  const Loaded loaded = load_from({"GOMP_STACKSIZE=1000", "KMP_BLOCKTIME=10us", "GOMP_SPINCOUNT=3k"});
  const std::vector<std::string> standard = displayed(loaded.settings, DisplayKind::standard);
  const std::vector<std::string> verbose = displayed(loaded.settings, DisplayKind::verbose);
  ASSERT_GT(verbose.size(), standard.size());
  EXPECT_TRUE(std::equal(standard.begin(), standard.end() - 1, verbose.begin()));
  EXPECT_EQ(verbose.back(), "OPENMP DISPLAY ENVIRONMENT END");
  for (const std::string& line : standard) {
    EXPECT_EQ(line.find("KMP_"), std::string::npos);
    EXPECT_EQ(line.find("GOMP_"), std::string::npos);
    EXPECT_EQ(line.find("MUSTER_"), std::string::npos);
  }
  EXPECT_EQ(shown(loaded, "GOMP_STACKSIZE"), "1000K");
  EXPECT_EQ(shown(loaded, "KMP_STACKSIZE"), "1000K");
  EXPECT_EQ(shown(loaded, "KMP_BLOCKTIME"), "10us");
  EXPECT_EQ(shown(loaded, "GOMP_SPINCOUNT"), "3000");
  EXPECT_EQ(shown(loaded, "KMP_LIBRARY"), "THROUGHPUT");
  EXPECT_EQ(shown(loaded, "KMP_DEVICE_THREAD_LIMIT"), "2147483647");
  EXPECT_EQ(shown(loaded, "MUSTER_BARRIER"), "");
}

TEST(Display, NonePrintsNothing) { EXPECT_TRUE(displayed(load_from({}).settings, DisplayKind::none).empty()); }

TEST(Display, ShowsValuesInEffect) {
  const Loaded loaded =
      load_from({"OMP_NUM_THREADS= 4 , 3 ", "OMP_SCHEDULE=monotonic:dynamic,4", "OMP_STACKSIZE=1048576B",
                 "OMP_WAIT_POLICY=active", "OMP_PROC_BIND=master,close", "OMP_PLACES=cores(2)",
                 "OMP_DISPLAY_ENV=verbose", "KMP_PLAIN_BARRIER=3", "MUSTER_BARRIER=Central"});
  EXPECT_EQ(shown(loaded, "OMP_NUM_THREADS"), "4,3");
  EXPECT_EQ(shown(loaded, "OMP_MAX_ACTIVE_LEVELS"), "255");
  EXPECT_EQ(shown(loaded, "OMP_NESTED"), "TRUE");
  EXPECT_EQ(shown(loaded, "OMP_SCHEDULE"), "MONOTONIC:DYNAMIC,4");
  EXPECT_EQ(shown(loaded, "OMP_STACKSIZE"), "1M");
  EXPECT_EQ(shown(loaded, "OMP_WAIT_POLICY"), "ACTIVE");
  EXPECT_EQ(shown(loaded, "OMP_PROC_BIND"), "PRIMARY,CLOSE");
  EXPECT_EQ(shown(loaded, "OMP_PLACES"), "cores(2)");
  EXPECT_EQ(shown(loaded, "OMP_DISPLAY_ENV"), "VERBOSE");
  EXPECT_EQ(shown(loaded, "KMP_BLOCKTIME"), "INFINITE");
  EXPECT_EQ(shown(loaded, "KMP_PLAIN_BARRIER"), "3");
  EXPECT_EQ(shown(loaded, "MUSTER_BARRIER"), "central,central");
}

TEST(Display, TheSizeOfAnUnknownStackIsZero) {
  DefaultTeamNote team = test_team();
  team.stack_size_bytes = 0;
  const std::vector<std::string> lines = displayed(load_from({}).settings, DisplayKind::standard, team);
  EXPECT_NE(std::find(lines.begin(), lines.end(), "  [host] OMP_STACKSIZE='0'"), lines.end());
}

TEST(Display, SaysWhatDecidedTheDefaultTeam) {
  const Loaded plain = load_from({});
  EXPECT_EQ(team_line(plain, {4, 4, 0, kUnlimitedThreads, TeamBound::kAffinityMask, 0}),
            "  [host] MUSTER_DEFAULT_TEAM='4, decided by the affinity mask (affinity mask 4, CPU quota none, "
            "OMP_THREAD_LIMIT none)'");
  EXPECT_EQ(team_line(plain, {1, 4, 1, kUnlimitedThreads, TeamBound::kCpuQuota, 0}),
            "  [host] MUSTER_DEFAULT_TEAM='1, decided by the CPU quota (affinity mask 4, CPU quota 1, OMP_THREAD_LIMIT "
            "none)'");
  EXPECT_EQ(team_line(load_from({"OMP_THREAD_LIMIT=2"}), {2, 4, 3, 2, TeamBound::kThreadLimit, 0}),
            "  [host] MUSTER_DEFAULT_TEAM='2, decided by the thread limit (affinity mask 4, CPU quota 3, "
            "OMP_THREAD_LIMIT 2)'");
}

TEST(Display, NamesTheVariableThatGaveTheLimit) {
  const DefaultTeamNote team = {1, 4, 0, 1, TeamBound::kThreadLimit, 0};
  EXPECT_NE(team_line(load_from({"KMP_LIBRARY=serial"}), team).find("KMP_LIBRARY 1)"), std::string::npos);
  EXPECT_NE(team_line(load_from({"KMP_ALL_THREADS=1"}), team).find("KMP_ALL_THREADS 1)"), std::string::npos);
}

TEST(Display, SaysThatNumThreadsWins) {
  const Loaded loaded = load_from({"OMP_NUM_THREADS=6"});
  EXPECT_EQ(team_line(loaded, test_team()),
            "  [host] MUSTER_DEFAULT_TEAM='2, decided by the affinity mask (affinity mask 2, CPU quota none, "
            "OMP_THREAD_LIMIT none); OMP_NUM_THREADS wins over it'");
  EXPECT_EQ(shown(loaded, "OMP_NUM_THREADS"), "6");
}

TEST(Display, TellsABarrierWithWhatItWasChosenBy) {
  const BarrierNote notes[] = {{"plain barriers", "tree", "hyper", "user", "set", "unbound"},
                               {"reductions", "cluster", "cluster", "rule", "why", "spread", {4, 2, 1}}};
  const std::vector<std::string> lines = displayed(load_from({}).settings, DisplayKind::verbose, test_team(), notes);
  EXPECT_EQ(std::count(lines.begin(), lines.end(),
                       "  [host] MUSTER_CHOICE='plain barriers: tree,hyper, decided by user (set), threads unbound'"),
            1);
  EXPECT_EQ(std::count(lines.begin(), lines.end(),
                       "  [host] MUSTER_CHOICE='reductions: cluster,cluster, decided by rule (why), threads spread "
                       "(caches 4, NUMA nodes 2, packages 1)'"),
            1);
}

TEST(Display, KmpSettingsListsWhatIsSetAndWhatIsInEffect) {
  const Loaded loaded = load_from({"KMP_SETTINGS=1", "OMP_NUM_THREADS=4,3", "GOMP_STACKSIZE=1000", "OMP_DYNAMIC=junk"});
  EXPECT_TRUE(loaded.global().display_settings);
  const std::vector<std::string> lines = displayed(loaded.settings, DisplayKind::user_and_effective);
  const std::vector<std::string> head(lines.begin(), lines.begin() + 8);
  EXPECT_EQ(head, (std::vector<std::string>{"User settings:", "", "   OMP_NUM_THREADS=4,3", "   GOMP_STACKSIZE=1000",
                                            "   KMP_SETTINGS=1", "", "Effective settings:", ""}));
  for (const char* line :
       {"   OMP_NUM_THREADS='4,3'", "   OMP_MAX_ACTIVE_LEVELS=255", "   OMP_STACKSIZE=1000K", "   KMP_STACKSIZE=1000K",
        "   KMP_BLOCKTIME=3ms", "   OMP_DYNAMIC=FALSE", "   MUSTER_PROFILE="}) {
    EXPECT_NE(std::find(lines.begin() + 8, lines.end(), line), lines.end()) << line;
  }
}

TEST(Display, ALongValueIsWhole) {
  std::string list = "{0}";
  for (int i = 1; i < 500; ++i) list += ",{" + std::to_string(i) + "}";
  EXPECT_EQ(shown(load_from({"OMP_PLACES=" + list}), "OMP_PLACES"), list);
}

TEST(Display, ControlCharactersOfTextsAreNotPrinted) {
  EXPECT_EQ(shown(load_from({"OMP_AFFINITY_FORMAT=a\nb\x1b"
                             "c"}),
                  "OMP_AFFINITY_FORMAT"),
            "a b?c");
}

}  // namespace
}  // namespace muster::settings
