// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every name of the table: a good value is taken and shown, a bad one is refused. A new row without an example here
// fails a test.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "loaded.h"
#include "settings/table.h"

namespace muster::settings {
namespace {

struct Example {
  const char* good;
  const char* shown;
  const char* bad;  // null: every value is right
};

// R7: a table.
const std::map<std::string, Example>& examples() {
  static const std::map<std::string, Example> kTable = {
      {"OMP_DYNAMIC", {"true", "TRUE", "x"}},
      {"OMP_NUM_THREADS", {"3", "3", "x"}},
      {"OMP_THREAD_LIMIT", {"30", "30", "x"}},
      {"KMP_DEVICE_THREAD_LIMIT", {"30", "30", "0"}},
      {"KMP_ALL_THREADS", {"30", "30", "-1"}},
      {"OMP_MAX_ACTIVE_LEVELS", {"3", "3", "x"}},
      {"OMP_NESTED", {"true", "TRUE", "x"}},
      {"OMP_PLACES", {"{0:2}:2:2", "{0:2}:2:2", nullptr}},  // a bad one stands for cores: places_test.cpp
      {"OMP_PROC_BIND", {"close", "CLOSE", "x"}},
      {"OMP_SCHEDULE", {"guided,7", "GUIDED,7", "x"}},
      {"OMP_STACKSIZE", {"100", "100K", "x"}},
      {"KMP_STACKSIZE", {"100000", "100000B", "x"}},
      {"GOMP_STACKSIZE", {"100", "100K", "x"}},
      {"OMP_WAIT_POLICY", {"active", "ACTIVE", "x"}},
      {"OMP_DISPLAY_AFFINITY", {"true", "TRUE", "x"}},
      {"OMP_AFFINITY_FORMAT", {"%n", "%n", nullptr}},
      {"OMP_CANCELLATION", {"true", "TRUE", "x"}},
      {"OMP_DEFAULT_DEVICE", {"4", "4", "x"}},
      {"OMP_TARGET_OFFLOAD", {"disabled", "DISABLED", "x"}},
      {"OMP_MAX_TASK_PRIORITY", {"4", "4", "x"}},
      {"OMP_TOOL", {"disabled", "DISABLED", "x"}},
      {"OMP_TOOL_LIBRARIES", {"/a:/b", "/a:/b", nullptr}},
      {"OMP_TOOL_VERBOSE_INIT", {"/a", "/a", nullptr}},
      {"OMP_DEBUG", {"enabled", "ENABLED", "x"}},
      {"OMP_ALLOCATOR", {"omp_const_mem_space:pinned=true", "omp_const_mem_space:pinned=true", "x"}},
      {"OMP_NUM_TEAMS", {"4", "4", "x"}},
      {"OMP_TEAMS_THREAD_LIMIT", {"4", "4", "x"}},
      {"OMP_DISPLAY_ENV", {"true", "TRUE", "x"}},
      {"GOMP_SPINCOUNT", {"5k", "5000", "x"}},
      {"GOMP_CPU_AFFINITY", {"0-3:2", "0-3:2", "x"}},
      {"GOMP_DEBUG", {"1", "TRUE", "x"}},
      {"KMP_BLOCKTIME", {"15", "15ms", "x"}},
      {"KMP_LIBRARY", {"serial", "SERIAL", "x"}},
      {"KMP_FORCE_REDUCTION", {"tree", "TREE", "bush"}},
      {"KMP_DETERMINISTIC_REDUCTION", {"true", "TRUE", "perhaps"}},
      {"KMP_TEAMS_THREAD_LIMIT", {"4", "4", "x"}},
      {"KMP_DYNAMIC_MODE", {"random", "RANDOM", "x"}},
      {"KMP_PLAIN_BARRIER_PATTERN", {"tree,hyper", "tree,hyper", "1"}},
      {"KMP_FORKJOIN_BARRIER_PATTERN", {"tree,hyper", "tree,hyper", "1"}},
      {"KMP_REDUCTION_BARRIER_PATTERN", {"tree,hyper", "tree,hyper", "1"}},
      {"KMP_PLAIN_BARRIER", {"2,3", "2,3", "x"}},
      {"KMP_FORKJOIN_BARRIER", {"2,3", "2,3", "x"}},
      {"KMP_REDUCTION_BARRIER", {"2,3", "2,3", "x"}},
      {"KMP_HW_SUBSET", {"2c", "2c", "x"}},
      {"KMP_PLACE_THREADS", {"2c", "2c", "x"}},
      {"KMP_AFFINITY", {"compact", "compact", "x"}},
      {"KMP_TEAMS_PROC_BIND", {"close", "CLOSE", "x"}},
      {"KMP_SETTINGS", {"1", "TRUE", "x"}},
      {"KMP_WARNINGS", {"0", "FALSE", "x"}},
      {"KMP_ENABLE_TASK_THROTTLING", {"0", "FALSE", "x"}},
      {"LIBOMP_USE_HIDDEN_HELPER_TASK", {"0", "FALSE", "x"}},
      {"LIBOMP_NUM_HIDDEN_HELPER_THREADS", {"3", "3", "x"}},
      {"KMP_HIDDEN_HELPER_AFFINITY", {"compact", "compact", "x"}},
      {"KMP_DISP_NUM_BUFFERS", {"16", "16", "x"}},
      {"KMP_DUPLICATE_LIB_OK", {"TRUE", "TRUE", nullptr}},
      {"MUSTER_BARRIER", {"central", "central,central", "1"}},
      {"MUSTER_CHECK", {"1", "TRUE", "x"}},
      {"MUSTER_CHECK_FILE", {"/c", "/c", nullptr}},
      {"MUSTER_MEMORY", {"report", "REPORT", "all"}},
      {"MUSTER_CGROUP_ROOT", {"/r", "/r", nullptr}},
      {"MUSTER_NEIGHBOURS", {"ignore", "IGNORE", "x"}},
      {"MUSTER_NEIGHBOURS_FOLDER", {"/n", "/n", nullptr}},
      {"MUSTER_PROFILE", {"/p", "/p", nullptr}},
      {"MUSTER_RACES", {"deep:12", "DEEP:12", "deep:x"}},
      {"MUSTER_IDLE_TIME", {"1500us", "1500us", "x"}},
      {"MUSTER_LEDGER", {"/l.%p", "/l.%p", nullptr}},
      {"MUSTER_SWAP_CPUS", {"1", "TRUE", "x"}},
      {"MUSTER_TASK_QUEUE", {"512", "512", "0"}},
      {"MUSTER_WAIT_STEPS", {"20", "20", "0"}},
  };
  return kTable;
}

std::vector<std::pair<Variable, std::string>> all_names() {
  std::vector<std::pair<Variable, std::string>> result;
  for (std::size_t i = 0; i < kVariableCount; ++i) {
    for (std::string_view names = kRows[i].names; !names.empty();) {
      result.emplace_back(static_cast<Variable>(i), next_name(names));
    }
  }
  return result;
}

TEST(EveryRow, HasAnExampleAndNoOtherExampleExists) {
  std::set<std::string> names;
  for (const auto& [variable, name] : all_names()) {
    EXPECT_EQ(examples().count(name), 1U) << name;
    EXPECT_TRUE(names.insert(name).second) << name << " is in two rows";
  }
  EXPECT_EQ(names.size(), examples().size());
}

TEST(EveryRow, NamesItselfAndSaysWhatItExpects) {
  for (const Row& row : kRows) {
    EXPECT_NE(row.names.find(row.name), std::string_view::npos) << row.name;
    EXPECT_FALSE(row.expects.empty()) << row.name;
    EXPECT_FALSE(row.default_text.empty()) << row.name;
  }
}

TEST(EveryRow, TakesAndShowsAGoodValue) {
  for (const auto& [variable, name] : all_names()) {
    const Example& example = examples().at(name);
    const Loaded loaded = load_from({name + "=" + example.good});
    EXPECT_TRUE(loaded.clean) << name;
    EXPECT_TRUE(loaded.warnings.empty()) << name;
    EXPECT_EQ(loaded.settings.origin(variable).name, name);
    EXPECT_EQ(loaded.settings.origin(variable).value.view(), example.good) << name;
    EXPECT_EQ(shown(loaded, name), example.shown);
    EXPECT_NE(shown(load_from({}), name), example.shown) << name << ": the example is the default";
  }
}

TEST(EveryRow, TakesAGoodValueWithAllAppendedIfItHasThatName) {
  for (std::size_t i = 0; i < kVariableCount; ++i) {
    const auto variable = static_cast<Variable>(i);
    const std::string name(kRows[i].name);
    const Loaded loaded = load_from({name + "_ALL=" + examples().at(name).good});
    EXPECT_EQ(loaded.settings.is_default(variable), !has_all_name(variable)) << name;
  }
}

TEST(EveryRow, RefusesABadValueWithOneLine) {
  for (const auto& [variable, name] : all_names()) {
    const Example& example = examples().at(name);
    if (example.bad == nullptr) continue;
    const Loaded loaded = load_from({name + "=" + example.bad});
    EXPECT_FALSE(loaded.clean) << name;
    EXPECT_TRUE(loaded.settings.is_default(variable)) << name;
    EXPECT_EQ(shown(loaded, name), shown(load_from({}), name));
    ASSERT_EQ(loaded.warnings.size(), 1U) << name;
    // Which part of the value is wrong is for bad_values_test.cpp.
    EXPECT_EQ(
        loaded.warnings[0].rfind("OMP: Warning #42: muster: " + name + ": read \"" + example.bad + "\", which ", 0), 0U)
        << loaded.warnings[0];
  }
}

}  // namespace
}  // namespace muster::settings
