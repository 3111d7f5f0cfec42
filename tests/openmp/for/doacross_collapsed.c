// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cross-iteration dependences of collapsed loops: the iterations of one outermost index run on several threads.
// libomp waits for ever for an iteration behind the end of a loop, which Clang-built code names as it is.
// peers: libgomp
#include <omp.h>
#include <stdint.h>

#include "check.h"

enum { kRows = 9, kColumns = 13, kLayers = 3, kPrime = 1000003 };

static int64_t grid[kRows + 1][kColumns + 2];
static int64_t cube[kRows + 1][kColumns + 2][kLayers + 1];
static int64_t expected_grid[kRows + 1][kColumns + 2];
static int64_t expected_cube[kRows + 1][kColumns + 2][kLayers + 1];

static int64_t of_neighbours(int64_t (*values)[kColumns + 2], int row, int column) {
  int64_t sum = row * 31 + column * 7 + 1;
  sum += values[row - 1][column] * 3 + values[row][column - 1] * 5;
  return (sum + values[row - 1][column - 1] * 11 + values[row - 1][column + 1] * 13) % kPrime;
}

static int64_t of_deep_neighbours(int64_t (*values)[kColumns + 2][kLayers + 1], int row, int column, int layer) {
  int64_t sum = row * 31 + column * 7 + layer * 3 + 1;
  sum += values[row - 1][column + 1][layer] * 3 + values[row][column - 1][layer] * 5;
  return (sum + values[row][column][layer - 1] * 11) % kPrime;
}

static void expect_all(void) {
  for (int row = 1; row <= kRows; row++)
    for (int column = 1; column <= kColumns; column++) {
      expected_grid[row][column] = of_neighbours(expected_grid, row, column);
      for (int layer = 1; layer <= kLayers; layer++)
        expected_cube[row][column][layer] = of_deep_neighbours(expected_cube, row, column, layer);
    }
}

static void compare_grids(void) {
  for (int row = 1; row <= kRows; row++)
    for (int column = 1; column <= kColumns; column++) {
      CHECK_EQUAL(grid[row][column], expected_grid[row][column]);
      grid[row][column] = 0;
    }
}

static void compare_cubes(void) {
  for (int row = 1; row <= kRows; row++)
    for (int column = 1; column <= kColumns; column++)
      for (int layer = 1; layer <= kLayers; layer++) {
        CHECK_EQUAL(cube[row][column][layer], expected_cube[row][column][layer]);
        cube[row][column][layer] = 0;
      }
}

// Some are slow, so that a thread which does not wait comes too early.
static void delay(int row, int column) { work((unsigned)(row * 5 + column * 3) % 7 * 100); }

#define PRAGMA(text) _Pragma(#text)
#define RUN_GRID(threads, loops)                                                          \
  do {                                                                                    \
    PRAGMA(omp parallel for num_threads(threads) loops)                                   \
    for (int row = 1; row <= kRows; row++)                                                \
      for (int column = 1; column <= kColumns; column++) {                                \
        delay(row, column);                                                               \
        PRAGMA(omp ordered depend(sink : row - 1, column) depend(sink : row, column - 1)  \
                   depend(sink : row - 1, column - 1) depend(sink : row - 1, column + 1)) \
        grid[row][column] = of_neighbours(grid, row, column);                             \
        PRAGMA(omp ordered depend(source))                                                \
      }                                                                                   \
    compare_grids();                                                                      \
  } while (0)

#define RUN_CUBE(threads, loops)                                                                             \
  do {                                                                                                       \
    PRAGMA(omp parallel for num_threads(threads) loops)                                                      \
    for (int row = 1; row <= kRows; row++)                                                                   \
      for (int column = 1; column <= kColumns; column++)                                                     \
        for (int layer = 1; layer <= kLayers; layer++) {                                                     \
          delay(row, column);                                                                                \
          PRAGMA(omp ordered depend(sink : row - 1, column + 1, layer) depend(sink : row, column - 1, layer) \
                     depend(sink : row, column, layer - 1))                                                  \
          cube[row][column][layer] = of_deep_neighbours(cube, row, column, layer);                           \
          PRAGMA(omp ordered depend(source))                                                                 \
        }                                                                                                    \
    compare_cubes();                                                                                         \
  } while (0)

static void run(int threads) {
  RUN_GRID(threads, collapse(2) ordered(2));
  RUN_GRID(threads, collapse(2) ordered(2) schedule(static));
  RUN_GRID(threads, collapse(2) ordered(2) schedule(static, 1));
  RUN_GRID(threads, collapse(2) ordered(2) schedule(static, 5));
  RUN_GRID(threads, collapse(2) ordered(2) schedule(dynamic));
  RUN_GRID(threads, collapse(2) ordered(2) schedule(dynamic, 3));
  RUN_GRID(threads, collapse(2) ordered(2) schedule(guided));
  RUN_GRID(threads, collapse(2) ordered(2) schedule(runtime));
  RUN_GRID(threads, ordered(2) schedule(static, 1));
  RUN_GRID(threads, ordered(2) schedule(dynamic));
  RUN_CUBE(threads, collapse(2) ordered(3));
  RUN_CUBE(threads, collapse(2) ordered(3) schedule(static, 1));
  RUN_CUBE(threads, collapse(2) ordered(3) schedule(dynamic));
  RUN_CUBE(threads, collapse(2) ordered(3) schedule(dynamic, 4));
  RUN_CUBE(threads, collapse(3) ordered(3) schedule(static, 1));
  RUN_CUBE(threads, collapse(3) ordered(3) schedule(dynamic));
  RUN_CUBE(threads, ordered(3) schedule(static, 1));
  RUN_CUBE(threads, ordered(3) schedule(dynamic));
}

int main(void) {
  expect_all();
  for (int threads = 1; threads <= 8; threads *= 2) run(threads);
  return finish();
}
