// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target tasks are run by threads that are nobody's teammates: they go on while all that could run them are busy, come in the
// order of their dependences with other tasks, and are waited for by all that waits for tasks.
// GCC's code runs them as the tasks that they are.
// compilers: clang
// peers: libomp
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=2 LIBOMP_NUM_HIDDEN_HELPER_THREADS=1
// run: OMP_NUM_THREADS=3 LIBOMP_NUM_HIDDEN_HELPER_THREADS=5 KMP_HIDDEN_HELPER_AFFINITY=compact
// run: OMP_NUM_THREADS=2 OMP_PROC_BIND=close OMP_PLACES=threads
// run: OMP_NUM_THREADS=2 KMP_BLOCKTIME=0
#include <omp.h>
#include <pthread.h>
#include <sched.h>

#include "check.h"

enum { kMany = 2000, kSteps = 40 };

static void await_flag(const int* flag) {
  while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE)) sched_yield();
}
static void set_flag(int* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }

// Nobody comes to a task scheduling point before the task has run.
static void go_on_beside_the_thread(void) {
  int ran = 0;
#pragma omp target nowait map(tofrom : ran)
  set_flag(&ran);
  await_flag(&ran);
#pragma omp taskwait
}

static void go_on_beside_a_team(void) {
  int ran = 0, passed = 0;
#pragma omp parallel
  {
#pragma omp single nowait
    {
#pragma omp target nowait map(tofrom : ran)
      set_flag(&ran);
    }
    await_flag(&ran);
    hit(&passed);
  }
  CHECK_EQUAL(passed, requested_threads());
}

static void chain(void) {
  int steps[3 * kSteps], next = 0, token = 0;
  (void)token;
  for (int i = 0; i < kSteps; i++) {
#pragma omp task shared(steps, next) depend(inout : token)
    steps[next++] = 3 * i;
#pragma omp target nowait map(tofrom : steps, next) depend(inout : token)
    steps[next++] = 3 * i + 1;
#pragma omp target nowait map(tofrom : steps, next) depend(inout : token)
    steps[next++] = 3 * i + 2;
  }
#pragma omp taskwait
  CHECK_EQUAL(next, 3 * kSteps);
  for (int i = 0; i < next; i++) CHECK_EQUAL(steps[i], i);
}

static void wait_for_them(void) {
  int count = 0;
#pragma omp parallel
  {
    int own = 0;
#pragma omp taskgroup
    for (int i = 0; i < 5; i++) {
#pragma omp target nowait map(tofrom : own)
#pragma omp atomic
      own++;
    }
    CHECK_EQUAL(own, 5);
#pragma omp task shared(count)
    {
#pragma omp target nowait map(tofrom : count)
#pragma omp atomic
      count++;
    }
  }
  // The join has waited for the tasks of the tasks.
  CHECK_EQUAL(count, requested_threads());

  int before_barrier = 0;
#pragma omp parallel
  {
#pragma omp target nowait map(tofrom : before_barrier)
#pragma omp atomic
    before_barrier++;
#pragma omp barrier
    CHECK_EQUAL(__atomic_load_n(&before_barrier, __ATOMIC_RELAXED), requested_threads());
  }
}

static void final_ones_are_included(void) {
  int ran = 0;
#pragma omp task final(1) shared(ran)
  {
#pragma omp target nowait map(tofrom : ran)
    ran = 1;
    CHECK_EQUAL(ran, 1);
  }
#pragma omp taskwait
}

// Clang refuses the construct where it sees that it is nested.
static __attribute__((noinline)) void make_target_task(int* targets) {
#pragma omp target nowait firstprivate(targets)
  hit(targets);
}

// What a target task makes is its own: a region, tasks, and more target tasks.
static void make_things_inside(void) {
  int inner = 0, tasks = 0, targets = 0;
#pragma omp target nowait map(tofrom : inner, tasks, targets)
  {
#pragma omp parallel num_threads(3)
    {
      hit(&inner);
#pragma omp task shared(tasks)
      hit(&tasks);
      make_target_task(&targets);
    }
    for (int i = 0; i < 4; i++) {
#pragma omp task shared(tasks)
      hit(&tasks);
      make_target_task(&targets);
    }
  }
#pragma omp taskwait
  CHECK(inner >= 1 && inner <= 3);
  CHECK_EQUAL(tasks, inner + 4);
  CHECK_EQUAL(targets, inner + 4);
}

static void make_many(void) {
  int count = 0;
#pragma omp parallel
  for (int i = 0; i < kMany; i++) {
#pragma omp target nowait map(tofrom : count)
#pragma omp atomic
    count++;
  }
  CHECK_EQUAL(count, kMany * requested_threads());
}

static void* end_with_one_on_its_way(void* count) {
  int* sum = count;
  for (int i = 0; i < 3; i++) {
#pragma omp target nowait firstprivate(sum)
    hit(sum);
  }
#pragma omp taskwait
  // The thread's end waits for this one.
#pragma omp target nowait firstprivate(sum)
  hit(sum);
  return NULL;
}

static void threads_of_the_program(void) {
  enum { kThreads = 8 };
  pthread_t threads[kThreads];
  int count = 0;
  for (int i = 0; i < kThreads; i++) CHECK_EQUAL(pthread_create(&threads[i], NULL, end_with_one_on_its_way, &count), 0);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  CHECK_EQUAL(count, 4 * kThreads);
}

int main(void) {
  for (int round = 0; round < 3; round++) {
    go_on_beside_the_thread();
    go_on_beside_a_team();
    chain();
#pragma omp parallel
#pragma omp single
    chain();
    wait_for_them();
    final_ones_are_included();
    make_things_inside();
    make_many();
    threads_of_the_program();
  }
  return finish();
}
