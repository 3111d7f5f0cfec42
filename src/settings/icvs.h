// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The internal control variables (ICVs) of a data environment (OpenMP 5.2, 2.1 and 2.3): each task has a copy, so they
// are small and plain. The lists of nthreads-var and bind-var are shortened by one element at each nesting level (2.4).
#pragma once

#include <cstdint>
#include <limits>

namespace muster::settings {

enum class ScheduleKind : std::uint8_t {
  static_,
  dynamic,
  guided,
  auto_,
  // Extensions that binaries built for libomp can ask for.
  trapezoidal,
  static_steal,
  static_greedy,
  static_balanced,
};

// `none`: nothing was said. OpenMP 5.2, 11.5.3: then static means monotonic and all other kinds mean nonmonotonic.
enum class ScheduleModifier : std::uint8_t { none, monotonic, nonmonotonic };

struct Schedule {
  ScheduleKind kind = ScheduleKind::static_;
  ScheduleModifier modifier = ScheduleModifier::none;
  // Whether run-sched-var has been set. The default is implementation defined, and the peers' defaults differ.
  bool given = false;
  std::int64_t chunk = 0;  // 0: none given

  friend constexpr bool operator==(const Schedule&, const Schedule&) = default;
};

// What schedule(runtime) means in code that GCC has built: as long as nothing was set, what libgomp documents as its default. libomp's is static.
constexpr Schedule schedule_of_gomp(const Schedule& run_schedule) {
  return run_schedule.given ? run_schedule : Schedule{.kind = ScheduleKind::dynamic};
}

enum class ProcBind : std::uint8_t { false_, true_, primary, close, spread };

// Levels for which a list keeps its own element; deeper levels use the last one. Real lists have two or three elements.
inline constexpr int kMaxListLevels = 8;

inline constexpr std::int32_t kUnlimitedThreads = std::numeric_limits<std::int32_t>::max();

// What omp_get_supported_active_levels answers. 255 is libgomp's answer too; libomp says 2147483647.
inline constexpr std::int32_t kSupportedActiveLevels = 255;

// The device number that names no device, as GCC's omp.h (13 and later) has it.
inline constexpr std::int32_t kInvalidDevice = -4;

struct Icvs {
  std::int32_t num_threads[kMaxListLevels] = {};
  ProcBind bind[kMaxListLevels] = {};
  std::uint8_t num_threads_count = 0;  // 0: not set, the default team size applies
  std::uint8_t bind_count = 1;
  bool dynamic = false;
  std::int32_t max_active_levels = 1;
  // What bounds regions. Where teams of a league share the CPUs it is the share, and `limit_told` is thread-limit-var; 0: they are one.
  std::int32_t thread_limit = kUnlimitedThreads;
  std::int32_t limit_told = 0;
  std::int32_t default_device = 0;
  Schedule run_schedule;
  std::uint64_t default_allocator = 1;  // an allocator handle as omp.h numbers them; 1 is the default allocator

  friend constexpr bool operator==(const Icvs&, const Icvs&) = default;
};
static_assert(sizeof(Icvs) <= 96, "every task carries a copy");

// The number of threads asked for at `level` regions further in (0: the next region); 0 when the list is empty, which
// means the default team size.
constexpr std::int32_t num_threads_at(const Icvs& icvs, int level) {
  if (icvs.num_threads_count == 0) return 0;
  const int last = icvs.num_threads_count - 1;
  return icvs.num_threads[level < 0 ? 0 : (level < last ? level : last)];
}

constexpr ProcBind bind_at(const Icvs& icvs, int level) {
  const int last = icvs.bind_count == 0 ? 0 : icvs.bind_count - 1;
  return icvs.bind[level < 0 ? 0 : (level < last ? level : last)];
}

constexpr void set_thread_limit(Icvs& icvs, std::int32_t limit) {
  icvs.thread_limit = limit;
  icvs.limit_told = 0;
}

// thread-limit-var.
constexpr std::int32_t thread_limit_of(const Icvs& icvs) {
  return icvs.limit_told != 0 ? icvs.limit_told : icvs.thread_limit;
}

// What omp_set_num_threads does: the first element changes, those of inner levels stay (OpenMP 5.2, 18.2.1).
constexpr void set_num_threads(Icvs& icvs, std::int32_t num_threads) {
  icvs.num_threads[0] = num_threads;
  if (icvs.num_threads_count == 0) icvs.num_threads_count = 1;
}

// The ICVs that the implicit tasks of a region inherit: a list of several elements loses its first (OpenMP 5.2, 2.4).
constexpr Icvs inner(const Icvs& outer) {
  Icvs result = outer;
  if (outer.num_threads_count > 1) {
    for (int i = 1; i < outer.num_threads_count; ++i) result.num_threads[i - 1] = outer.num_threads[i];
    result.num_threads_count = static_cast<std::uint8_t>(outer.num_threads_count - 1);
  }
  if (outer.bind_count > 1) {
    for (int i = 1; i < outer.bind_count; ++i) result.bind[i - 1] = outer.bind[i];
    result.bind_count = static_cast<std::uint8_t>(outer.bind_count - 1);
  }
  return result;
}

}  // namespace muster::settings
