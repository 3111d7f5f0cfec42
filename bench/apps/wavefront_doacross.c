// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The longest common subsequence of two words by dynamic programming (Wagner and Fischer, JACM 21, 1974) over tiles: a tile waits for
// the one above by ordered depend(sink), and rows of tiles are dealt to the threads in turn, so that a wavefront runs over the table.
// The check is Hyyrö's bit-parallel algorithm ("Bit-Parallel LCS-length Computation Revisited", AWOCA 2004), which shares nothing with
// it.
#include <stdint.h>
#include <stdlib.h>

#include "app.h"

enum { kTiles = 96, kTile = 64, kLength = kTiles * kTile, kLetters = 4, kWordBits = 64 };

static unsigned char down[kLength];    // the word along the rows
static unsigned char across[kLength];  // the word along the columns
// Lower edges of tiles, a row of the table each; and the right edge of the newest tile of each row of tiles.
static int edges[kTiles + 1][kLength + 1];
static int sides[kTiles][kTile + 1];
static int times;
static long total;

static void fill_tile(int row, int column) {
  const int* above = edges[row] + (size_t)column * kTile;
  int* below = edges[row + 1] + (size_t)column * kTile;
  int line[kTile + 1];
  for (int j = 0; j <= kTile; ++j) {
    line[j] = above[j];
  }
  int* side = sides[row];
  for (int i = 1; i <= kTile; ++i) {
    int diagonal = side[i - 1];
    side[i - 1] = line[kTile];
    line[0] = side[i];
    const unsigned char letter = down[row * kTile + i - 1];
    for (int j = 1; j <= kTile; ++j) {
      const int longest = line[j] > line[j - 1] ? line[j] : line[j - 1];
      const int matched = diagonal + (letter == across[column * kTile + j - 1]);
      diagonal = line[j];
      line[j] = matched > longest ? matched : longest;
    }
  }
  side[kTile] = line[kTile];
  for (int j = 1; j <= kTile; ++j) {
    below[j] = line[j];
  }
}

static int longest_common_subsequence(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int i = 0; i < kTiles; ++i) {
      for (int j = 0; j <= kTile; ++j) {
        sides[i][j] = 0;
      }
    }
#pragma omp for schedule(static, 1) ordered(2)
    for (int i = 0; i < kTiles; ++i) {
      for (int j = 0; j < kTiles; ++j) {
#pragma omp ordered depend(sink : i - 1, j)
        fill_tile(i, j);
#pragma omp ordered depend(source)
      }
    }
  }
  return edges[kTiles][kLength];
}

void app_prepare(double scale) {
  times = app_scaled(3, scale);
  uint32_t seed = 1;
  for (int i = 0; i < kLength; ++i) {
    seed = seed * 1664525U + 1013904223U;
    down[i] = (seed >> 24U) % kLetters;
    seed = seed * 1664525U + 1013904223U;
    across[i] = (seed >> 24U) % kLetters;
  }
}

void app_run(void) {
  for (int n = 0; n < times; ++n) {
    total += longest_common_subsequence();
  }
}

static int by_bits(void) {
  enum { kWords = kLength / kWordBits };
  static uint64_t matches[kLetters][kWords];
  uint64_t row[kWords];
  for (int i = 0; i < kLength; ++i) {
    matches[down[i]][i / kWordBits] |= UINT64_C(1) << (i % kWordBits);
  }
  for (int w = 0; w < kWords; ++w) {
    row[w] = ~UINT64_C(0);
  }
  for (int j = 0; j < kLength; ++j) {
    uint64_t carry = 0;
    for (int w = 0; w < kWords; ++w) {
      const uint64_t both = row[w] & matches[across[j]][w];
      const uint64_t sum = row[w] + both;
      const uint64_t whole = sum + carry;
      carry = (sum < row[w]) | (whole < sum);
      row[w] = whole | (row[w] & ~both);
    }
  }
  int zeros = 0;
  for (int w = 0; w < kWords; ++w) {
    zeros += __builtin_popcountll(~row[w]);
  }
  return zeros;
}

// The answer is the length, once for each time.
void app_check(struct app_answer* answer) {
  answer->answer = (double)total;
  answer->error = labs(total - (long)times * by_bits());
  answer->allowed = 0.0;
}
