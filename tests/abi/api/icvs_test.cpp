// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal control variables: what is set is what is got, in the task that set it, and out-of-range numbers do no harm.
#include <gtest/gtest.h>
#include <omp.h>

#include <cstdint>
#include <limits>

extern "C" void omp_set_num_threads_(const std::int32_t*);
extern "C" void omp_set_num_threads_8_(const std::int64_t*);
extern "C" void omp_set_dynamic_8_(const std::int64_t*);
extern "C" void omp_set_schedule_8_(const std::int32_t*, const std::int64_t*);
extern "C" void omp_get_schedule_8_(std::int32_t*, std::int64_t*);

namespace {

constexpr auto kMonotonic = static_cast<unsigned>(omp_sched_monotonic);

struct Schedule {
  unsigned kind;
  int chunk;
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

Schedule after_setting(unsigned kind, int chunk) {
  omp_set_schedule(static_cast<omp_sched_t>(kind), chunk);
  omp_sched_t got_kind;
  int got_chunk = -1;
  omp_get_schedule(&got_kind, &got_chunk);
  return {static_cast<unsigned>(got_kind), got_chunk};
}

}  // namespace

TEST(Icvs, num_threads_is_at_least_one) {
  for (const auto& [set, got] : {std::pair{5, 5}, {0, 1}, {-3, 1}}) {
    omp_set_num_threads(set);
    EXPECT_EQ(omp_get_max_threads(), got);
  }
  const std::int32_t seven = 7;
  omp_set_num_threads_(&seven);
  EXPECT_EQ(omp_get_max_threads(), 7);
  const std::int64_t too_large = std::int64_t{1} << 40;
  omp_set_num_threads_8_(&too_large);
  EXPECT_EQ(omp_get_max_threads(), std::numeric_limits<int>::max());
}

TEST(Icvs, a_region_inherits_and_its_changes_stay_inside) {
  omp_set_num_threads(3);
  omp_set_dynamic(0);
  int inherited = 0;
  int changed = 0;
#pragma omp parallel num_threads(2) reduction(+ : inherited, changed)
  {
    inherited += omp_get_max_threads();
    omp_set_num_threads(10 + omp_get_thread_num());
    changed += omp_get_max_threads();
  }
  EXPECT_EQ(inherited, 6);
  EXPECT_EQ(changed, 21);
  EXPECT_EQ(omp_get_max_threads(), 3);
}

TEST(Icvs, dynamic_is_a_truth_value) {
  omp_set_dynamic(17);
  EXPECT_EQ(omp_get_dynamic(), 1);
  omp_set_dynamic(0);
  EXPECT_EQ(omp_get_dynamic(), 0);
  const std::int64_t yes = 1;
  omp_set_dynamic_8_(&yes);
  EXPECT_EQ(omp_get_dynamic(), 1);
  omp_set_dynamic(0);
}

TEST(Icvs, active_levels_are_limited_and_never_negative) {
  omp_set_max_active_levels(3);
  omp_set_max_active_levels(-1);
  EXPECT_EQ(omp_get_max_active_levels(), 3);
  omp_set_max_active_levels(1'000'000);
  EXPECT_EQ(omp_get_max_active_levels(), omp_get_supported_active_levels());
  omp_set_max_active_levels(1);
}

TEST(Icvs, nested_is_a_matter_of_levels) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  omp_set_max_active_levels(1);
  EXPECT_EQ(omp_get_nested(), 0);
  omp_set_nested(1);
  EXPECT_EQ(omp_get_nested(), 1);
  EXPECT_EQ(omp_get_max_active_levels(), omp_get_supported_active_levels());
  omp_set_max_active_levels(2);
  omp_set_nested(1);
  EXPECT_EQ(omp_get_max_active_levels(), omp_get_supported_active_levels()) << "as on libgomp; libomp keeps 2";
  omp_set_nested(0);
  EXPECT_EQ(omp_get_max_active_levels(), 1);
#pragma GCC diagnostic pop
}

TEST(Schedule, what_is_set_is_what_is_got) {
  EXPECT_EQ(after_setting(omp_sched_static, 0), (Schedule{1, 0}));
  EXPECT_EQ(after_setting(omp_sched_static, 7), (Schedule{1, 7}));
  EXPECT_EQ(after_setting(omp_sched_dynamic, 0), (Schedule{2, 1}));
  EXPECT_EQ(after_setting(omp_sched_dynamic, -3), (Schedule{2, 1}));
  EXPECT_EQ(after_setting(omp_sched_guided, 4), (Schedule{3, 4}));
  EXPECT_EQ(after_setting(omp_sched_guided | kMonotonic, 4), (Schedule{3 | kMonotonic, 4}));
  EXPECT_EQ(after_setting(omp_sched_auto, 9).kind, 4U);
  EXPECT_EQ(after_setting(101, 2), (Schedule{101, 2})) << "trapezoidal, of libomp";
}

TEST(Schedule, an_unknown_kind_changes_nothing) {
  after_setting(omp_sched_guided, 4);
  EXPECT_EQ(after_setting(77, 2), (Schedule{3, 4}));
}

TEST(Schedule, fortran_with_long_integers) {
  const std::int32_t kind = omp_sched_dynamic;
  const std::int64_t chunk = 12;
  omp_set_schedule_8_(&kind, &chunk);
  std::int32_t got_kind = 0;
  std::int64_t got_chunk = -1;  // all 8 bytes must be written
  omp_get_schedule_8_(&got_kind, &got_chunk);
  EXPECT_EQ(got_kind, kind);
  EXPECT_EQ(got_chunk, chunk);
}

TEST(Time, runs_forwards) {
  const double before = omp_get_wtime();
  const double after = omp_get_wtime();
  EXPECT_LE(before, after);
  EXPECT_GT(omp_get_wtick(), 0.0);
  EXPECT_LE(omp_get_wtick(), 1e-6);
}
