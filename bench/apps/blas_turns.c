// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of a threaded BLAS and OpenMP regions of the program in turn, with serial parts between them: subspace iteration with
// Rayleigh-Ritz (Golub and van Loan, "Matrix Computations", section 8.2) on the inverse of the matrix (-1, 2, -1), whose eigenvalues
// are known. The products have regions of their own and allocate what they pack into, as BLAS libraries do; so the answer hangs on no
// installed package.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"

enum { kSize = 512, kVectors = 32, kWanted = 8, kRowsAtOnce = 4 };

static const double kPi = 3.14159265358979323846;

static double* matrix;                       // kSize x kSize
static double* basis;                        // kSize x kVectors, orthonormal columns
static double* image;                        // the matrix times the basis
static double ritz[kVectors][kVectors];      // basis^T matrix basis, and its eigenvalues on the diagonal later
static double rotation[kVectors][kVectors];  // its eigenvectors
static double gram[kVectors][kVectors];
static double change;
static int steps;

// out = left times right, right with kVectors columns. `left` has `rows` rows of `inner` numbers.
static void gemm(int rows, int inner, const double* left, const double* right, double* out) {
  const size_t bytes = sizeof(double) * (size_t)inner * kVectors;
  double* packed = malloc(bytes);
  memcpy(packed, right, bytes);
#pragma omp parallel for schedule(static)
  for (int first = 0; first < rows; first += kRowsAtOnce) {
    for (int i = first; i < first + kRowsAtOnce && i < rows; ++i) {
      double sums[kVectors] = {0.0};
      for (int n = 0; n < inner; ++n) {
        const double factor = left[(size_t)i * (size_t)inner + (size_t)n];
        const double* row = packed + (size_t)n * kVectors;
#pragma omp simd
        for (int j = 0; j < kVectors; ++j) {
          sums[j] += factor * row[j];
        }
      }
      memcpy(out + (size_t)i * kVectors, sums, sizeof sums);
    }
  }
  free(packed);
}

// out = left^T right, both of kSize rows: transposes into memory of its own, then multiplies.
static void gemm_transposed(const double* left, const double* right, double (*out)[kVectors]) {
  double* transposed = malloc(sizeof(double) * kSize * kVectors);
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kVectors; ++j) {
      transposed[j * kSize + i] = left[i * kVectors + j];
    }
  }
  gemm(kVectors, kSize, transposed, right, &out[0][0]);
  free(transposed);
}

static void gemv(const double* vector, double* out) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < kSize; ++i) {
    double sum = 0.0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < kSize; ++j) {
      sum += matrix[i * kSize + j] * vector[j];
    }
    out[i] = sum;
  }
}

static void rotate(int p, int q) {
  if (fabs(ritz[p][q]) <= 1e-16 * sqrt(fabs(ritz[p][p] * ritz[q][q]))) {
    return;
  }
  const double theta = (ritz[q][q] - ritz[p][p]) / (2.0 * ritz[p][q]);
  const double tangent = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
  const double cosine = 1.0 / sqrt(tangent * tangent + 1.0);
  const double sine = tangent * cosine;
  for (int k = 0; k < kVectors; ++k) {
    const double a = ritz[k][p];
    const double b = ritz[k][q];
    ritz[k][p] = cosine * a - sine * b;
    ritz[k][q] = sine * a + cosine * b;
    const double c = rotation[k][p];
    const double d = rotation[k][q];
    rotation[k][p] = cosine * c - sine * d;
    rotation[k][q] = sine * c + cosine * d;
  }
  for (int k = 0; k < kVectors; ++k) {
    const double a = ritz[p][k];
    const double b = ritz[q][k];
    ritz[p][k] = cosine * a - sine * b;
    ritz[q][k] = sine * a + cosine * b;
  }
}

// Serial: the eigenvalues of the small matrix, by Jacobi's method.
static void diagonalize(void) {
  enum { kSweeps = 3 };
  memset(rotation, 0, sizeof rotation);
  for (int i = 0; i < kVectors; ++i) {
    rotation[i][i] = 1.0;
  }
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (int p = 0; p < kVectors; ++p) {
      for (int q = p + 1; q < kVectors; ++q) {
        rotate(p, q);
      }
    }
  }
}

static void swap(double* a, double* b) {
  const double kept = *a;
  *a = *b;
  *b = kept;
}

// Serial: the greatest eigenvalue first, with its vector.
static void sort_by_eigenvalue(void) {
  for (int i = 0; i < kVectors; ++i) {
    int greatest = i;
    for (int j = i + 1; j < kVectors; ++j) {
      greatest = ritz[j][j] > ritz[greatest][greatest] ? j : greatest;
    }
    swap(&ritz[i][i], &ritz[greatest][greatest]);
    for (int k = 0; k < kVectors && greatest != i; ++k) {
      swap(&rotation[k][i], &rotation[k][greatest]);
    }
  }
}

// Serial: gram = L L^T in place.
static void cholesky(void) {
  for (int j = 0; j < kVectors; ++j) {
    for (int i = j; i < kVectors; ++i) {
      double sum = gram[i][j];
      for (int k = 0; k < j; ++k) {
        sum -= gram[i][k] * gram[j][k];
      }
      gram[i][j] = i == j ? sqrt(sum) : sum / gram[j][j];
    }
  }
}

// The program's own region: each row of the basis becomes that of the image times L^-T, so that columns are orthonormal.
static void orthonormalize(void) {
  double moved = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : moved)
  for (int i = 0; i < kSize; ++i) {
    double row[kVectors];
    for (int j = 0; j < kVectors; ++j) {
      double sum = image[i * kVectors + j];
      for (int k = 0; k < j; ++k) {
        sum -= row[k] * gram[j][k];
      }
      row[j] = sum / gram[j][j];
      moved += (row[j] - basis[i * kVectors + j]) * (row[j] - basis[i * kVectors + j]);
      basis[i * kVectors + j] = row[j];
    }
  }
  change = moved;
}

// How far the first Ritz vector is from an eigenvector.
static double residual(void) {
  double* vector = malloc(sizeof(double) * kSize);
  double* product = malloc(sizeof(double) * kSize);
  double sum = 0.0;
  for (int i = 0; i < kSize; ++i) {
    vector[i] = basis[i * kVectors];
  }
  gemv(vector, product);
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int i = 0; i < kSize; ++i) {
    const double difference = product[i] - ritz[0][0] * vector[i];
    sum += difference * difference;
  }
  free(vector);
  free(product);
  return sqrt(sum) / ritz[0][0];
}

static double left_over;

static void iterate(void) {
  gemm(kSize, kSize, matrix, basis, image);
  gemm_transposed(basis, image, ritz);
  diagonalize();
  sort_by_eigenvalue();
  gemm(kSize, kVectors, image, &rotation[0][0], image);
  gemm_transposed(image, image, gram);
  cholesky();
  orthonormalize();
  left_over = residual();
}

void app_prepare(double scale) {
  enum { kLeast = 12 };  // enough to converge
  steps = app_scaled(60, scale);
  steps = steps > kLeast ? steps : kLeast;
  matrix = malloc(sizeof(double) * kSize * kSize);
  basis = malloc(sizeof(double) * kSize * kVectors);
  image = malloc(sizeof(double) * kSize * kVectors);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      const int low = i < j ? i : j;
      const int high = i < j ? j : i;
      matrix[i * kSize + j] = (low + 1.0) * (kSize - high) / (kSize + 1.0);
    }
    for (int j = 0; j < kVectors; ++j) {
      basis[i * kVectors + j] = (i * 37 + j * 101 + i * j * 13) % 251 / 251.0 + (i % kVectors == j);
    }
  }
}

void app_run(void) {
  for (int step = 0; step < steps; ++step) {
    iterate();
  }
}

// The answer is the sum of the greatest eigenvalues, and the error how far any of them is from what it has to be.
void app_check(struct app_answer* answer) {
  answer->allowed = 1e-9;
  answer->error = left_over;
  for (int j = 0; j < kWanted; ++j) {
    const double sine = sin((j + 1) * kPi / (2.0 * (kSize + 1)));
    const double known = 1.0 / (4.0 * sine * sine);
    answer->answer += ritz[j][j];
    answer->error = app_worse(answer->error, fabs(ritz[j][j] - known) / known);
  }
}
