// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work whose amount can be proved afterwards. Arithmetic: a unit is a step of a linear congruential generator, each of which
// needs the one before; where it must stand after n steps can be computed in log n. Memory: a unit adds one to each word
// of the next line of the thread's own data.
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "work.h"

struct worker workers[kMostThreads];
size_t data_lines = 8192;  // 512 KiB: more than a first-level cache holds, less than most second-level ones

enum { kWordsOfLine = 8, kLineBytes = 64 };

// Knuth's MMIX generator.
static const unsigned long kFactor = 6364136223846793005UL;
static const unsigned long kStep = 1442695040888963407UL;
static const unsigned long kStart = 42;

static unsigned long stepped(long units) {
  unsigned long x = kStart;
  for (long unit = 0; unit < units; ++unit) {
    x = x * kFactor + kStep;
    __asm__ volatile("" : "+r"(x));  // one step after the other, by either compiler
  }
  return x;
}

// The same in log(units) steps: the map of 2^i steps is a pair (factor, step) too.
static unsigned long jumped(long units) {
  unsigned long x = kStart;
  unsigned long factor = kFactor;
  unsigned long step = kStep;
  for (; units > 0; units >>= 1) {
    if ((units & 1) != 0) {
      x = x * factor + step;
    }
    step += factor * step;
    factor *= factor;
  }
  return x;
}

static void stream(struct worker* worker, long units) {
  while (units > 0) {
    const size_t left = data_lines - worker->at;
    const size_t lines = (size_t)units < left ? (size_t)units : left;
    unsigned long* const from = worker->data + worker->at * kWordsOfLine;
#pragma omp simd
    for (size_t word = 0; word < lines * kWordsOfLine; ++word) {
      from[word] += 1;
    }
    worker->at = (worker->at + lines) % data_lines;
    units -= (long)lines;
  }
}

void do_part(enum kind kind, struct worker* worker, long units) {
  if (kind == kArithmetic) {
    worker->sum += stepped(units);
  } else {
    stream(worker, units);
  }
  __atomic_store_n(&worker->parts, worker->parts + 1, __ATOMIC_RELAXED);
}

bool fresh_worker(struct worker* worker, enum kind kind) {
  worker->sum = 0;
  worker->at = 0;
  __atomic_store_n(&worker->parts, 0, __ATOMIC_RELAXED);
  if (kind != kMemory) {
    return true;
  }
  if (worker->data == NULL) {
    worker->data = aligned_alloc(kLineBytes, data_lines * kLineBytes);
  }
  if (worker->data == NULL) {
    return false;
  }
  memset(worker->data, 0, data_lines * kLineBytes);
  return true;
}

static unsigned long done_by_all(const struct cell* cell) {
  unsigned long sum = 0;
  for (int thread = 0; thread < cell->threads; ++thread) {
    sum += workers[thread].sum;
    for (size_t word = 0; cell->kind == kMemory && word < data_lines * kWordsOfLine; ++word) {
      sum += workers[thread].data[word];
    }
  }
  return sum;
}

static unsigned long expected_of(const struct cell* cell, long phases) {
  const int parts = parts_of(cell->construct);
  unsigned long sum = 0;
  unsigned long of_one = 0;
  long before = -1;  // balanced cells have the same over and over
  for (long phase = 0; phase < phases; ++phase) {
    for (int thread = 0; thread < cell->threads; ++thread) {
      const long units = units_of(cell, phase, thread);
      if (units != before && cell->kind == kArithmetic) {
        const unsigned long longer = (unsigned long)(units % parts);
        of_one = longer * jumped(units / parts + 1) + ((unsigned long)parts - longer) * jumped(units / parts);
      } else if (units != before) {
        of_one = (unsigned long)units * kWordsOfLine;
      }
      before = units;
      sum += of_one;
    }
  }
  return sum;
}

const char* work_wrong(const struct cell* cell, long phases) {
  long parts = 0;
  for (int thread = 0; thread < cell->threads; ++thread) {
    parts += __atomic_load_n(&workers[thread].parts, __ATOMIC_RELAXED);
  }
  if (parts != phases * cell->threads * parts_of(cell->construct)) {
    return "not every part of the work was done exactly once";
  }
  return done_by_all(cell) == expected_of(cell, phases) ? NULL : "the results of the work do not add up";
}

double calibrate(enum kind kind) {
  enum { kTries = 100 };
  const double try_us = 1000.0;  // long enough to have its part of the timer's interrupts, shorter than a time slice
  static struct worker alone;
  if (!fresh_worker(&alone, kind)) {
    return 0.0;
  }
  long units = 1000;
  double best = 0.0;
  for (int tries = 0; tries < kTries;) {
    const double start = now_us();
    do_part(kind, &alone, units);
    const double elapsed = now_us() - start;
    if (elapsed < try_us) {
      units *= 2;
      continue;
    }
    const double rate = (double)units / elapsed;
    best = rate > best ? rate : best;
    ++tries;
  }
  return best;
}
