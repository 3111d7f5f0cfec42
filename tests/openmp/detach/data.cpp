// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// peers: libgomp
// The firstprivate data of a detached task: objects, over-aligned ones and arrays, made once and destroyed once. (libomp 19 never
// destroys the objects of a detached task.)
#include <omp.h>

#include <cstdint>

#include "check.h"

static int alive;

struct Counted {
  int value;
  explicit Counted(int start) : value(start) { __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED); }
  Counted(const Counted& other) : value(other.value) { __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED); }
  ~Counted() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
};

struct alignas(128) Wide {
  double values[16];
};

int main() {
  int wrong = 0, ran = 0;
#pragma omp parallel
  for (int lap = 0; lap < 50; lap++) {
    Counted counted(lap);
    Wide wide = {{lap * 1.0}};
    char bytes[1000];
    for (char& byte : bytes) byte = static_cast<char>(lap);
    omp_event_handle_t event;
#pragma omp task detach(event) firstprivate(counted, wide, bytes) shared(wrong, ran)
    {
      if (counted.value != lap || wide.values[0] != lap || bytes[999] != static_cast<char>(lap)) hit(&wrong);
      if (reinterpret_cast<std::uintptr_t>(&wide) % 128 != 0) hit(&wrong);
      hit(&ran);
    }
    omp_fulfill_event(event);
#pragma omp taskwait
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(ran, 50 * requested_threads());
  CHECK_EQUAL(alive, 0);
  return finish();
}
