// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sink that names an iteration behind the last or before the first one of a loop is no dependence, whatever the loop's
// direction, step and type.
// libomp waits for ever for an iteration behind the end of a loop, which Clang-built code names as it is.
// peers: libgomp
#include <omp.h>
#include <stdint.h>

#include "check.h"

enum { kOuter = 7, kInner = 5, kRounds = 4 };

// Each iteration leaves a mark; one that has its neighbours counts their marks as it goes.
static int marks[kOuter + 2][kInner + 2];

static int marks_before(int outer, int inner) {
  return marks[outer - 1][inner - 1] + marks[outer - 1][inner] + marks[outer - 1][inner + 1] + marks[outer][inner - 1];
}

static int iterations_before(int outer, int inner) {
  const int above = outer > 1 ? 1 + (inner > 1) + (inner < kInner) : 0;
  return above + (inner > 1);
}

static void expect_all(void) {
  for (int outer = 1; outer <= kOuter; outer++)
    for (int inner = 1; inner <= kInner; inner++) {
      CHECK_EQUAL(marks[outer][inner], 1);
      marks[outer][inner] = 0;
    }
}

// `outer` and `inner` count from 1, whatever the variables count.
static void visit(int outer, int inner) {
  CHECK_EQUAL(marks_before(outer, inner), iterations_before(outer, inner));
  work((unsigned)(outer * 3 + inner) % 4 * 100);
  marks[outer][inner] = 1;
}

#define PRAGMA(text) _Pragma(#text)
// Two loops that go up, or down, by `step`, a literal: `first` is their first number, which the outer one takes kOuter times.
#define RUN_UP(loops, Type, first, step)                                                                        \
  do {                                                                                                          \
    const Type begin = first, outer_end = begin + kOuter * (Type)step, inner_end = begin + kInner * (Type)step; \
    PRAGMA(omp parallel for loops)                                                                              \
    for (Type i = begin; i < outer_end; i += step)                                                              \
      for (Type j = begin; j < inner_end; j += step) {                                                          \
        PRAGMA(omp ordered depend(sink : i - step, j - step) depend(sink : i - step, j)                         \
                   depend(sink : i - step, j + step) depend(sink : i, j - step))                                \
        visit((int)((i - begin) / step) + 1, (int)((j - begin) / step) + 1);                                    \
        PRAGMA(omp ordered depend(source))                                                                      \
      }                                                                                                         \
    expect_all();                                                                                               \
  } while (0)

#define RUN_DOWN(loops, Type, first, step)                                                                      \
  do {                                                                                                          \
    const Type begin = first, outer_end = begin - kOuter * (Type)step, inner_end = begin - kInner * (Type)step; \
    PRAGMA(omp parallel for loops)                                                                              \
    for (Type i = begin; i > outer_end; i -= step)                                                              \
      for (Type j = begin; j > inner_end; j -= step) {                                                          \
        PRAGMA(omp ordered depend(sink : i + step, j + step) depend(sink : i + step, j)                         \
                   depend(sink : i + step, j - step) depend(sink : i, j + step))                                \
        visit((int)((begin - i) / step) + 1, (int)((begin - j) / step) + 1);                                    \
        PRAGMA(omp ordered depend(source))                                                                      \
      }                                                                                                         \
    expect_all();                                                                                               \
  } while (0)

// GCC takes an offset of -1 for one of 2^32 - 1 where a variable is unsigned and narrower than long, and for one of 1 where an unsigned
// variable goes down, so that these sinks name no iteration, or a wrong one.
#if defined(__clang__)
#define RUN_ONLY_CLANG(loops)                            \
  do {                                                   \
    RUN_UP(loops, uint32_t, 2, 1);                       \
    RUN_UP(loops, uint32_t, 3000000000U, 4);             \
    RUN_DOWN(loops, uint32_t, 4000000000U, 7);           \
    RUN_DOWN(loops, uint64_t, 10000000000000000000U, 9); \
  } while (0)
#else
#define RUN_ONLY_CLANG(loops) (void)0
#endif

#define RUN_TYPES(loops)                               \
  do {                                                 \
    RUN_UP(loops, int, 0, 1);                          \
    RUN_UP(loops, int, -4, 3);                         \
    RUN_UP(loops, int64_t, -3000000000, 1);            \
    RUN_UP(loops, int64_t, 3000000000, 2000000000L);   \
    RUN_UP(loops, uint64_t, 3, 2);                     \
    RUN_UP(loops, uint64_t, 10000000000000000000U, 5); \
    RUN_DOWN(loops, int, 2, 1);                        \
    RUN_DOWN(loops, int, 4, 3);                        \
    RUN_DOWN(loops, int64_t, 3000000000, 2000000000L); \
    RUN_ONLY_CLANG(loops);                             \
  } while (0)

int main(void) {
  for (int round = 0; round < kRounds; round++) {
    RUN_TYPES(ordered(2) schedule(static, 1));
    RUN_TYPES(ordered(2) schedule(dynamic));
    RUN_TYPES(collapse(2) ordered(2) schedule(static, 1));
    RUN_TYPES(collapse(2) ordered(2) schedule(dynamic));
  }
  return finish();
}
