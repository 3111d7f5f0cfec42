// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task reductions of classes with declared reductions, whose initialiser looks at the original.
#include <omp.h>

#include "check.h"

static int alive;

struct Matrix {
  int scale;
  long cell[4];
  explicit Matrix(int start) : scale(start), cell{} { __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED); }
  Matrix(const Matrix& other) : scale(other.scale) {
    for (int i = 0; i < 4; i++) cell[i] = other.cell[i];
    __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED);
  }
  ~Matrix() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
  Matrix& operator+=(const Matrix& other) {
    for (int i = 0; i < 4; i++) cell[i] += other.cell[i];
    return *this;
  }
};

#pragma omp declare reduction(+ : Matrix : omp_out += omp_in) initializer(omp_priv = Matrix(omp_orig.scale))

int main() {
  int wrong = 0;
#pragma omp parallel
  for (int lap = 1; lap <= 20; lap++) {
    Matrix matrix(lap), second(2 * lap);
#pragma omp taskgroup task_reduction(+ : matrix, second)
    for (int i = 0; i < 12; i++) {
#pragma omp task in_reduction(+ : matrix) shared(second)
      {
        if (matrix.scale != lap) hit(&wrong);
        matrix.cell[i % 4] += matrix.scale;
#pragma omp task in_reduction(+ : matrix, second)
        {
          matrix.cell[0] += 1;
          second.cell[i % 4] += second.scale;
        }
      }
    }
    if (matrix.cell[0] != 3 * lap + 12 || matrix.cell[3] != 3 * lap || second.cell[2] != 6 * lap) hit(&wrong);
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(alive, 0);
  return finish();
}
