// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merge sort of 20,000 numbers with a task for each half down to 64. The result is a checksum over the order.
#include "tree.h"

enum { kNumbers = 20000, kLeaf = 64 };

static unsigned numbers[kNumbers];
static unsigned spare[kNumbers];

static void merge(unsigned* from, int half, int count, unsigned* to) {
  int left = 0;
  int right = half;
  for (int i = 0; i < count; ++i) {
    const int take_left = left < half && (right == count || from[left] <= from[right]);
    to[i] = take_left ? from[left++] : from[right++];
  }
}

static void sort(unsigned* from, unsigned* to, int count) {
  if (count <= kLeaf) {
    for (int i = 1; i < count; ++i) {
      const unsigned moved = from[i];
      int at = i;
      for (; at > 0 && from[at - 1] > moved; --at) {
        from[at] = from[at - 1];
      }
      from[at] = moved;
    }
    return;
  }
  const int half = count / 2;
#pragma omp task
  sort(from, to, half);
#pragma omp task
  sort(from + half, to + half, count - half);
#pragma omp taskwait
  merge(from, half, count, to);
  for (int i = 0; i < count; ++i) {
    from[i] = to[i];
  }
}

// 1 if the numbers are in order and none is lost.
static long sorted(void) {
  unsigned state = 1;
  unsigned long before = 0;
  for (int i = 0; i < kNumbers; ++i) {
    state = state * 1664525U + 1013904223U;
    numbers[i] = state;
    before += state;
  }
#pragma omp parallel
#pragma omp single
  sort(numbers, spare, kNumbers);
  unsigned long after = numbers[0];
  long in_order = 1;
  for (int i = 1; i < kNumbers; ++i) {
    after += numbers[i];
    in_order = in_order && numbers[i - 1] <= numbers[i];
  }
  return in_order && before == after;
}

TREE_CONSTRUCT(task_sort, "merge sort of 20,000", sorted, 1);
