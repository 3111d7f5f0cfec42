// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runner/fit.h"

#include <algorithm>
#include <cmath>

namespace muster::simulate {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

double squares(const Vector& of) {
  double sum = 0;
  for (const double value : of) {
    sum += value * value;
  }
  return sum;
}

// Gauss's elimination with pivots; `matrix` has the right side as its last column.
Vector solve(Matrix matrix) {
  const std::size_t size = matrix.size();
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < size; ++row) {
      if (std::abs(matrix[row][column]) > std::abs(matrix[pivot][column])) {
        pivot = row;
      }
    }
    std::swap(matrix[column], matrix[pivot]);
    for (std::size_t row = 0; row < size; ++row) {
      if (row != column && matrix[column][column] != 0) {
        const double factor = matrix[row][column] / matrix[column][column];
        for (std::size_t entry = column; entry <= size; ++entry) {
          matrix[row][entry] -= factor * matrix[column][entry];
        }
      }
    }
  }
  Vector solution(size);
  for (std::size_t row = 0; row < size; ++row) {
    solution[row] = matrix[row][row] == 0 ? 0 : matrix[row][size] / matrix[row][row];
  }
  return solution;
}

}  // namespace

Fit fit_least_squares(const std::function<Vector(const Vector&)>& residuals, Vector start, double step) {
  constexpr int kIterations = 8;
  const std::size_t size = start.size();
  Vector at = residuals(start);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    Matrix slopes;
    for (std::size_t parameter = 0; parameter < size; ++parameter) {
      Vector moved = start;
      moved[parameter] += step;
      Vector slope = residuals(moved);
      for (std::size_t row = 0; row < slope.size(); ++row) {
        slope[row] = (slope[row] - at[row]) / step;
      }
      slopes.push_back(std::move(slope));
    }
    Matrix normal(size, Vector(size + 1));
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t row = 0; row < at.size(); ++row) {
        for (std::size_t b = 0; b < size; ++b) {
          normal[a][b] += slopes[a][row] * slopes[b][row];
        }
        normal[a][size] -= slopes[a][row] * at[row];
      }
    }
    Vector next = solve(std::move(normal));
    for (std::size_t parameter = 0; parameter < size; ++parameter) {
      next[parameter] = std::max(0.0, start[parameter] + next[parameter]);
    }
    Vector there = residuals(next);
    if (squares(there) >= squares(at)) {
      break;
    }
    start = std::move(next);
    at = std::move(there);
  }
  return {start, squares(at)};
}

}  // namespace muster::simulate
