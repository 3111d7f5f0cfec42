// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points of libgomp's that GCC 12 does not emit, or only for rare loops: what older compilers called.
#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

using Ull = unsigned long long;
using Outlined = void (*)(void*);

extern "C" {
bool GOMP_loop_static_start(long, long, long, long chunk, long*, long*);
bool GOMP_loop_static_next(long*, long*);
bool GOMP_loop_runtime_start(long, long, long, long*, long*);
bool GOMP_loop_runtime_next(long*, long*);
bool GOMP_loop_nonmonotonic_runtime_start(long, long, long, long*, long*);
bool GOMP_loop_nonmonotonic_runtime_next(long*, long*);
bool GOMP_loop_nonmonotonic_guided_start(long, long, long, long chunk, long*, long*);
bool GOMP_loop_nonmonotonic_guided_next(long*, long*);
bool GOMP_loop_ull_static_start(bool up, Ull, Ull, Ull, Ull chunk, Ull*, Ull*);
bool GOMP_loop_ull_static_next(Ull*, Ull*);
bool GOMP_loop_ull_runtime_start(bool up, Ull, Ull, Ull, Ull*, Ull*);
bool GOMP_loop_ull_runtime_next(Ull*, Ull*);
bool GOMP_loop_ull_nonmonotonic_runtime_start(bool up, Ull, Ull, Ull, Ull*, Ull*);
bool GOMP_loop_ull_nonmonotonic_runtime_next(Ull*, Ull*);
bool GOMP_loop_ull_start(bool up, Ull, Ull, Ull, long schedule, Ull chunk, Ull*, Ull*, std::uintptr_t*, void**);
bool GOMP_loop_ull_ordered_start(bool up, Ull, Ull, Ull, long schedule, Ull chunk, Ull*, Ull*, std::uintptr_t*, void**);
void GOMP_loop_end();
bool GOMP_loop_end_cancel();
bool GOMP_sections_end_cancel();

bool GOMP_loop_doacross_start(unsigned, long* counts, long schedule, long chunk, long*, long*, std::uintptr_t*, void**);
bool GOMP_loop_ull_doacross_start(unsigned, Ull* counts, long schedule, Ull chunk, Ull*, Ull*, std::uintptr_t*, void**);
bool GOMP_loop_ull_doacross_static_start(unsigned, Ull* counts, Ull chunk, Ull*, Ull*);
bool GOMP_loop_ull_doacross_dynamic_start(unsigned, Ull* counts, Ull chunk, Ull*, Ull*);
bool GOMP_loop_ull_doacross_guided_start(unsigned, Ull* counts, Ull chunk, Ull*, Ull*);
bool GOMP_loop_ull_doacross_runtime_start(unsigned, Ull* counts, Ull*, Ull*);
void GOMP_doacross_post(long*);
void GOMP_doacross_wait(long, ...);
void GOMP_doacross_ull_post(Ull*);
void GOMP_doacross_ull_wait(Ull, ...);

void GOMP_parallel_start(Outlined, void*, unsigned threads);
void GOMP_parallel_end();
void GOMP_parallel_loop_static_start(Outlined, void*, unsigned, long, long, long, long chunk);
void GOMP_parallel_loop_dynamic_start(Outlined, void*, unsigned, long, long, long, long chunk);
void GOMP_parallel_loop_guided_start(Outlined, void*, unsigned, long, long, long, long chunk);
void GOMP_parallel_loop_runtime_start(Outlined, void*, unsigned, long, long, long);
void GOMP_parallel_loop_static(Outlined, void*, unsigned, long, long, long, long chunk, unsigned flags);
void GOMP_parallel_loop_nonmonotonic_runtime(Outlined, void*, unsigned, long, long, long, unsigned flags);
void GOMP_parallel_sections_start(Outlined, void*, unsigned, unsigned count);
unsigned GOMP_sections_next();
unsigned GOMP_sections_start(unsigned count);

void GOMP_taskwait_depend(void** depend);
void GOMP_taskwait_depend_nowait(void** depend);

void GOMP_target(int, Outlined, const void*, std::size_t, void** addresses, std::size_t*, unsigned char*);
void GOMP_target_data(int, const void*, std::size_t, void**, std::size_t*, unsigned char*);
void GOMP_target_update(int, const void*, std::size_t, void**, std::size_t*, unsigned char*);
void GOMP_target_end_data();
void GOMP_teams(unsigned teams, unsigned thread_limit);
void GOMP_offload_register(const void*, int, const void*);
void GOMP_offload_register_ver(unsigned, const void*, int, const void*);
void GOMP_offload_unregister(const void*, int, const void*);
void GOMP_offload_unregister_ver(unsigned, const void*, int, const void*);
}

namespace {

constexpr long kCount = 103;
constexpr int kThreads = 3;
constexpr long kDynamicCode = 2;  // as omp_sched_t

class Ran {
 public:
  template <class T>
  void range(T first, T end) {
    for (T i = first; i < end; ++i) {
      ++times_.at(static_cast<std::size_t>(i));
    }
  }
  void expect_once() const {
    for (const std::atomic<int>& times : times_) {
      EXPECT_EQ(times, 1);
    }
  }

 private:
  std::vector<std::atomic<int>> times_ = std::vector<std::atomic<int>>(kCount);
};

// A worksharing loop from 0: `start` and `next` as GCC's code calls them.
template <class T, class Start, class Next>
void expect_loop(Start start, Next next) {
  Ran ran;
#pragma omp parallel num_threads(kThreads)
  {
    T first = 0, end = 0;
    if (start(&first, &end)) {
      do {
        ran.range(first, end);
      } while (next(&first, &end));
    }
    GOMP_loop_end();
  }
  ran.expect_once();
}

// The function of a combined region: the loop has been started for it.
void take_chunks(void* data) {
  long first = 0, end = 0;
  while (GOMP_loop_runtime_next(&first, &end)) {
    static_cast<Ran*>(data)->range(first, end);
  }
}

template <class Start>
void expect_region_by_caller(Start start) {
  Ran ran;
  start(&ran);
  take_chunks(&ran);
  GOMP_parallel_end();
  ran.expect_once();
}

template <class T, class Start>
void expect_order(Start start) {
  std::vector<T> order;
#pragma omp parallel num_threads(kThreads)
  {
    T counts[] = {kCount};
    T first = 0, end = 0;
    if (start(counts, &first, &end)) {
      do {
        for (T i = first; i < end; ++i) {
          if constexpr (sizeof(T) == sizeof(long) && T(-1) < T(0)) {
            GOMP_doacross_wait(i - 1);
            order.push_back(i);
            GOMP_doacross_post(&i);
          } else {
            GOMP_doacross_ull_wait(i - 1);
            order.push_back(i);
            GOMP_doacross_ull_post(&i);
          }
        }
      } while (sizeof(T) == sizeof(long) && T(-1) < T(0)
                   ? GOMP_loop_runtime_next(reinterpret_cast<long*>(&first), reinterpret_cast<long*>(&end))
                   : GOMP_loop_ull_runtime_next(reinterpret_cast<Ull*>(&first), reinterpret_cast<Ull*>(&end)));
    }
    GOMP_loop_end();
  }
  ASSERT_EQ(order.size(), static_cast<std::size_t>(kCount));
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(order[i], static_cast<T>(i));
  }
}

}  // namespace

TEST(GompLoops, of_long_start_and_go_on) {
  expect_loop<long>([](long* f, long* e) { return GOMP_loop_static_start(0, kCount, 1, 5, f, e); },
                    GOMP_loop_static_next);
  for (const omp_sched_t kind : {omp_sched_static, omp_sched_dynamic, omp_sched_guided}) {
    omp_set_schedule(kind, 4);
    expect_loop<long>([](long* f, long* e) { return GOMP_loop_runtime_start(0, kCount, 1, f, e); },
                      GOMP_loop_runtime_next);
    expect_loop<long>([](long* f, long* e) { return GOMP_loop_nonmonotonic_runtime_start(0, kCount, 1, f, e); },
                      GOMP_loop_nonmonotonic_runtime_next);
  }
}

TEST(GompLoops, of_guided_chunks_begin_with_a_share_and_with_half_of_one_where_threads_share_a_cpu) {
  const int cpus = omp_get_num_procs();
  for (const int threads : {cpus > 1 ? cpus : 2, 2 * cpus, 4 * cpus}) {
    const long total = 1024L * threads;
    std::atomic<long> first = 0;
#pragma omp parallel num_threads(threads)
    {
      long begin = 0, end = 0;
      for (bool more = GOMP_loop_nonmonotonic_guided_start(0, total, 1, 1, &begin, &end); more;
           more = GOMP_loop_nonmonotonic_guided_next(&begin, &end)) {
        if (begin == 0) {
          first = end;
        }
      }
      GOMP_loop_end();
    }
    EXPECT_EQ(first, threads > cpus ? 512 : 1024) << threads << " threads on " << cpus << " CPUs";
  }
}

TEST(GompLoops, of_unsigned_long_long_start_and_go_on) {
  omp_set_schedule(omp_sched_dynamic, 4);
  expect_loop<Ull>([](Ull* f, Ull* e) { return GOMP_loop_ull_static_start(true, 0, kCount, 1, 5, f, e); },
                   GOMP_loop_ull_static_next);
  expect_loop<Ull>([](Ull* f, Ull* e) { return GOMP_loop_ull_runtime_start(true, 0, kCount, 1, f, e); },
                   GOMP_loop_ull_runtime_next);
  expect_loop<Ull>([](Ull* f, Ull* e) { return GOMP_loop_ull_nonmonotonic_runtime_start(true, 0, kCount, 1, f, e); },
                   GOMP_loop_ull_nonmonotonic_runtime_next);
  expect_loop<Ull>(
      [](Ull* f, Ull* e) { return GOMP_loop_ull_start(true, 0, kCount, 1, kDynamicCode, 3, f, e, nullptr, nullptr); },
      GOMP_loop_ull_runtime_next);
  expect_loop<Ull>(
      [](Ull* f, Ull* e) {
        return GOMP_loop_ull_ordered_start(true, 0, kCount, 1, kDynamicCode, 3, f, e, nullptr, nullptr);
      },
      GOMP_loop_ull_runtime_next);
}

TEST(GompLoops, ends_that_could_be_cancelled_are_not) {
  std::atomic<int> cancelled{0};
#pragma omp parallel num_threads(kThreads)
  {
    long first = 0, end = 0;
    GOMP_loop_static_start(0, kCount, 1, 0, &first, &end);
    cancelled += GOMP_loop_end_cancel() ? 1 : 0;
    for (unsigned section = GOMP_sections_start(4); section != 0; section = GOMP_sections_next()) {
    }
    cancelled += GOMP_sections_end_cancel() ? 1 : 0;
  }
  EXPECT_EQ(cancelled, 0);
}

TEST(GompDoacross, iterations_wait_for_the_ones_before) {
  omp_set_schedule(omp_sched_dynamic, 2);
  expect_order<long>([](long* counts, long* f, long* e) {
    return GOMP_loop_doacross_start(1, counts, kDynamicCode, 2, f, e, nullptr, nullptr);
  });
  expect_order<Ull>([](Ull* counts, Ull* f, Ull* e) {
    return GOMP_loop_ull_doacross_start(1, counts, kDynamicCode, 2, f, e, nullptr, nullptr);
  });
  expect_order<Ull>([](Ull* c, Ull* f, Ull* e) { return GOMP_loop_ull_doacross_static_start(1, c, 4, f, e); });
  expect_order<Ull>([](Ull* c, Ull* f, Ull* e) { return GOMP_loop_ull_doacross_dynamic_start(1, c, 4, f, e); });
  expect_order<Ull>([](Ull* c, Ull* f, Ull* e) { return GOMP_loop_ull_doacross_guided_start(1, c, 4, f, e); });
  expect_order<Ull>([](Ull* c, Ull* f, Ull* e) { return GOMP_loop_ull_doacross_runtime_start(1, c, f, e); });
}

TEST(GompRegions, the_caller_runs_its_part_between_start_and_end) {
  std::atomic<int> threads{0};
  const Outlined count = [](void* data) { ++*static_cast<std::atomic<int>*>(data); };
  GOMP_parallel_start(count, &threads, kThreads);
  count(&threads);
  EXPECT_EQ(omp_get_num_threads(), kThreads);
  GOMP_parallel_end();
  EXPECT_EQ(threads, kThreads);
  EXPECT_EQ(omp_get_level(), 0);
}

TEST(GompRegions, combined_ones_start_the_loop_too) {
  omp_set_schedule(omp_sched_guided, 2);
  expect_region_by_caller([](void* d) { GOMP_parallel_loop_static_start(take_chunks, d, kThreads, 0, kCount, 1, 4); });
  expect_region_by_caller([](void* d) { GOMP_parallel_loop_dynamic_start(take_chunks, d, kThreads, 0, kCount, 1, 4); });
  expect_region_by_caller([](void* d) { GOMP_parallel_loop_guided_start(take_chunks, d, kThreads, 0, kCount, 1, 4); });
  expect_region_by_caller([](void* d) { GOMP_parallel_loop_runtime_start(take_chunks, d, kThreads, 0, kCount, 1); });
  Ran ran;
  GOMP_parallel_loop_static(take_chunks, &ran, kThreads, 0, kCount, 1, 3, 0);
  ran.expect_once();
  Ran again;
  GOMP_parallel_loop_nonmonotonic_runtime(take_chunks, &again, kThreads, 0, kCount, 1, 0);
  again.expect_once();
}

TEST(GompRegions, sections_are_handed_out_in_a_region_by_the_caller) {
  constexpr unsigned kSections = 11;
  static std::atomic<int> ran[kSections + 1];
  const Outlined take = [](void*) {
    while (const unsigned section = GOMP_sections_next()) {
      ++ran[section];
    }
  };
  GOMP_parallel_sections_start(take, nullptr, kThreads, kSections);
  take(nullptr);
  GOMP_parallel_end();
  for (unsigned section = 1; section <= kSections; ++section) {
    EXPECT_EQ(ran[section], 1);
  }
}

TEST(GompTasks, nobody_waits_for_dependences_that_no_task_has) {
  int value = 0;
  void* depend[] = {reinterpret_cast<void*>(1), reinterpret_cast<void*>(1), &value};
  int threads = 0;
#pragma omp parallel num_threads(kThreads) reduction(+ : threads)
  {
    GOMP_taskwait_depend(depend);
    GOMP_taskwait_depend_nowait(depend);
    ++threads;
  }
  EXPECT_EQ(threads, kThreads);
}

TEST(GompTarget, regions_of_old_compilers_run_on_the_variables_themselves) {
  int value = 1;
  void* addresses[] = {&value};
  std::size_t sizes[] = {sizeof value};
  unsigned char kinds[] = {3};
  GOMP_offload_register(nullptr, 0, nullptr);
  GOMP_offload_register_ver(1, nullptr, 0, nullptr);
  GOMP_target_data(-1, nullptr, 1, addresses, sizes, kinds);
  GOMP_target_update(-1, nullptr, 1, addresses, sizes, kinds);
  GOMP_target(
      -1,
      [](void* data) {
        GOMP_teams(1, 2);
        *static_cast<int**>(data)[0] += omp_get_thread_limit();
      },
      nullptr, 1, addresses, sizes, kinds);
  GOMP_target_end_data();
  GOMP_offload_unregister_ver(1, nullptr, 0, nullptr);
  GOMP_offload_unregister(nullptr, 0, nullptr);
  EXPECT_EQ(value, 3);
  EXPECT_GT(omp_get_thread_limit(), 2);
}
