// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Issue 12: tasks that wait for what their maker does after it has made all of them. Below the limit of tasks that a thread may have deferred, the
// maker runs none of them before it waits, whatever the tasks before them were like. A runtime that does otherwise hangs here, and the run is ended.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=4
// run: OMP_NUM_THREADS=2 KMP_ENABLE_TASK_THROTTLING=0 RELEASED_TASKS=3000
// peers: libomp (libgomp's limit is 64 tasks for each thread, and with as many out it waits for the dependences of the next)
#include <omp.h>

#include "check.h"

// Below the limit of a thread, which is 256.
enum { kFewest = 100, kMost = 250, kStep = 50, kShort = 1000, kOlder = 8, kRounds = 5 };

static int flag_of(const int* flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }
static void raise_flag(int* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
static void await_flag(const int* flag) {
  while (!flag_of(flag)) work(10);
}

// One task waits for its maker, and `count` for that task: all at once, or one after the other.
static int dependents(int count, int chain) {
  int released = 0, value = 0, ran = 0, wrong = 0;
#pragma omp task depend(out : value) shared(value, released)
  {
    await_flag(&released);
    value = 1;
  }
  for (int i = 0; i < count; i++) {
    if (chain) {
#pragma omp task depend(inout : value) shared(value, wrong, ran) firstprivate(i)
      {
        if (value++ != i + 1) hit(&wrong);
        ran++;
      }
    } else {
#pragma omp task depend(in : value) shared(value, wrong, ran)
      {
        if (value != 1) hit(&wrong);
        hit(&ran);
      }
    }
  }
  raise_flag(&released);
#pragma omp taskwait
  return ran == count && wrong == 0;
}

// All wait for their maker.
static int independent(int count) {
  int released = 0, ran = 0;
  for (int i = 0; i < count; i++) {
#pragma omp task shared(released, ran)
    {
      await_flag(&released);
      hit(&ran);
    }
  }
  raise_flag(&released);
#pragma omp taskwait
  return ran == count;
}

// More tasks than a thread may have deferred, and so short that it would be faster to run them at once.
static void many_short(int depend) {
  int ran = 0;
  for (int i = 0; i < kShort; i++) {
    if (depend) {
#pragma omp task depend(inout : ran) shared(ran)
      ran++;
    } else {
#pragma omp task shared(ran)
      hit(&ran);
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(ran, kShort);
}

static void all_of(int count) {
  for (int chain = 0; chain < 2; chain++) {
    CHECK(dependents(count, chain));
    many_short(1);
    CHECK(dependents(count, chain));
  }
  CHECK(independent(count));
  many_short(0);
  CHECK(independent(count));
}

// The maker is a task itself, with older ones behind it, and all threads are busy.
static void inside_a_task(int count) {
  for (int i = 0; i < kOlder; i++) {
#pragma omp task
    work(1000);
  }
#pragma omp task firstprivate(count)
  all_of(count);
#pragma omp taskwait
}

// So are the makers of the tasks in it, each of which is in the middle of its own when it makes the next.
static void inside_each_other(int depth) {
  if (depth == 0) return;
  int released = 0;
#pragma omp task shared(released) firstprivate(depth)
  {
    await_flag(&released);
    inside_each_other(depth - 1);
  }
  raise_flag(&released);
#pragma omp taskwait
}

int main(void) {
  const char* text = getenv("RELEASED_TASKS");
  const int more = text ? atoi(text) : 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; round++) {
    for (int count = kFewest; count <= kMost; count += kStep) {
      all_of(count);
      inside_a_task(count - kOlder);
    }
    inside_each_other(kFewest);
    if (more != 0) all_of(more);
  }
  return finish();
}
