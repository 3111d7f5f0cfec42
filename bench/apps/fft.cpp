// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat on a torus by 2-D fast Fourier transforms (Cooley and Tukey, Mathematics of Computation 19, 1965): rows, a transpose by tiles,
// rows, and the same back, all by loops of one region a step. The start is a sum of waves, each of which decays at a known rate.
#include <cmath>
#include <complex>
#include <cstddef>
#include <utility>
#include <vector>

#include "app.h"

namespace {

constexpr int kSide = 256;
constexpr int kTile = 16;
constexpr double kPi = 3.14159265358979323846;
constexpr double kStep = 1e-4;  // in time

using Complex = std::complex<double>;

struct Wave {
  int x, y;
};

constexpr Wave kWaves[] = {{1, 0}, {0, 2}, {3, 5}, {7, 11}, {20, 1}};

std::vector<Complex> grid, turned, roots;
std::vector<double> decay;
int steps;

std::size_t at(int row, int column) { return static_cast<std::size_t>(row) * kSide + static_cast<std::size_t>(column); }

// Without the checks for infinite parts that the operator makes.
Complex product(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// In place, radix 2. Forwards, or backwards without the division.
void transform_row(Complex* row, bool forwards) {
  for (int i = 1, j = 0; i < kSide; ++i) {
    int bit = kSide / 2;
    for (; (j & bit) != 0; bit /= 2) {
      j ^= bit;
    }
    j ^= bit;
    if (i < j) {
      std::swap(row[i], row[j]);
    }
  }
  for (int length = 2; length <= kSide; length *= 2) {
    const int half = length / 2;
    for (int first = 0; first < kSide; first += length) {
      for (int k = 0; k < half; ++k) {
        const Complex root = roots[static_cast<std::size_t>(k) * static_cast<std::size_t>(kSide / length)];
        const Complex odd = product(row[first + k + half], forwards ? root : std::conj(root));
        row[first + k + half] = row[first + k] - odd;
        row[first + k] += odd;
      }
    }
  }
}

// The following are to be called by all threads of a team.
void transform_rows(std::vector<Complex>& of, bool forwards) {
#pragma omp for schedule(static)
  for (int i = 0; i < kSide; ++i) {
    transform_row(&of[at(i, 0)], forwards);
  }
}

void transpose(const std::vector<Complex>& from, std::vector<Complex>& to) {
#pragma omp for collapse(2) schedule(dynamic)
  for (int i = 0; i < kSide; i += kTile) {
    for (int j = 0; j < kSide; j += kTile) {
      for (int n = 0; n < kTile * kTile; ++n) {
        to[at(j + n / kTile, i + n % kTile)] = from[at(i + n % kTile, j + n / kTile)];
      }
    }
  }
}

void damp(std::vector<Complex>& waves) {
#pragma omp for schedule(guided)
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      waves[at(i, j)] *= decay[static_cast<std::size_t>(i)] * decay[static_cast<std::size_t>(j)] / (kSide * kSide);
    }
  }
}

double rate(int wave) { return 4.0 * kPi * kPi * wave * wave; }

double wave_at(const Wave& wave, int i, int j) { return std::cos(2.0 * kPi * (wave.x * i + wave.y * j) / kSide); }

}  // namespace

void app_prepare(double scale) {
  steps = app_scaled(60, scale);
  grid.resize(at(kSide, 0));
  turned.resize(at(kSide, 0));
  roots.resize(kSide / 2);
  decay.resize(kSide);
  for (int k = 0; k < kSide; ++k) {
    const double angle = -2.0 * kPi * k / kSide;
    if (k < kSide / 2) {
      roots[static_cast<std::size_t>(k)] = {std::cos(angle), std::sin(angle)};
    }
    decay[static_cast<std::size_t>(k)] = std::exp(-kStep * rate(k <= kSide / 2 ? k : k - kSide));
  }
#pragma omp parallel for schedule(static)
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      double sum = 0.0;
      for (const Wave& wave : kWaves) {
        sum += wave_at(wave, i, j);
      }
      grid[at(i, j)] = sum;
    }
  }
}

void app_run() {
  for (int step = 0; step < steps; ++step) {
#pragma omp parallel
    {
      transform_rows(grid, true);
      transpose(grid, turned);
      transform_rows(turned, true);
      damp(turned);
      transform_rows(turned, false);
      transpose(turned, grid);
      transform_rows(grid, false);
    }
  }
}

// The answer is the middle of the grid, the error the greatest distance from what the waves have to be by now.
void app_check(app_answer* answer) {
  double decayed[std::size(kWaves)];
  for (std::size_t n = 0; n < std::size(kWaves); ++n) {
    decayed[n] = std::exp(-kStep * steps * (rate(kWaves[n].x) + rate(kWaves[n].y)));
  }
  answer->answer = grid[at(kSide / 2, kSide / 2)].real();
  answer->allowed = 1e-11;
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      double sum = 0.0;
      for (std::size_t n = 0; n < std::size(kWaves); ++n) {
        sum += decayed[n] * wave_at(kWaves[n], i, j);
      }
      answer->error = app_worse(answer->error, std::abs(grid[at(i, j)] - sum));
    }
  }
}
