// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry points of libomp's inside of regions that Clang 19 does not emit, or only for rare programs.
#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kmp_calls.h"

extern "C" {
void __kmpc_begin(const void*, std::int32_t flags);
void __kmpc_end(const void*);
std::int32_t __kmpc_ok_to_fork(const void*);
std::int32_t __kmpc_in_parallel(const void*);
std::int32_t __kmpc_global_num_threads(const void*);
std::int32_t __kmpc_bound_num_threads(const void*);
std::int32_t __kmpc_bound_thread_num(const void*);
std::int32_t __kmpc_barrier_master(const void*, std::int32_t);
void __kmpc_end_barrier_master(const void*, std::int32_t);
std::int32_t __kmpc_barrier_master_nowait(const void*, std::int32_t);
void __kmpc_barrier(const void*, std::int32_t);
std::int32_t __kmpc_single(const void*, std::int32_t);
void __kmpc_end_single(const void*, std::int32_t);
void* __kmpc_copyprivate_light(const void*, std::int32_t, void*);
void __kmpc_scope(const void*, std::int32_t, void*);
void __kmpc_end_scope(const void*, std::int32_t, void*);
void __kmpc_set_thread_limit(const void*, std::int32_t, std::int32_t limit);
void* __kmpc_threadprivate(const void*, std::int32_t, void* original, std::size_t bytes);
void __kmpc_threadprivate_register_vec(const void*, void* original, void* (*construct)(void*, std::size_t),
                                       void* (*copy)(void*, void*, std::size_t), void (*destruct)(void*, std::size_t),
                                       std::size_t length);
#define MUSTER_DISTRIBUTE(suffix, T, Step)                                                                            \
  void __kmpc_dist_for_static_init_##suffix(const void*, std::int32_t, std::int32_t schedule, std::int32_t* last, T*, \
                                            T*, T* team_upper, Step* stride, Step step, Step chunk);                  \
  void __kmpc_team_static_init_##suffix(const void*, std::int32_t, std::int32_t* last, T*, T*, Step* stride,          \
                                        Step step, Step chunk);                                                       \
  void __kmpc_dist_dispatch_init_##suffix(const void*, std::int32_t, std::int32_t schedule, std::int32_t* last, T, T, \
                                          Step step, Step chunk);                                                     \
  std::int32_t __kmpc_dispatch_next_##suffix(const void*, std::int32_t, std::int32_t* last, T*, T*, Step*);
MUSTER_DISTRIBUTE(4u, std::uint32_t, std::int32_t)
MUSTER_DISTRIBUTE(8, std::int64_t, std::int64_t)
MUSTER_DISTRIBUTE(8u, std::uint64_t, std::int64_t)
#undef MUSTER_DISTRIBUTE
void __kmpc_dist_for_static_fini(const void*, std::int32_t);
}

namespace {

constexpr int kThreads = 4;
constexpr std::int32_t kStatic = 34, kDynamic = 35;

// Outside of a league and of a region the whole loop is the caller's. At the upper end of the type, where arithmetic could wrap.
template <class T, class Step, class ForStatic, class TeamStatic, class DispatchInit, class DispatchNext>
void expect_all_is_the_caller_s(ForStatic for_static, TeamStatic team_static, DispatchInit init, DispatchNext next) {
  constexpr T kUpper = std::numeric_limits<T>::max(), kLower = kUpper - 20;
  T lower = kLower, upper = kUpper, team_upper = 0;
  Step stride = 0;
  std::int32_t last = 0;
  for_static(nullptr, 0, kStatic, &last, &lower, &upper, &team_upper, &stride, Step{1}, Step{0});
  __kmpc_dist_for_static_fini(nullptr, 0);
  EXPECT_TRUE(lower == kLower && upper == kUpper && team_upper == kUpper && last == 1);
  last = 0;
  team_static(nullptr, 0, &last, &lower, &upper, &stride, Step{1}, Step{100});
  EXPECT_TRUE(lower == kLower && last == 1);
  last = 0;
  init(nullptr, 0, kDynamic, &last, kLower, kUpper, Step{1}, Step{4});
  EXPECT_EQ(last, 1);
  int iterations = 0;
  while (next(nullptr, 0, &last, &lower, &upper, &stride) != 0) {
    iterations += static_cast<int>(upper - lower) + 1;
  }
  EXPECT_EQ(iterations, 21);
}

}  // namespace

TEST(KmpRegions, a_thread_can_ask_where_it_is) {
  __kmpc_begin(nullptr, 0);
  EXPECT_EQ(__kmpc_ok_to_fork(nullptr), 1);
  EXPECT_EQ(__kmpc_in_parallel(nullptr), 0);
  EXPECT_EQ(__kmpc_bound_num_threads(nullptr), 1);
  std::atomic<int> wrong{0};
#pragma omp parallel num_threads(kThreads)
  {
    wrong += __kmpc_in_parallel(nullptr) != 1 || __kmpc_bound_num_threads(nullptr) != kThreads ||
             __kmpc_bound_thread_num(nullptr) != omp_get_thread_num();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(__kmpc_global_num_threads(nullptr), kThreads);
  __kmpc_end(nullptr);
}

TEST(KmpRegions, one_thread_works_while_the_others_wait_at_the_barrier) {
  int ran = 0;
  std::atomic<int> nowait{0};
  std::atomic<int> wrong{0};
#pragma omp parallel num_threads(kThreads)
  for (int lap = 1; lap <= 20; ++lap) {
    if (__kmpc_barrier_master(nullptr, 0) != 0) {
      ++ran;
      __kmpc_end_barrier_master(nullptr, 0);
    }
    wrong += ran != lap;
    nowait += __kmpc_barrier_master_nowait(nullptr, 0) != 0 ? 1 : 0;
    __kmpc_scope(nullptr, 0, nullptr);
    __kmpc_end_scope(nullptr, 0, nullptr);
    __kmpc_barrier(nullptr, 0);
  }
  EXPECT_EQ(ran, 20);
  EXPECT_EQ(nowait, 20);
  EXPECT_EQ(wrong, 0);
}

TEST(KmpRegions, a_single_hands_its_data_to_all) {
  std::atomic<int> wrong{0};
#pragma omp parallel num_threads(kThreads)
  {
    int own = -1;
    const bool mine = __kmpc_single(nullptr, 0) != 0;
    if (mine) {
      own = 42;
      __kmpc_end_single(nullptr, 0);
    }
    const auto* given = static_cast<int*>(__kmpc_copyprivate_light(nullptr, 0, mine ? &own : nullptr));
    wrong += *given != 42;
    __kmpc_barrier(nullptr, 0);
  }
  EXPECT_EQ(wrong, 0);
}

TEST(KmpRegions, threads_have_copies_of_their_own) {
  static int plain = 7;
  static int objects[3] = {1, 2, 3};
  static std::atomic<int> constructed{0};
  __kmpc_threadprivate_register_vec(
      nullptr, objects,
      [](void* memory, std::size_t length) -> void* {
        constructed += static_cast<int>(length);
        for (std::size_t i = 0; i < length; ++i) {
          static_cast<int*>(memory)[i] = 9;
        }
        return memory;
      },
      nullptr, nullptr, 3);
  std::atomic<int> wrong{0};
#pragma omp parallel num_threads(kThreads)
  {
    auto* copy = static_cast<int*>(__kmpc_threadprivate(nullptr, 0, &plain, sizeof plain));
    wrong += *copy != 7;
    *copy = omp_get_thread_num();
    auto* array = static_cast<int*>(__kmpc_threadprivate(nullptr, 0, objects, sizeof objects));
    wrong += array == objects ? array[2] != 3 : array[2] != 9;
    __kmpc_barrier(nullptr, 0);
    wrong += *static_cast<int*>(__kmpc_threadprivate(nullptr, 0, &plain, sizeof plain)) != omp_get_thread_num();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(constructed % 3, 0);
}

TEST(KmpRegions, a_thread_limit_is_the_task_s) {
  int limit = 0;
#pragma omp parallel num_threads(1)
  {
    __kmpc_set_thread_limit(nullptr, 0, 3);
    limit = omp_get_thread_limit();
  }
  EXPECT_EQ(limit, 3);
  EXPECT_GT(omp_get_thread_limit(), 3);
}

TEST(KmpRegions, distribute_of_all_types) {
  expect_all_is_the_caller_s<std::uint32_t, std::int32_t>(__kmpc_dist_for_static_init_4u, __kmpc_team_static_init_4u,
                                                          __kmpc_dist_dispatch_init_4u, __kmpc_dispatch_next_4u);
  expect_all_is_the_caller_s<std::int64_t, std::int64_t>(__kmpc_dist_for_static_init_8, __kmpc_team_static_init_8,
                                                         __kmpc_dist_dispatch_init_8, __kmpc_dispatch_next_8);
  expect_all_is_the_caller_s<std::uint64_t, std::int64_t>(__kmpc_dist_for_static_init_8u, __kmpc_team_static_init_8u,
                                                          __kmpc_dist_dispatch_init_8u, __kmpc_dispatch_next_8u);
}
