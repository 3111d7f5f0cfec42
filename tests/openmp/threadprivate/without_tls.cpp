// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: clang++
// flags: -fnoopenmp-use-tls
// threadprivate variables that clang asks the runtime for: initial values, persistence, copyin, copyprivate, objects and arrays of
// objects.
#include <omp.h>

#include "check.h"

static int constructed;

struct Object {
  int value;
  explicit Object(int start) : value(start) { __atomic_fetch_add(&constructed, 1, __ATOMIC_RELAXED); }
  ~Object() {}
};

static int number = 5;
static double table[300] = {1.5};
static Object object(11);
static Object objects[3] = {Object(1), Object(2), Object(3)};
#pragma omp threadprivate(number, table, object, objects)

static void check_initial(int* wrong) {
  if (number != 5 || table[0] != 1.5 || table[299] != 0) hit(wrong);
  if (object.value != 11 || objects[0].value != 1 || objects[2].value != 3) hit(wrong);
}

static void change(int by) {
  number += by;
  table[299] += by;
  object.value += by;
  objects[1].value += by;
}

static void regions(int* wrong) {
  int size = requested_threads(), bad = 0;
  const void* first[64] = {nullptr};
  // A thread of its own value, which stays.
#pragma omp parallel num_threads(size)
  {
    first[omp_get_thread_num()] = &number;
    change(omp_get_thread_num() + 1);
  }
  for (int lap = 1; lap <= 20; lap++) {
#pragma omp parallel num_threads(size)
    {
      int me = omp_get_thread_num();
      if (number != 5 + lap * (me + 1) || table[299] != lap * (me + 1)) hit(&bad);
      if (object.value != 11 + lap * (me + 1) || objects[1].value != 2 + lap * (me + 1)) hit(&bad);
      if (&number != first[me]) hit(&bad);
      for (int other = 0; other < size; other++) {
        if (other != me && &number == first[other]) hit(&bad);
      }
      change(me + 1);
    }
  }
  number = 100;
  table[0] = 7;
#pragma omp parallel num_threads(size) copyin(number, table)
  {
    if (number != 100 || table[0] != 7) hit(&bad);
#pragma omp barrier
#pragma omp single copyprivate(number)
    number = 55;
    if (number != 55) hit(&bad);
  }
  __atomic_fetch_add(wrong, bad, __ATOMIC_RELAXED);
}

int main() {
  int wrong = 0;
  check_initial(&wrong);
#pragma omp parallel
  check_initial(&wrong);
  regions(&wrong);
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(number, 55);
  CHECK(constructed >= 4 * requested_threads());
  return finish();
}
