// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_target_memcpy_async, _rect_async and memset_async are tasks: they return while what they depend on is still to come, wait for that and for
// nothing else, and others wait for them.
// run: OMP_NUM_THREADS=1
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
// link: -ldl
// peers: none (libgomp has them since GCC 13; libomp has them in another library)
#include <dlfcn.h>
#include <omp.h>
#include <stddef.h>
#include <string.h>

#include "check.h"

enum { kBytes = 64 };

typedef int copy_function(void*, const void*, size_t, size_t, size_t, int, int, int, omp_depend_t*);
typedef int rectangle_function(void*, const void*, size_t, int, const size_t*, const size_t*, const size_t*,
                               const size_t*, const size_t*, int, int, int, omp_depend_t*);
typedef void* fill_function(void*, int, size_t, int, int, omp_depend_t*);

static copy_function* copy;
static rectangle_function* copy_rectangle;
static fill_function* fill;

static int all_are(const char* block, int value, int count) {
  for (int i = 0; i < count; i++)
    if (block[i] != value) return 0;
  return 1;
}

// Copies the middle of the second of two squares of 4 x 4, 32 bytes apart, into that of the first.
static int copy_middle(char* block, omp_depend_t* written) {
  size_t dimensions[] = {4, 4}, offsets[] = {1, 1}, volume[] = {2, 2};
  int status =
      copy_rectangle(block, block + 32, 1, 2, volume, offsets, offsets, dimensions, dimensions, 0, 0, 1, written);
  // The arrays are the caller's again.
  memset(volume, 0x7f, sizeof volume);
  memset(dimensions, 0x7f, sizeof dimensions);
  memset(offsets, 0x7f, sizeof offsets);
  return status;
}

static void chain(void) {
  char first[kBytes], second[kBytes], third[kBytes];
  memset(first, 1, kBytes);
  memset(second, 2, kBytes);
  memset(third, 3, kBytes);
  // Two objects each; behind the last stands one that is used for nothing, as what follows could look like a part of it.
  omp_depend_t from_first[3], from_second[3];
#pragma omp depobj(from_first[0]) depend(in : first)
#pragma omp depobj(from_first[1]) depend(out : second)
#pragma omp depobj(from_first[2]) depend(in : first)
#pragma omp depobj(from_second[0]) depend(in : second)
#pragma omp depobj(from_second[1]) depend(inout : third)
#pragma omp depobj(from_second[2]) depend(in : first)
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task depend(out : first) shared(first) detach(event)
  memset(first, 5, kBytes);
  CHECK_EQUAL(copy(second, first, kBytes / 2, 2, 1, 0, 0, 2, from_first), 0);
  CHECK_EQUAL(copy(third, second, kBytes, 0, 0, 0, 0, 2, from_second), 0);
  CHECK_EQUAL(copy_middle(third, &from_second[1]), 0);
  CHECK(fill(third + 32, 9, kBytes - 32, 0, 1, &from_second[1]) == third + 32);
  // They wait for the event, and this thread does not wait for them.
  CHECK(all_are(second, 2, kBytes) && all_are(third, 3, kBytes));
  int other = 0;
#pragma omp task depend(out : other) shared(other)
  other = 1;
#pragma omp taskwait depend(in : other)
  CHECK_EQUAL(other, 1);
  CHECK(all_are(second, 2, kBytes));
  omp_fulfill_event(event);
#pragma omp taskwait depend(in : third)
  CHECK(all_are(second, 2, 2) && all_are(second + 2, 5, 32) && all_are(second + 34, 2, kBytes - 34));
  CHECK(all_are(third, 2, 2) && all_are(third + 2, 5, 3) && all_are(third + 5, 2, 2) && all_are(third + 7, 5, 2));
  CHECK(all_are(third + 9, 2, 2) && all_are(third + 11, 5, 21) && all_are(third + 32, 9, kBytes - 32));
  for (int i = 0; i < 3; i++) {
#pragma omp depobj(from_first[i]) destroy
#pragma omp depobj(from_second[i]) destroy
  }
}

// Without dependences, and for a device that does not exist.
static void plain(void) {
  char from[kBytes], to[kBytes];
  memset(from, 1, kBytes);
  memset(to, 0, kBytes);
  CHECK_EQUAL(copy(to, from, kBytes, 0, 0, 0, 0, 0, NULL), 0);
  CHECK(copy(to, from, kBytes, 0, 0, 7, 0, 0, NULL) != 0);
  CHECK(fill(to, 3, kBytes, 7, 0, NULL) == NULL);
#pragma omp taskwait
  CHECK(all_are(to, 1, kBytes));
}

// In a final task they are done when they return.
static void final_task(void) {
  char from[kBytes], to[kBytes];
  memset(from, 4, kBytes);
#pragma omp task final(1) shared(from, to)
  {
    omp_depend_t written[2];
#pragma omp depobj(written[0]) depend(out : to)
#pragma omp depobj(written[1]) depend(in : from)
    CHECK_EQUAL(copy(to, from, kBytes, 0, 0, 0, 0, 2, written), 0);
    CHECK(all_are(to, 4, kBytes));
#pragma omp depobj(written[0]) destroy
#pragma omp depobj(written[1]) destroy
  }
#pragma omp taskwait
}

int main(void) {
  copy = (copy_function*)dlsym(RTLD_DEFAULT, "omp_target_memcpy_async");
  copy_rectangle = (rectangle_function*)dlsym(RTLD_DEFAULT, "omp_target_memcpy_rect_async");
  fill = (fill_function*)dlsym(RTLD_DEFAULT, "omp_target_memset_async");
#pragma omp parallel
  for (int lap = 0; lap < 20; lap++) {
    chain();
    plain();
    final_task();
  }
  return finish();
}
