// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random graphs of tasks with depend clauses on a few cells. Each task mixes the cells that it reads into those that it writes, in a way
// that no other order gives the same result; the same graph run in order is the oracle. Mutually exclusive tasks add instead, so that any order
// of theirs will do, and two at once will not. Tasks make such graphs too.
// run: STRESS_SEED=21 OMP_NUM_THREADS=2
// run: STRESS_SEED=22 OMP_NUM_THREADS=6
// run: STRESS_SEED=23 OMP_NUM_THREADS=3 OMP_WAIT_POLICY=PASSIVE
// run: STRESS_SEED=24 OMP_NUM_THREADS=1
#include <omp.h>
#include <string.h>

#include "random.h"

enum { kCells = 6, kMostTasks = 120 };

typedef unsigned long long word;

struct step {
  int read, write, also, kind, delay;
};

static word mix(word into, word from, int number) {
  return (into ^ (from + (word)number)) * 0x9e3779b97f4a7c15ull + (into >> 17);
}

// Slow enough for another to come in between.
static void add(word* cell, int number) {
  word before = *cell;
  work((unsigned)number % 32);
  *(volatile word*)cell = before + (word)number * 0x9e3779b97f4a7c15ull;
}

static void run_step(const struct step* step, word* cells, int number) {
  if (step->delay) work((unsigned)step->delay);
  switch (step->kind) {
    case 0: cells[step->write] = mix(cells[step->write], cells[step->read], number); break;
    case 1: cells[step->write] = (word)number; break;
    case 2:
      cells[step->write] = mix(cells[step->write], cells[step->also], number);
      cells[step->also] = mix(cells[step->also], cells[step->write], number);
      break;
    case 3: add(&cells[step->write], number); break;
    default:
      add(&cells[step->write], number);
      add(&cells[step->also], number);
      break;
  }
}

static void make_steps(struct random* random, struct step* steps, int count) {
  for (int i = 0; i < count; i++) {
    steps[i].kind = random_between(random, 0, 4);
    steps[i].read = random_between(random, 0, kCells - 1);
    steps[i].write = random_between(random, 0, kCells - 1);
    steps[i].also = random_between(random, 0, kCells - 1);
    steps[i].delay = random_between(random, 0, 3) == 0 ? random_between(random, 1, 2000) : 0;
  }
}

static void run_in_order(const struct step* steps, int count, word* cells) {
  for (int i = 0; i < count; i++) run_step(&steps[i], cells, i);
}

static void make_tasks(const struct step* steps, int count, word* cells, int wait_at) {
  for (int i = 0; i < count; i++) {
    const struct step* step = &steps[i];
    switch (step->kind) {
      case 0:
#pragma omp task depend(in : cells[step->read]) depend(inout : cells[step -> write]) firstprivate(i, step, cells)
        run_step(step, cells, i);
        break;
      case 1:
#pragma omp task depend(out : cells[step->write]) firstprivate(i, step, cells) if (step -> delay != 1)
        run_step(step, cells, i);
        break;
      case 2:
#pragma omp task depend(inout : cells[step->write], cells[step->also]) firstprivate(i, step, cells)
        run_step(step, cells, i);
        break;
      case 3:
#pragma omp task depend(mutexinoutset : cells[step->write]) firstprivate(i, step, cells) if (step -> delay % 4 != 1)
        run_step(step, cells, i);
        break;
      default:
#pragma omp task depend(mutexinoutset : cells[step->write], cells[step->also]) firstprivate(i, step, cells)
        run_step(step, cells, i);
        break;
    }
    if (i == wait_at) {
      // Reads what all tasks so far have made of one cell.
      word seen[kCells];
      memset(seen, 0, sizeof seen);
#pragma omp taskwait depend(in : cells[0])
      seen[0] = cells[0];
      work((unsigned)(seen[0] % 3));
    }
  }
}

static void one_round(unsigned long long number) {
  struct random random = random_stream(number);
  enum { kGraphs = 4 };
  static struct step steps[kGraphs][kMostTasks];
  static word wanted[kGraphs][kCells], cells[kGraphs][kCells];
  int counts[kGraphs], waits[kGraphs];
  for (int graph = 0; graph < kGraphs; graph++) {
    counts[graph] = random_between(&random, 1, kMostTasks);
    waits[graph] = random_between(&random, -1, kMostTasks);
    make_steps(&random, steps[graph], counts[graph]);
    for (int cell = 0; cell < kCells; cell++) wanted[graph][cell] = cells[graph][cell] = next_random(&random);
    run_in_order(steps[graph], counts[graph], wanted[graph]);
  }
#pragma omp parallel
#pragma omp single
  {
    make_tasks(steps[0], counts[0], cells[0], waits[0]);
    for (int graph = 1; graph < kGraphs; graph++) {
#pragma omp task firstprivate(graph) shared(steps, counts, cells, waits)
      {
        make_tasks(steps[graph], counts[graph], cells[graph], waits[graph]);
        if (graph == 2) {
#pragma omp taskwait
          CHECK(memcmp(wanted[graph], cells[graph], sizeof wanted[graph]) == 0);
        }
      }
    }
  }
  CHECK(memcmp(wanted, cells, sizeof wanted) == 0);
}

int main(void) {
  double end = stress_end();
  for (unsigned long long number = 0; seconds_now() < end; number++) one_round(number);
  return finish_stress();
}
