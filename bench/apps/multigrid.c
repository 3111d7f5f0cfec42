// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multigrid V-cycles for the Poisson equation on the unit square (Brandt, Mathematics of Computation 31, 1977; Briggs, Henson and
// McCormick, "A Multigrid Tutorial", 2000): red-black relaxation, full weighting, linear interpolation. The side of the grid halves
// from level to level, down to one point, and each loop over a level is a region of its own: there is much work in few of them and
// nearly none in most.
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"

enum {
  kLevels = 9,
  kFinest = (1 << kLevels) - 1,  // inner points in each direction; every level has a boundary of zeros around them
  kCycles = 9,                   // of a solve
  kDown = 2,                     // relaxations before the coarser level
  kUp = 1,                       // and after it
};

static const double kPi = 3.14159265358979323846;

struct level {
  int points;  // inner ones in each direction
  double *u, *f;
};

static struct level levels[kLevels];
static double* before;
static double* after;
static double residual_norm;
static int solves;

static inline size_t width(const struct level* level) { return (size_t)level->points + 2; }
static inline size_t bytes_of(const struct level* level) { return width(level) * width(level) * sizeof(double); }
static inline double step(const struct level* level) { return 1.0 / (level->points + 1); }

static void relax(const struct level* level) {
  const size_t w = width(level);
  const double h2 = step(level) * step(level);
  for (int colour = 0; colour < 2; ++colour) {
#pragma omp parallel for schedule(static)
    for (int i = 1; i <= level->points; ++i) {
      double* row = level->u + (size_t)i * w;
      const double* f = level->f + (size_t)i * w;
      for (int j = 1 + (i + colour) % 2; j <= level->points; j += 2) {
        row[j] = 0.25 * (row[j - w] + row[j + w] + row[j - 1] + row[j + 1] + h2 * f[j]);
      }
    }
  }
}

static inline double residual_at(const struct level* level, int i, int j) {
  const size_t w = width(level);
  const size_t at = (size_t)i * w + (size_t)j;
  const double* u = level->u;
  const double scale = (level->points + 1.0) * (level->points + 1.0);
  return level->f[at] - scale * (4.0 * u[at] - u[at - w] - u[at + w] - u[at - 1] - u[at + 1]);
}

// The coarser level gets the residual as its right side, and zero as the first guess.
static void restrict_to(const struct level* coarse, const struct level* fine) {
  const size_t w = width(coarse);
#pragma omp parallel for schedule(static)
  for (int i = 1; i <= coarse->points; ++i) {
    for (int j = 1; j <= coarse->points; ++j) {
      double edges = 0.0;
      double corners = 0.0;
      for (int d = -1; d <= 1; d += 2) {
        edges += residual_at(fine, 2 * i + d, 2 * j) + residual_at(fine, 2 * i, 2 * j + d);
        corners += residual_at(fine, 2 * i + d, 2 * j - 1) + residual_at(fine, 2 * i + d, 2 * j + 1);
      }
      coarse->f[(size_t)i * w + (size_t)j] = (4.0 * residual_at(fine, 2 * i, 2 * j) + 2.0 * edges + corners) / 16.0;
      coarse->u[(size_t)i * w + (size_t)j] = 0.0;
    }
  }
}

static void add_from(const struct level* fine, const struct level* coarse) {
  const size_t w = width(coarse);
#pragma omp parallel for schedule(static)
  for (int i = 1; i <= fine->points; ++i) {
    double* row = fine->u + (size_t)i * width(fine);
    const double* low = coarse->u + (size_t)(i / 2) * w;
    const double* high = coarse->u + (size_t)((i + 1) / 2) * w;
    for (int j = 1; j <= fine->points; ++j) {
      row[j] += 0.25 * (low[j / 2] + low[(j + 1) / 2] + high[j / 2] + high[(j + 1) / 2]);
    }
  }
}

static void cycle(const struct level* level) {
  if (level->points == 1) {
    level->u[width(level) + 1] = 0.25 * step(level) * step(level) * level->f[width(level) + 1];
    return;
  }
  for (int i = 0; i < kDown; ++i) {
    relax(level);
  }
  restrict_to(level + 1, level);
  cycle(level + 1);
  add_from(level, level + 1);
  for (int i = 0; i < kUp; ++i) {
    relax(level);
  }
}

static void measure_residual(void) {
  const struct level* level = levels;
  double greatest = 0.0;
#pragma omp parallel for schedule(static) reduction(max : greatest)
  for (int i = 1; i <= level->points; ++i) {
    for (int j = 1; j <= level->points; ++j) {
      greatest = fmax(greatest, fabs(residual_at(level, i, j)));
    }
  }
  residual_norm = greatest;
}

void app_prepare(double scale) {
  solves = app_scaled(8, scale);
  for (int n = 0; n < kLevels; ++n) {
    struct level* level = &levels[n];
    level->points = ((kFinest + 1) >> n) - 1;
    level->u = calloc(1, bytes_of(level));
    level->f = calloc(1, bytes_of(level));
  }
  before = malloc(bytes_of(levels));
  after = malloc(bytes_of(levels));
  const size_t w = width(levels);
#pragma omp parallel for schedule(static)
  for (int i = 1; i <= kFinest; ++i) {
    for (int j = 1; j <= kFinest; ++j) {
      levels->f[(size_t)i * w + (size_t)j] =
          2.0 * kPi * kPi * sin(kPi * i * step(levels)) * sin(kPi * j * step(levels));
    }
  }
}

void app_run(void) {
  for (int solve = 0; solve < solves; ++solve) {
    memset(levels->u, 0, bytes_of(levels));
    for (int n = 0; n < kCycles; ++n) {
      if (n == kCycles - 1) {
        memcpy(before, levels->u, bytes_of(levels));
      }
      cycle(levels);
      measure_residual();
    }
  }
}

// The answer is the residual's greatest value. The last cycle, done once more by one thread, must end in the same numbers, bit for bit.
void app_check(struct app_answer* answer) {
  answer->answer = residual_norm;
  answer->allowed = 0.0;
  memcpy(after, levels->u, bytes_of(levels));
  memcpy(levels->u, before, bytes_of(levels));
  omp_set_num_threads(1);
  cycle(levels);
  measure_residual();
  answer->error = fabs(residual_norm - answer->answer);
  const size_t w = width(levels);
  double distance = 0.0;
  for (int i = 1; i <= kFinest; ++i) {
    for (int j = 1; j <= kFinest; ++j) {
      const size_t at = (size_t)i * w + (size_t)j;
      answer->error = app_worse(answer->error, fabs(after[at] - levels->u[at]));
      distance = app_worse(distance, fabs(after[at] - sin(kPi * i * step(levels)) * sin(kPi * j * step(levels))));
    }
  }
  // What the discretisation leaves is pi^2 h^2 / 12 of this solution. Each cycle takes more than nine tenths of the residual away.
  if (!(distance <= kPi * kPi * step(levels) * step(levels)) ||
      !(answer->answer <= pow(0.1, kCycles) * 2.0 * kPi * kPi)) {
    answer->error = app_worse(distance, answer->answer);
  }
}
