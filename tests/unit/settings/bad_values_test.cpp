// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Malformed values of the variables that have a grammar: the message names the first character that is wrong, and what is used instead.
#include <gtest/gtest.h>

#include <string>

#include "unit/settings/loaded.h"

namespace muster::settings {
namespace {

// `from`: the first character that is wrong, counted from 1; kEnd: the value ends too early; kWhole: it is wrong from the beginning.
constexpr int kWhole = 0;
constexpr int kEnd = -1;

struct BadValue {
  const char* variable;
  const char* value;
  int from;
  const char* used;
};

constexpr char kNone[] = "the default (none)";
constexpr char kOthers[] = "the other elements";
constexpr char kDefaultSchedule[] = "the default (DYNAMIC in code of GCC, STATIC in code of Clang)";
constexpr char kDefaultMemory[] = "omp_default_mem_alloc";

constexpr BadValue kBadValues[] = {
    {"OMP_PLACES", "{0,1", kEnd, "cores"},
    {"OMP_PLACES", "{0},", kEnd, "cores"},
    {"OMP_PLACES", "{0:", kEnd, "cores"},
    {"OMP_PLACES", "{0:-1}", 4, "cores"},
    {"OMP_PLACES", "{0:0}", 4, "cores"},
    {"OMP_PLACES", "{0}:x", 5, "cores"},
    {"OMP_PLACES", "{0}:2:y", 7, "cores"},
    {"OMP_PLACES", "{0},,{1}", 5, "cores"},
    {"OMP_PLACES", "{0} {1}", 5, "cores"},
    {"OMP_PLACES", "{0;1}", 3, "cores"},
    {"OMP_PLACES", "{99999999999}", 2, "cores"},
    {"OMP_PLACES", "{}", 2, "cores"},
    {"OMP_PLACES", "!{0}:2", 5, "cores"},
    {"OMP_PLACES", "corez", kWhole, "cores"},
    {"OMP_PLACES", "threads(", kEnd, "threads"},
    {"OMP_PLACES", "sockets(0)", 9, "sockets"},
    {"OMP_PLACES", "numa_domains(2", kEnd, "numa_domains"},
    {"OMP_PLACES", "ll_caches(2)x", 13, "ll_caches"},
    {"OMP_PROC_BIND", "clos", kWhole, "FALSE"},
    {"OMP_PROC_BIND", "close,spred", 7, "FALSE"},
    {"OMP_PROC_BIND", "close,,spread", 7, "FALSE"},
    {"OMP_PROC_BIND", "close,", kEnd, "FALSE"},
    {"OMP_PROC_BIND", "close spread", 7, "FALSE"},
    {"OMP_PROC_BIND", "close,true", 7, "FALSE"},
    {"GOMP_CPU_AFFINITY", "0-", kEnd, kNone},
    {"GOMP_CPU_AFFINITY", "0 x", 3, kNone},
    {"GOMP_CPU_AFFINITY", "3-1", 3, kNone},
    {"GOMP_CPU_AFFINITY", "0-4:0", 5, kNone},
    {"GOMP_CPU_AFFINITY", "0,1,", kEnd, kNone},
    {"KMP_AFFINITY", "compac", kWhole, kNone},
    {"KMP_AFFINITY", "compac,scater", kWhole, kNone},
    {"KMP_AFFINITY", "proclist=[0,explicit", 13, kNone},
    {"KMP_AFFINITY", "granularity=fin,compact", 13, kOthers},
    {"KMP_AFFINITY", "verbose,compact,x", 17, kOthers},
    {"KMP_AFFINITY", "verbose,proclist=[0-]", 21, kOthers},
    {"KMP_AFFINITY", "proclist=[0-],explicit", 13, kNone},
    {"KMP_AFFINITY", "proclist=[{0,1],explicit", 15, kNone},
    {"KMP_AFFINITY", "compact,proclist=[{0,1]", 23, kOthers},
    {"KMP_AFFINITY", "compact,0,0,0", 13, kOthers},
    {"KMP_HW_SUBSET", "2x", 2, kNone},
    {"KMP_HW_SUBSET", "1s,,", 4, kNone},
    {"KMP_HW_SUBSET", "1s,1s", 5, kNone},
    {"KMP_HW_SUBSET", "1s,0c", 4, kNone},
    {"KMP_HW_SUBSET", "1c@", kEnd, kNone},
    {"KMP_HW_SUBSET", "1c:big", 4, kNone},
    {"OMP_ALLOCATOR", "foo", kWhole, kDefaultMemory},
    {"OMP_ALLOCATOR", "omp_default_mem_space:", kEnd, kDefaultMemory},
    {"OMP_ALLOCATOR", "omp_default_mem_space:alignment=3", 33, kDefaultMemory},
    {"OMP_ALLOCATOR", "omp_default_mem_space:pinned", kEnd, kDefaultMemory},
    {"OMP_ALLOCATOR", "omp_default_mem_space:pinned=true,size=1", 35, kDefaultMemory},
    {"OMP_ALLOCATOR", "omp_default_mem_space:pinned=true,pinned=true", 35, kDefaultMemory},
    {"OMP_ALLOCATOR", "omp_default_mem_space:partition=everywhere", 33, kDefaultMemory},
    {"OMP_ALLOCATOR", "omp_low_lat_mem_alloc:pinned=true", 22, kDefaultMemory},
    {"OMP_NUM_THREADS", "4,0", 3, "the default (one thread for each available CPU)"},
    {"OMP_NUM_THREADS", "4,", kEnd, "the default (one thread for each available CPU)"},
    {"OMP_SCHEDULE", "dynamo", kWhole, kDefaultSchedule},
    {"OMP_SCHEDULE", "monotonic:dynamo", 11, kDefaultSchedule},
    {"OMP_SCHEDULE", "dynamic,x", 9, kDefaultSchedule},
    {"OMP_SCHEDULE", "dynamic,4,4", 10, kDefaultSchedule},
};

std::string place_of(const BadValue& bad) {
  if (bad.from == kWhole) return "which is not ";
  if (bad.from == kEnd) return "which ends too early for ";
  return "which from character " + std::to_string(bad.from) + " on is not ";
}

TEST(BadValues, AreToldByPositionAndWhatIsUsedInstead) {
  for (const BadValue& bad : kBadValues) {
    const Loaded loaded = load_from({std::string(bad.variable) + "=" + bad.value});
    EXPECT_FALSE(loaded.clean) << bad.variable << "=" << bad.value;
    ASSERT_EQ(loaded.warnings.size(), 1U) << bad.variable << "=" << bad.value;
    const std::string& line = loaded.warnings[0];
    const std::string begin =
        std::string(": muster: ") + bad.variable + ": read \"" + bad.value + "\", " + place_of(bad);
    EXPECT_NE(line.find(begin), std::string::npos) << "wanted: " << begin << "\nread: " << line;
    const std::string end = std::string("; using ") + bad.used + "\n";
    EXPECT_EQ(line.size() >= end.size() ? line.substr(line.size() - end.size()) : "", end) << line;
  }
}

TEST(BadValues, AFallbackOnAnAllocatorThatIsNotNamedIsRefused) {
  const Loaded loaded = load_from({"OMP_ALLOCATOR=omp_default_mem_space:fallback=allocator_fb"});
  ASSERT_EQ(loaded.warnings.size(), 1U);
  EXPECT_NE(loaded.warnings[0].find("which has fallback=allocator_fb without fb_data; using omp_default_mem_alloc"),
            std::string::npos)
      << loaded.warnings[0];
  EXPECT_TRUE(
      load_from({"OMP_ALLOCATOR=omp_default_mem_space:fallback=allocator_fb,fb_data=omp_default_mem_alloc"}).clean);
}

}  // namespace
}  // namespace muster::settings
