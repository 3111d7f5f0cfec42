// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Very many short tasks with dependences, more than their maker may have deferred, and some that are long, with all kinds between them: each comes
// after its predecessors, and none is lost.
#include <omp.h>

#include "check.h"

enum { kSide = 300, kLongEvery = 1009, kSets = 2000, kSetSize = 5, kWaves = 3 };

static long cells[kSide + 1][kSide + 1];
static int wrong;

static void visit(int i, int j) {
  if (cells[i - 1][j] == 0 || cells[i][j - 1] == 0 || cells[i][j] != 0) hit(&wrong);
  if ((i * kSide + j) % kLongEvery == 0) work(20000);
  cells[i][j] = 1;
}

static void wave(int children) {
  for (int i = 0; i <= kSide; i++)
    for (int j = 0; j <= kSide; j++) cells[i][j] = i == 0 || j == 0;
  // Children of the tasks, too, are over at its end.
#pragma omp taskgroup
  for (int i = 1; i <= kSide; i++) {
    for (int j = 1; j <= kSide; j++) {
#pragma omp task depend(in : cells[i - 1][j], cells[i][j - 1]) depend(out : cells[i][j]) firstprivate(i, j)
      {
        visit(i, j);
        if (children && j % 7 == 0) {
#pragma omp task firstprivate(i, j)
          if (cells[i][j] != 1) hit(&wrong);
        }
      }
    }
  }
  for (int i = 1; i <= kSide; i++)
    for (int j = 1; j <= kSide; j++)
      if (cells[i][j] != 1) hit(&wrong);
}

// Sets one after the other: a writer, readers, and some that exclude each other.
static void sets(void) {
  int value = 0;
  long sum = 0;
  for (int round = 0; round < kSets; round++) {
#pragma omp task depend(out : value) shared(value) firstprivate(round)
    value = round + 1;
    for (int k = 0; k < kSetSize; k++) {
#pragma omp task depend(in : value) depend(mutexinoutset : sum) shared(value, sum) firstprivate(round)
      {
        if (value != round + 1) hit(&wrong);
        sum += value;
      }
    }
#pragma omp task if (round % 64 != 0) depend(in : sum) shared(sum) firstprivate(round)
    if (sum != (long)kSetSize * (round + 1) * (round + 2) / 2) hit(&wrong);
  }
#pragma omp taskwait
  CHECK_EQUAL(sum, (long)kSetSize * kSets * (kSets + 1) / 2);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kWaves; i++) wave(i % 2);
    sets();
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
