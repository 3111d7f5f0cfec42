// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What counts when several variables speak about the same thing, and what is named as its origin.
#include <gtest/gtest.h>

#include "loaded.h"

namespace muster::settings {
namespace {

std::string_view origin_of(const Loaded& loaded, Variable variable) { return loaded.settings.origin(variable).name; }

TEST(Names, StackSizeOrder) {
  const Loaded all = load_from({"GOMP_STACKSIZE=3M", "OMP_STACKSIZE=1M", "KMP_STACKSIZE=2M", "OMP_STACKSIZE_ALL=4M"});
  EXPECT_EQ(all.global().stack_size_bytes, 2U << 20U);
  EXPECT_EQ(origin_of(all, Variable::stack_size), "KMP_STACKSIZE");
  const Loaded two = load_from({"GOMP_STACKSIZE=3M", "OMP_STACKSIZE=1M"});
  EXPECT_EQ(two.global().stack_size_bytes, 1U << 20U);
  EXPECT_EQ(origin_of(two, Variable::stack_size), "OMP_STACKSIZE");
  EXPECT_EQ(load_from({"GOMP_STACKSIZE=3M", "OMP_STACKSIZE_ALL=4M"}).global().stack_size_bytes, 3U << 20U);
  EXPECT_EQ(load_from({"OMP_STACKSIZE_ALL=4M"}).global().stack_size_bytes, 4U << 20U);
}

TEST(Names, ABadOneLeavesTheNext) {
  const Loaded loaded = load_from({"KMP_STACKSIZE=bad", "OMP_STACKSIZE=1M"});
  EXPECT_EQ(loaded.global().stack_size_bytes, 1U << 20U);
  ASSERT_EQ(loaded.warnings.size(), 1U);
  EXPECT_EQ(loaded.warnings[0],
            "OMP: Warning #42: muster: KMP_STACKSIZE: read \"bad\", which is not a positive size with unit B, K, M, G "
            "or T; using "
            "1M\n");
}

TEST(Names, OfThreadLimitsTheSmallestCounts) {
  const Loaded one = load_from({"OMP_THREAD_LIMIT=8", "KMP_DEVICE_THREAD_LIMIT=5", "KMP_ALL_THREADS=6"});
  EXPECT_EQ(one->thread_limit, 5);
  EXPECT_EQ(origin_of(one, Variable::thread_limit), "KMP_DEVICE_THREAD_LIMIT");
  const Loaded other = load_from({"OMP_THREAD_LIMIT=3", "KMP_DEVICE_THREAD_LIMIT=5"});
  EXPECT_EQ(other->thread_limit, 3);
  EXPECT_EQ(origin_of(other, Variable::thread_limit), "OMP_THREAD_LIMIT");
  EXPECT_EQ(load_from({"KMP_ALL_THREADS=6"})->thread_limit, 6);
  EXPECT_EQ(load_from({"OMP_THREAD_LIMIT=9", "OMP_THREAD_LIMIT_ALL=2"})->thread_limit, 9);
  EXPECT_EQ(load_from({"OMP_THREAD_LIMIT_ALL=2"})->thread_limit, 2);
}

TEST(Names, AllSuffixIsWeakestAndNotForGlobalIcvs) {
  EXPECT_EQ(load_from({"OMP_NUM_THREADS_ALL=3"})->num_threads[0], 3);
  EXPECT_EQ(load_from({"OMP_NUM_THREADS_ALL=3", "OMP_NUM_THREADS=5"})->num_threads[0], 5);
  EXPECT_FALSE(load_from({"OMP_CANCELLATION_ALL=true"}).global().cancellation);
  EXPECT_EQ(load_from({"OMP_DEFAULT_DEVICE_ALL=3"})->default_device, 0);
  EXPECT_EQ(load_from({"KMP_BLOCKTIME_ALL=3"}).global().blocktime_ns, kDefaultBlocktimeNs);
  const Loaded bad = load_from({"OMP_DYNAMIC_ALL=maybe"});
  ASSERT_EQ(bad.warnings.size(), 1U);
  EXPECT_EQ(bad.warnings[0],
            "OMP: Warning #42: muster: OMP_DYNAMIC_ALL: read \"maybe\", which is not TRUE or FALSE; using FALSE\n");
}

TEST(Names, HwSubsetAndPlaceThreads) {
  EXPECT_EQ(load_from({"KMP_PLACE_THREADS=2c"}).global().hw_subset.text.view(), "2c");
  EXPECT_EQ(load_from({"KMP_PLACE_THREADS=2c", "KMP_HW_SUBSET=4c"}).global().hw_subset.text.view(), "4c");
}

TEST(Names, TheFirstOfTwoEqualNamesCounts) {
  EXPECT_EQ(load_from({"OMP_NUM_THREADS=3", "OMP_NUM_THREADS=5"})->num_threads[0], 3);
}

TEST(Names, OnlyTheWholeNameCounts) {
  const Loaded loaded = load_from({"OMP_NUM_THREADSX=3", "OMP_NUM_THREAD=3", "omp_num_threads=3", "OMP_NUM_THREADS",
                                   "XOMP_NUM_THREADS=3", "=OMP_NUM_THREADS=3", ""});
  EXPECT_TRUE(loaded.clean);
  EXPECT_EQ(loaded->num_threads_count, 0);
}

TEST(Names, UnknownOnesAreIgnoredSilently) {
  const Loaded loaded = load_from({"OMP_FUTURE=1", "KMP_TASKING=2", "GOMP_RTEMS_THREAD_POOLS=1", "MUSTER_OTHER=x"});
  EXPECT_TRUE(loaded.clean);
  EXPECT_TRUE(loaded.warnings.empty());
}

TEST(Names, ABlankValueCountsAsNotSet) {
  const Loaded loaded = load_from({"OMP_NUM_THREADS=", "OMP_SCHEDULE=  ", "OMP_PLACES=\t",
                                   "KMP_STACKSIZE=", "OMP_STACKSIZE=1M", "OMP_AFFINITY_FORMAT="});
  EXPECT_TRUE(loaded.clean);
  EXPECT_EQ(loaded->num_threads_count, 0);
  EXPECT_EQ(loaded.global().stack_size_bytes, 1U << 20U);
  EXPECT_TRUE(loaded.settings.is_default(Variable::affinity_format));
}

TEST(Names, AreFoundInALargeEnvironment) {
  TestEnvironment environment({"PATH=/bin"});
  for (int i = 0; i < 300; ++i) environment.add("OMP_FILLER_" + std::to_string(i) + "=1");
  environment.add("OMP_NUM_THREADS=3");
  EXPECT_EQ(load_from(environment)->num_threads[0], 3);
}

TEST(Nesting, ExplicitLevelsWin) {
  EXPECT_EQ(load_from({})->max_active_levels, 1);
  EXPECT_EQ(load_from({"OMP_MAX_ACTIVE_LEVELS=2", "OMP_NESTED=false", "OMP_NUM_THREADS=4,3"})->max_active_levels, 2);
  EXPECT_EQ(load_from({"OMP_MAX_ACTIVE_LEVELS=1", "OMP_NESTED=true"})->max_active_levels, 1);
}

TEST(Nesting, NestedComesBeforeLists) {
  EXPECT_EQ(load_from({"OMP_NESTED=true"})->max_active_levels, kSupportedActiveLevels);
  const Loaded loaded = load_from({"OMP_NESTED=false", "OMP_NUM_THREADS=4,3"});
  EXPECT_EQ(loaded->max_active_levels, 1);
  EXPECT_EQ(origin_of(loaded, Variable::max_active_levels), "OMP_NESTED");
}

TEST(Nesting, AListOfSeveralLevelsAsksForNesting) {
  const Loaded threads = load_from({"OMP_NUM_THREADS=4,3"});
  EXPECT_EQ(threads->max_active_levels, kSupportedActiveLevels);
  EXPECT_EQ(origin_of(threads, Variable::max_active_levels), "OMP_NUM_THREADS");
  const Loaded bind = load_from({"OMP_PROC_BIND=spread,close"});
  EXPECT_EQ(bind->max_active_levels, kSupportedActiveLevels);
  EXPECT_EQ(origin_of(bind, Variable::max_active_levels), "OMP_PROC_BIND");
  EXPECT_EQ(load_from({"OMP_NUM_THREADS=4"})->max_active_levels, 1);
}

TEST(Waiting, PolicyDecidesTheBlocktime) {
  const Loaded none = load_from({});
  EXPECT_EQ(none.global().blocktime_ns, kDefaultBlocktimeNs);
  EXPECT_FALSE(none.global().blocktime_set);
  const Loaded passive = load_from({"OMP_WAIT_POLICY=passive"});
  EXPECT_EQ(passive.global().blocktime_ns, 0);
  EXPECT_TRUE(passive.global().blocktime_set);
  const Loaded active = load_from({"OMP_WAIT_POLICY=active"});
  EXPECT_EQ(active.global().blocktime_ns, kBlocktimeInfinite);
  EXPECT_EQ(origin_of(active, Variable::blocktime), "OMP_WAIT_POLICY");
}

TEST(Waiting, BlocktimeWinsOverSpinCountOverPolicy) {
  const Loaded all = load_from({"OMP_WAIT_POLICY=active", "GOMP_SPINCOUNT=100", "KMP_BLOCKTIME=5"});
  EXPECT_EQ(all.global().blocktime_ns, 5'000'000);
  EXPECT_EQ(all.global().wait_policy, WaitPolicy::active);
  EXPECT_EQ(origin_of(all, Variable::blocktime), "KMP_BLOCKTIME");
  const Loaded two = load_from({"OMP_WAIT_POLICY=passive", "GOMP_SPINCOUNT=100"});
  EXPECT_EQ(two.global().blocktime_ns, 1000);
  EXPECT_EQ(origin_of(two, Variable::blocktime), "GOMP_SPINCOUNT");
  EXPECT_EQ(load_from({"OMP_WAIT_POLICY=passive", "KMP_BLOCKTIME=5"}).global().blocktime_ns, 5'000'000);
}

TEST(Waiting, TurnaroundMeansActive) {
  const Loaded loaded = load_from({"KMP_LIBRARY=turnaround", "OMP_WAIT_POLICY=passive"});
  EXPECT_EQ(loaded.global().wait_policy, WaitPolicy::active);
  EXPECT_EQ(loaded.global().blocktime_ns, kBlocktimeInfinite);
  EXPECT_EQ(origin_of(loaded, Variable::wait_policy), "KMP_LIBRARY");
  EXPECT_EQ(load_from({"KMP_LIBRARY=throughput", "OMP_WAIT_POLICY=active"}).global().blocktime_ns, kBlocktimeInfinite);
}

TEST(Library, SerialLimitsTeamsToOneThread) {
  const Loaded loaded = load_from({"KMP_LIBRARY=serial", "OMP_NUM_THREADS=3", "OMP_THREAD_LIMIT=4"});
  EXPECT_EQ(loaded->thread_limit, 1);
  EXPECT_EQ(origin_of(loaded, Variable::thread_limit), "KMP_LIBRARY");
}

TEST(Binding, PlacesMeanThatThreadsAreBound) {
  const Loaded places = load_from({"OMP_PLACES=cores"});
  EXPECT_EQ(places->bind[0], ProcBind::true_);
  EXPECT_EQ(origin_of(places, Variable::proc_bind), "OMP_PLACES");
  const Loaded cpus = load_from({"GOMP_CPU_AFFINITY=0-3"});
  EXPECT_EQ(cpus->bind[0], ProcBind::true_);
  EXPECT_EQ(origin_of(cpus, Variable::proc_bind), "GOMP_CPU_AFFINITY");
  EXPECT_EQ(load_from({"OMP_PLACES=cores", "OMP_PROC_BIND=false"})->bind[0], ProcBind::false_);
  EXPECT_EQ(load_from({"OMP_PLACES=cores", "OMP_PROC_BIND=spread"})->bind[0], ProcBind::spread);
}

TEST(Device, MandatoryOffloadHasNoDevice) {
  EXPECT_EQ(load_from({"OMP_TARGET_OFFLOAD=mandatory"})->default_device, kInvalidDevice);
  EXPECT_EQ(load_from({"OMP_TARGET_OFFLOAD=mandatory", "OMP_DEFAULT_DEVICE=0"})->default_device, 0);
}

TEST(Load, ForgetsWhatWasThere) {
  TestEnvironment environment({"OMP_NUM_THREADS=4,3", "OMP_DYNAMIC=true"});
  Loaded loaded = load_from(environment);
  TestEnvironment empty({});
  EXPECT_TRUE(load(loaded.settings, empty.data(), false, {loaded.memory.get(), kTextBytes}, {}));
  EXPECT_EQ(loaded->num_threads_count, 0);
  EXPECT_EQ(loaded->max_active_levels, 1);
  EXPECT_FALSE(loaded->dynamic);
  EXPECT_TRUE(loaded.settings.is_default(Variable::num_threads));
}

}  // namespace
}  // namespace muster::settings
