// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multiplies and factorises matrices with OpenBLAS, compares with loops written out here, and prints errors and sums.
// Usage: openblas_check ORDER. Ends with status 1 if an error is larger than rounding explains.
#include <cblas.h>
#include <float.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// LAPACK's LU factorisation, in its Fortran form: Debian's OpenBLAS carries it, cblas.h does not declare it.
extern void dgetrf_(const int* rows, const int* columns, double* a, const int* leading, int* pivots, int* info);

// Rounding errors of a sum of n products of numbers below 1 stay well under n * epsilon * this.
static const double kRoundingSlack = 16.0;

static double* allocate(size_t count) {
  double* memory = calloc(count, sizeof *memory);
  if (memory == NULL) {
    fputs("openblas_check: out of memory\n", stderr);
    exit(2);
  }
  return memory;
}

static void fill(double* values, size_t count, unsigned long long seed) {
  for (size_t i = 0; i < count; ++i) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    values[i] = (double)(seed >> 11) / 9007199254740992.0 - 0.5;
  }
}

static double sum(const double* values, size_t count) {
  double total = 0.0;
  for (size_t i = 0; i < count; ++i) total += values[i];
  return total;
}

static double max_difference(const double* a, const double* b, size_t count) {
  double largest = 0.0;
  for (size_t i = 0; i < count; ++i) {
    const double difference = fabs(a[i] - b[i]);
    if (!(difference <= largest)) largest = difference;  // a NaN is larger than anything
  }
  return largest;
}

// c = a * b, all column-major of order n.
static void multiply(int n, const double* a, const double* b, double* c) {
  memset(c, 0, sizeof *c * (size_t)n * (size_t)n);
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i) c[i + (size_t)j * n] += a[i + (size_t)k * n] * b[k + (size_t)j * n];
}

// LU factorisation with partial pivoting in place, column-major; pivots count from 1 as LAPACK's do.
static void factorise(int n, double* a, int* pivots) {
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (fabs(a[i + (size_t)k * n]) > fabs(a[pivot + (size_t)k * n])) pivot = i;
    pivots[k] = pivot + 1;
    for (int j = 0; pivot != k && j < n; ++j) {
      const double held = a[k + (size_t)j * n];
      a[k + (size_t)j * n] = a[pivot + (size_t)j * n];
      a[pivot + (size_t)j * n] = held;
    }
    for (int i = k + 1; i < n; ++i) a[i + (size_t)k * n] /= a[k + (size_t)k * n];
    for (int j = k + 1; j < n; ++j)
      for (int i = k + 1; i < n; ++i) a[i + (size_t)j * n] -= a[i + (size_t)k * n] * a[k + (size_t)j * n];
  }
}

static void dgemm(int n, const double* a, const double* b, double* c) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0, a, n, b, n, 0.0, c, n);
}

static int report(const char* what, double error, double limit, double total) {
  printf("%s error %.3e sum %.15e\n", what, error, total);
  if (error <= limit) return 0;
  fprintf(stderr, "openblas_check: %s is off by %.3e, more than %.3e\n", what, error, limit);
  return 1;
}

static int check_dgemm(int n) {
  const size_t count = (size_t)n * (size_t)n;
  double *a = allocate(count), *b = allocate(count), *fast = allocate(count), *naive = allocate(count);
  fill(a, count, 1);
  fill(b, count, 2);
  dgemm(n, a, b, fast);
  multiply(n, a, b, naive);
  const int bad =
      report("dgemm", max_difference(fast, naive, count), kRoundingSlack * n * DBL_EPSILON, sum(fast, count));
  free(a), free(b), free(fast), free(naive);
  return bad;
}

static int check_dgetrf(int n) {
  const size_t count = (size_t)n * (size_t)n;
  double *fast = allocate(count), *naive = allocate(count);
  int *fast_pivots = calloc((size_t)n, sizeof *fast_pivots), *naive_pivots = calloc((size_t)n, sizeof *naive_pivots);
  if (fast_pivots == NULL || naive_pivots == NULL) exit(2);
  fill(fast, count, 3);
  memcpy(naive, fast, sizeof *naive * count);
  int info = -1;
  dgetrf_(&n, &n, fast, &n, fast_pivots, &info);
  factorise(n, naive, naive_pivots);
  const int pivots_agree = memcmp(fast_pivots, naive_pivots, sizeof *fast_pivots * (size_t)n) == 0;
  printf("dgetrf info %d pivots_agree %d\n", info, pivots_agree);
  // Elimination lets errors grow with the order: n times the slack of one sum.
  const double limit = kRoundingSlack * n * n * DBL_EPSILON;
  const int bad = report("dgetrf", max_difference(fast, naive, count), limit, sum(fast, count));
  free(fast), free(naive), free(fast_pivots), free(naive_pivots);
  return bad || info != 0 || !pivots_agree;
}

// A team of ours, each member of which calls OpenBLAS, which must see that it is inside a region.
static int check_inside_region(int n) {
  enum { kBatch = 12 };
  const size_t count = (size_t)n * (size_t)n;
  double *a = allocate(count * kBatch), *b = allocate(count), *fast = allocate(count * kBatch),
         *naive = allocate(count);
  fill(a, count * kBatch, 4);
  fill(b, count, 5);
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < kBatch; ++i) dgemm(n, a + count * (size_t)i, b, fast + count * (size_t)i);
  double error = 0.0;
  for (int i = 0; i < kBatch; ++i) {
    multiply(n, a + count * (size_t)i, b, naive);
    const double difference = max_difference(fast + count * (size_t)i, naive, count);
    if (!(difference <= error)) error = difference;
  }
  const int bad = report("inside", error, kRoundingSlack * n * DBL_EPSILON, sum(fast, count * kBatch));
  free(a), free(b), free(fast), free(naive);
  return bad;
}

int main(int argc, char** argv) {
  const int n = argc == 2 ? atoi(argv[1]) : 0;
  if (n < 8 || n > 10000) {
    fputs("usage: openblas_check ORDER   (8 to 10000)\n", stderr);
    return 2;
  }
  if (openblas_get_parallel() != OPENBLAS_OPENMP) {
    fputs("openblas_check: this OpenBLAS was not built with OpenMP: link with Debian's libopenblas0-openmp\n", stderr);
    return 2;
  }
  printf("openblas threads %d of %d\n", openblas_get_num_threads(), omp_get_max_threads());
  return (check_dgemm(n) | check_dgetrf(n) | check_inside_region(n / 4)) != 0;
}
