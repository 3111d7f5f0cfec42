// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transforms with FFTW's OpenMP library, compares with a transform written out here, and prints errors and sums.
// Usage: fftw_check LOG2_LENGTH. Ends with status 1 if an error is larger than rounding explains.
#include <complex.h>
#include <fftw3.h>
#include <float.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

// FFTW's errors grow with the logarithm of the length; the naive sum's grow with the length. Both stay under this many
// epsilons times the length, for values below 1.
static const double kRoundingSlack = 16.0;

static fftw_complex* allocate(int n) {
  fftw_complex* memory = fftw_alloc_complex((size_t)n);
  if (memory == NULL) {
    fputs("fftw_check: out of memory\n", stderr);
    exit(2);
  }
  return memory;
}

static void fill(fftw_complex* values, int n, unsigned seed) {
  for (int i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const double real = seed / 4294967296.0 - 0.5;
    seed = seed * 1664525u + 1013904223u;
    values[i] = real + (seed / 4294967296.0 - 0.5) * I;
  }
}

static double max_difference(const fftw_complex* a, const fftw_complex* b, int n) {
  double largest = 0.0;
  for (int i = 0; i < n; ++i) {
    const double difference = cabs(a[i] - b[i]);
    if (!(difference <= largest)) largest = difference;  // a NaN is larger than anything
  }
  return largest;
}

static void naive_transform(int n, const fftw_complex* in, fftw_complex* out) {
  fftw_complex* roots = allocate(n);
  for (int i = 0; i < n; ++i) roots[i] = cexp(-2.0 * M_PI * i / n * I);
  for (int k = 0; k < n; ++k) {
    fftw_complex total = 0.0;
    for (int j = 0; j < n; ++j) total += in[j] * roots[(long)j * k % n];
    out[k] = total;
  }
  fftw_free(roots);
}

static int report(const char* what, double error, int n, fftw_complex probe) {
  const double limit = kRoundingSlack * n * DBL_EPSILON;
  printf("%s error %.3e real %.15e imaginary %.15e\n", what, error, creal(probe), cimag(probe));
  if (error <= limit) return 0;
  fprintf(stderr, "fftw_check: %s is off by %.3e, more than %.3e\n", what, error, limit);
  return 1;
}

static void transform(int n, int direction, fftw_complex* in, fftw_complex* out) {
  // FFTW_ESTIMATE takes no measurements, so that every run makes the same plan.
  fftw_plan plan = fftw_plan_dft_1d(n, in, out, direction, FFTW_ESTIMATE);
  if (plan == NULL) {
    fputs("fftw_check: no plan\n", stderr);
    exit(2);
  }
  fftw_execute(plan);
  fftw_destroy_plan(plan);
}

static int check_against_naive(int n) {
  fftw_complex *in = allocate(n), *fast = allocate(n), *naive = allocate(n);
  fill(in, n, 1);
  transform(n, FFTW_FORWARD, in, fast);
  naive_transform(n, in, naive);
  const int bad = report("forward", max_difference(fast, naive, n), n, fast[n / 3]);
  fftw_free(in), fftw_free(fast), fftw_free(naive);
  return bad;
}

static int check_round_trip(int n) {
  fftw_complex *in = allocate(n), *there = allocate(n), *back = allocate(n);
  fill(in, n, 2);
  transform(n, FFTW_FORWARD, in, there);
  transform(n, FFTW_BACKWARD, there, back);
  for (int i = 0; i < n; ++i) back[i] /= n;
  // The way there and back divides by the length again: an error of a few epsilons is left, times the logarithm.
  const int bad = report("round_trip", max_difference(in, back, n), 64, there[n / 3]);
  fftw_free(in), fftw_free(there), fftw_free(back);
  return bad;
}

int main(int argc, char** argv) {
  const int log2_length = argc == 2 ? atoi(argv[1]) : 0;
  if (log2_length < 12 || log2_length > 26) {
    fputs("usage: fftw_check LOG2_LENGTH   (12 to 26)\n", stderr);
    return 2;
  }
  if (fftw_init_threads() == 0) {
    fputs("fftw_check: fftw_init_threads failed\n", stderr);
    return 2;
  }
  const int threads = omp_get_max_threads();
  fftw_plan_with_nthreads(threads);
  printf("fftw threads %d\n", threads);
  const int bad = check_against_naive(1 << 13) | check_round_trip(1 << log2_length);
  fftw_cleanup_threads();
  return bad;
}
