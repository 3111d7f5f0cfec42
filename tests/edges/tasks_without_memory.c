// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Issue 12: the system has no more memory when the tasks come: each runs all the same, after its predecessors, if at once.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=4 SPARE_KIB=100
// run: OMP_NUM_THREADS=2 SPARE_KIB=1000
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true OMP_MAX_TASK_PRIORITY=3
// peers: none (libgomp and libomp end the program)
// not-under: address
// not-under: thread
// not-under: emulation (the limit would be that of the emulator)
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "check.h"

enum { kTasks = 200000, kSide = 120, kReaders = 3000, kRounds = 5, kFib = 22, kFibResult = 17711 };

static long vm_kib(void) {
  FILE* file = fopen("/proc/self/status", "r");
  char line[200];
  long kib = -1;
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, "VmSize:", 7) == 0) kib = atol(line + 7);
  if (file) fclose(file);
  return kib;
}

static void take_the_rest_away(void) {
  const char* text = getenv("SPARE_KIB");
  const long kib = vm_kib() + (text ? atol(text) : 0);
  const struct rlimit limit = {(rlim_t)kib * 1024, (rlim_t)kib * 1024};
  if (kib <= 0 || setrlimit(RLIMIT_AS, &limit) != 0) skip("no limit of the address space");
}

static long fib(int n) {
  if (n < 2) return n;
  long left, right;
#pragma omp task shared(left)
  left = fib(n - 1);
#pragma omp task shared(right) priority(n % 3)
  right = fib(n - 2);
#pragma omp taskwait
  return left + right;
}

static void independent(void) {
  struct large {
    char bytes[700];
  } large = {{0}};
  int ran = 0;
  large.bytes[699] = 1;
#pragma omp taskgroup
  for (int i = 0; i < kTasks; i++) {
    if (i % 8 == 0) {
#pragma omp task firstprivate(large) shared(ran)
      __atomic_fetch_add(&ran, large.bytes[699], __ATOMIC_RELAXED);
    } else {
#pragma omp task shared(ran)
      hit(&ran);
    }
  }
  CHECK_EQUAL(ran, kTasks);
  ran = 0;
#pragma omp taskloop shared(ran) grainsize(10)
  for (int i = 0; i < kTasks; i++) hit(&ran);
  CHECK_EQUAL(ran, kTasks);
}

static void dependent(void) {
  static long cells[kSide + 1][kSide + 1];
  long value = 0, wrong = 0;
  for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inout : value) shared(value) firstprivate(i)
    {
      if (i == 0) work(100000);
      value = value == i ? i + 1 : -1;
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(value, kTasks);
  for (int i = 0; i <= kSide; i++)
    for (int j = 0; j <= kSide; j++) cells[i][j] = i == 0 || j == 0;
  for (int i = 1; i <= kSide; i++) {
    for (int j = 1; j <= kSide; j++) {
#pragma omp task depend(in : cells[i - 1][j], cells[i][j - 1]) depend(out : cells[i][j])
      {
        if (cells[i - 1][j] == 0 || cells[i][j - 1] == 0) __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
        cells[i][j] = 1;
      }
    }
  }
  // Many predecessors each.
  long sum = 0;
  for (int round = 0; round < kRounds; round++) {
    for (int i = 0; i < kReaders; i++) {
#pragma omp task depend(in : value) depend(mutexinoutset : sum) shared(value, sum)
      sum += value;
    }
#pragma omp task depend(out : value) depend(in : sum) shared(value, sum)
    value = sum % 1000 + 1;
  }
#pragma omp taskwait
  CHECK_EQUAL(wrong, 0);
  long expected = 0, last = kTasks;
  for (int round = 0; round < kRounds; round++) {
    expected += last * kReaders;
    last = expected % 1000 + 1;
  }
  CHECK_EQUAL(sum, expected);
  CHECK_EQUAL(value, last);
}

int main(void) {
#pragma omp parallel
  work(1000);
  take_the_rest_away();
#pragma omp parallel
#pragma omp single
  {
    independent();
    dependent();
    CHECK_EQUAL(fib(kFib), kFibResult);
  }
  return finish();
}
