// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tally behind check.h. Plain C without OpenMP, so that one object serves programs of every compiler.
#include "check.h"

#include <math.h>
#include <stdio.h>

enum { kFailuresPrinted = 20, kExitSkipped = 77 };

static int checks_made;
static int checks_failed;

static int failed_and_to_be_printed(void) {
  return __atomic_fetch_add(&checks_failed, 1, __ATOMIC_RELAXED) < kFailuresPrinted;
}

static void count_check(void) { __atomic_fetch_add(&checks_made, 1, __ATOMIC_RELAXED); }

void check_true(int holds, const char* condition, const char* file, int line) {
  count_check();
  if (!holds && failed_and_to_be_printed()) fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
}

void check_equal(long long actual, long long expected, const char* what, const char* file, int line) {
  count_check();
  if (actual != expected && failed_and_to_be_printed())
    fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", file, line, what, actual, expected);
}

void check_near(double actual, double expected, double tolerance, const char* what, const char* file, int line) {
  count_check();
  if (!(fabs(actual - expected) <= tolerance) && failed_and_to_be_printed())
    fprintf(stderr, "%s:%d: %s is %.17g, expected %.17g\n", file, line, what, actual, expected);
}

int finish(void) {
  if (checks_made == 0) {
    fprintf(stderr, "no check was made\n");
    return EXIT_FAILURE;
  }
  if (checks_failed == 0) return EXIT_SUCCESS;
  fprintf(stderr, "%d of %d checks failed\n", checks_failed, checks_made);
  return EXIT_FAILURE;
}

void skip(const char* reason) {
  printf("skipped: %s\n", reason);
  exit(kExitSkipped);
}
