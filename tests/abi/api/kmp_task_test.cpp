// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Task entry points of libomp's that Clang 19 does not call, or no longer: earlier versions' and other compilers' code does.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

extern "C" {
struct KmpTask;
using TaskRoutine = std::int32_t (*)(std::int32_t global_number, KmpTask* task);
struct KmpTask {
  void* shareds;
  TaskRoutine routine;
  std::int32_t part;
  TaskRoutine destructors;
  std::int64_t priority;
  std::uint64_t lower, upper;  // from here on as a taskloop has them
  std::int64_t stride;
  std::int32_t is_last;
  void* reductions;
};
struct KmpDependence {
  void* address;
  std::size_t length;
  std::uint8_t kind;
};
// What compilers before clang-11 pass: an item is initialised without looking at the original.
struct OldReduction {
  void* shared;
  std::size_t bytes;
  void (*initialize)(void*);
  void (*finish)(void*);
  void (*combine)(void*, void*);
  std::uint32_t flags;
};
std::int32_t __kmpc_global_thread_num(const void*);
KmpTask* __kmpc_omp_task_alloc(const void*, std::int32_t, std::int32_t flags, std::size_t bytes,
                               std::size_t shared_bytes, TaskRoutine routine);
KmpTask* __kmpc_omp_target_task_alloc(const void*, std::int32_t, std::int32_t flags, std::size_t bytes,
                                      std::size_t shared_bytes, TaskRoutine routine, std::int64_t device);
std::int32_t __kmpc_omp_task(const void*, std::int32_t, KmpTask* task);
std::int32_t __kmpc_omp_task_parts(const void*, std::int32_t, KmpTask* task);
std::int32_t __kmpc_omp_task_with_deps(const void*, std::int32_t, KmpTask* task, std::int32_t count,
                                       const KmpDependence* list, std::int32_t noalias_count,
                                       const KmpDependence* noalias_list);
void __kmpc_omp_wait_deps(const void*, std::int32_t, std::int32_t count, const KmpDependence* list,
                          std::int32_t noalias_count, const KmpDependence* noalias_list);
std::int32_t __kmpc_omp_taskwait(const void*, std::int32_t);
std::int32_t __kmpc_omp_reg_task_with_affinity(const void*, std::int32_t, KmpTask* task, std::int32_t count,
                                               void* list);
void __kmpc_proxy_task_completed(std::int32_t, KmpTask* task);
void __kmpc_proxy_task_completed_ooo(KmpTask* task);
void __kmpc_taskgroup(const void*, std::int32_t);
void __kmpc_end_taskgroup(const void*, std::int32_t);
void* __kmpc_task_reduction_init(std::int32_t, std::int32_t count, const OldReduction* items);
void* __kmpc_task_reduction_modifier_init(const void*, std::int32_t, std::int32_t is_worksharing, std::int32_t count,
                                          const OldReduction* items);
void __kmpc_task_reduction_modifier_fini(const void*, std::int32_t, std::int32_t is_worksharing);
void* __kmpc_task_reduction_get_th_data(std::int32_t, void* group, void* address);
void __kmpc_taskloop_5(const void*, std::int32_t, KmpTask* pattern, std::int32_t if_clause, std::uint64_t* lower,
                       std::uint64_t* upper, std::int64_t step, std::int32_t nogroup, std::int32_t granularity,
                       std::uint64_t value, std::int32_t strict, void (*duplicate)(KmpTask*, KmpTask*, std::int32_t));
}

namespace {

constexpr std::int32_t kUntied = 0, kTied = 1, kProxy = 0x10;

std::int32_t self() { return __kmpc_global_thread_num(nullptr); }

KmpTask& new_task(std::int32_t flags, TaskRoutine routine) {
  return *__kmpc_omp_task_alloc(nullptr, self(), flags, sizeof(KmpTask), 0, routine);
}

// What the routines below write: the interface passes them nothing but the task.
std::atomic<int> ran{0};
std::vector<int> parts;

std::int32_t count_run(std::int32_t, KmpTask*) {
  ++ran;
  return 0;
}

TEST(KmpTask, AffinityIsAHintAndTheTaskRuns) {
  ran = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    KmpTask& task = new_task(kTied, &count_run);
    struct {
      std::intptr_t address;
      std::size_t length;
      std::uint32_t flags;
    } place = {reinterpret_cast<std::intptr_t>(&ran), sizeof ran, 0};
    EXPECT_EQ(__kmpc_omp_reg_task_with_affinity(nullptr, self(), &task, 1, &place), 0);
    __kmpc_omp_task(nullptr, self(), &task);
  }
  EXPECT_EQ(ran, 1);
}

std::int32_t three_parts(std::int32_t global_number, KmpTask* task) {
  parts.push_back(task->part);
  if (task->part < 2) {
    ++task->part;
    __kmpc_omp_task_parts(nullptr, global_number, task);
  }
  return 0;
}

TEST(KmpTask, PartsOfAnUntiedTaskRunOneAfterTheOther) {
  parts.clear();
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    __kmpc_omp_task_parts(nullptr, self(), &new_task(kUntied, &three_parts));
    __kmpc_omp_taskwait(nullptr, self());
    EXPECT_EQ(parts, (std::vector<int>{0, 1, 2}));
  }
}

std::int32_t produce(std::int32_t, KmpTask*) {
  std::this_thread::yield();
  ran = 42;
  return 0;
}

TEST(KmpTask, WaitDepsWaitsForTheProducer) {
  for (int i = 0; i < 100; ++i) {
    ran = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      int other = 0;
      const KmpDependence out = {&ran, sizeof ran, 3}, in = {&ran, sizeof ran, 1},
                          unrelated = {&other, sizeof other, 1};
      __kmpc_omp_task_with_deps(nullptr, self(), &new_task(kTied, &produce), 1, &out, 0, nullptr);
      __kmpc_omp_wait_deps(nullptr, self(), 1, &in, 1, &unrelated);
      EXPECT_EQ(ran, 42);
    }
  }
}

std::atomic<KmpTask*> started{nullptr};

std::int32_t start_elsewhere(std::int32_t, KmpTask* task) {
  started = task;
  return 0;
}

// The task is complete when somebody says so, not when its routine has returned.
template <class Complete>
void expect_proxy_to_be_awaited(Complete complete) {
  started = nullptr;
  ran = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      __kmpc_omp_task(nullptr, self(), &new_task(kTied | kProxy, &start_elsewhere));
      __kmpc_omp_taskwait(nullptr, self());
      EXPECT_EQ(ran, 1);
    } else {
      while (started == nullptr) std::this_thread::yield();
      ++ran;
      complete(started.load());
    }
  }
}

TEST(KmpTask, ProxyIsCompletedByAThreadOfTheTeam) {
  expect_proxy_to_be_awaited([](KmpTask* task) { __kmpc_proxy_task_completed(self(), task); });
}

TEST(KmpTask, ProxyIsCompletedByAThreadThatTheRuntimeDoesNotKnow) {
  expect_proxy_to_be_awaited(
      [](KmpTask* task) { std::thread([task] { __kmpc_proxy_task_completed_ooo(task); }).join(); });
}

void set_zero(void* value) { *static_cast<long*>(value) = 0; }
void add(void* into, void* from) { *static_cast<long*>(into) += *static_cast<long*>(from); }

long total;

std::int32_t add_one(std::int32_t global_number, KmpTask*) {
  ++*static_cast<long*>(__kmpc_task_reduction_get_th_data(global_number, nullptr, &total));
  return 0;
}

TEST(KmpTask, ReductionOfATaskgroupInTheOldForm) {
  total = 1000;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    const OldReduction item = {&total, sizeof total, &set_zero, nullptr, &add, 0};
    __kmpc_taskgroup(nullptr, self());
    EXPECT_NE(__kmpc_task_reduction_init(self(), 1, &item), nullptr);
    for (int i = 0; i < 100; ++i) __kmpc_omp_task(nullptr, self(), &new_task(kTied, &add_one));
    __kmpc_end_taskgroup(nullptr, self());
    EXPECT_EQ(total, 1100);
  }
}

std::int32_t add_one_to_the_threads(std::int32_t global_number, KmpTask* task) {
  auto* address = *static_cast<long**>(task->shareds);
  ++*static_cast<long*>(__kmpc_task_reduction_get_th_data(global_number, nullptr, address));
  return 0;
}

// reduction(task, +: ...) of a region: tasks add to the private copy of the thread that runs them.
TEST(KmpTask, ReductionOfARegionInTheOldForm) {
  total = 1000;
#pragma omp parallel num_threads(2)
  {
    long mine = 0;
    const OldReduction item = {&mine, sizeof mine, &set_zero, nullptr, &add, 0};
    EXPECT_NE(__kmpc_task_reduction_modifier_init(nullptr, self(), 0, 1, &item), nullptr);
    for (int i = 0; i < 100; ++i) {
      KmpTask* task =
          __kmpc_omp_task_alloc(nullptr, self(), kTied, sizeof(KmpTask), sizeof(long*), &add_one_to_the_threads);
      *static_cast<long**>(task->shareds) = &mine;
      __kmpc_omp_task(nullptr, self(), task);
    }
    __kmpc_task_reduction_modifier_fini(nullptr, self(), 0);
#pragma omp atomic
    total += mine;
  }
  EXPECT_EQ(total, 1200);
}

std::vector<std::uint64_t> sizes;
std::vector<int> covered;

std::int32_t run_share(std::int32_t, KmpTask* task) {
#pragma omp critical
  sizes.push_back(task->upper - task->lower + 1);
  for (std::uint64_t i = task->lower; i <= task->upper; ++i) ++covered[i];
  return 0;
}

// grainsize(strict: 10) of 95 iterations: nine tasks of 10, and one of what is left.
TEST(KmpTask, StrictGrainsizeOfATaskloop) {
  sizes.clear();
  covered.assign(95, 0);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    KmpTask& pattern = new_task(kTied, &run_share);
    pattern.lower = 0;
    pattern.upper = 94;
    pattern.stride = 1;
    __kmpc_taskloop_5(nullptr, self(), &pattern, 1, &pattern.lower, &pattern.upper, 1, 0, 1, 10, 1, nullptr);
  }
  EXPECT_EQ(covered, std::vector<int>(95, 1));
  ASSERT_EQ(sizes.size(), 10U);
  EXPECT_EQ(std::count(sizes.begin(), sizes.end(), 10U), 9);
  EXPECT_EQ(std::count(sizes.begin(), sizes.end(), 5U), 1);
}

// libomp's hidden helper threads have the numbers 1 to 8, and programs know target tasks by them.
constexpr std::int32_t kHelpers = 8;
std::atomic<int> inside[kHelpers + 1];
std::atomic<int> wrong{0};

std::int32_t run_as_helper(std::int32_t global_number, KmpTask*) {
  const std::int32_t number = self();
  if (number != global_number || number < 1 || number > kHelpers) {
    ++wrong;
    return 0;
  }
  if (++inside[number] != 1) ++wrong;
  std::this_thread::yield();
  --inside[number];
  ++ran;
  return 0;
}

std::int32_t run_as_thread(std::int32_t global_number, KmpTask*) {
  if (self() != global_number || (global_number >= 1 && global_number <= kHelpers)) ++wrong;
  ++ran;
  return 0;
}

TEST(KmpTask, TargetTasksHaveNumbersOfTheirOwn) {
  ran = wrong = 0;
#pragma omp parallel num_threads(kHelpers)
  for (int i = 0; i < 200; ++i) {
    const std::int32_t own = self();
    if (own >= 1 && own <= kHelpers) ++wrong;
    __kmpc_omp_task(nullptr, own,
                    __kmpc_omp_target_task_alloc(nullptr, own, kTied, sizeof(KmpTask), 0, &run_as_helper, -1));
    __kmpc_omp_task(nullptr, own, &new_task(kTied, &run_as_thread));
    __kmpc_omp_taskwait(nullptr, own);
    if (self() != own) ++wrong;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(ran, kHelpers * 400);
}

}  // namespace
