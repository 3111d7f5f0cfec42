// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random mixes of everything: each root thread draws a program of barriers, loops, singles, sections, criticals, locks,
// reductions and nested regions, runs it in a team, and compares every count with what the program says.
// run: STRESS_SEED=51
// run: STRESS_SEED=52 OMP_WAIT_POLICY=passive
// run: STRESS_SEED=53 OMP_WAIT_POLICY=active
#include <omp.h>
#include <pthread.h>
#include <string.h>

#include "random.h"

enum { kSteps = 20, kMostThreads = 6, kRoots = 3 };

enum operation {
  kBarrier,
  kStatic,
  kDynamic,
  kGuided,
  kOrdered,
  kSingle,
  kSingleNowait,
  kCopyprivate,
  kSections,
  kMaster,
  kCritical,
  kLock,
  kReduction,
  kNested,
  kTask,
  kOperations
};

struct step {
  enum operation operation;
  int amount, chunk;
};

// What a run of a program leaves behind, one entry a step.
struct root {
  struct step steps[kSteps];
  int size;
  int counts[kSteps];
  long plain[kSteps];  // written without atomics, under what the step guarantees
  long published[kMostThreads];
  omp_lock_t lock;
  int wrong;
};

static double end;

// R7: reason: one switch with a case a construct, which share the step and the counts.
static void run_step(struct root* root, int s, int me) {
  struct step step = root->steps[s];
  int* count = &root->counts[s];
  long* plain = &root->plain[s];
  switch (step.operation) {
    case kBarrier: root->published[me] = s * 100 + me;
#pragma omp barrier
      for (int other = 0; other < root->size; other++)
        if (root->published[other] != s * 100 + other) hit(&root->wrong);
#pragma omp barrier
      break;
    case kStatic:
#pragma omp for schedule(static, step.chunk)
      for (int i = 0; i < step.amount; i++) hit(count);
      break;
    case kDynamic:
#pragma omp for schedule(dynamic, step.chunk) nowait
      for (int i = 0; i < step.amount; i++) hit(count);
      break;
    case kGuided:
#pragma omp for schedule(guided, step.chunk) nowait
      for (long long i = step.amount; i > 0; i--) hit(count);
      break;
    case kOrdered:
#pragma omp for schedule(dynamic, step.chunk) ordered
      for (int i = 0; i < step.amount; i++) {
#pragma omp ordered
        {
          if (*plain != i) hit(&root->wrong);
          ++*plain;
        }
      }
      break;
    case kSingle:
#pragma omp single
      *plain = step.amount;
      if (*plain != step.amount) hit(&root->wrong);
      break;
    case kSingleNowait:
#pragma omp single nowait
      hit(count);
      break;
    case kCopyprivate: {
      int value = -1;
#pragma omp single copyprivate(value)
      value = step.amount;
      if (value != step.amount) hit(&root->wrong);
      break;
    }
    case kSections:
#pragma omp sections nowait
    {
#pragma omp section
      hit(count);
#pragma omp section
      hit(count);
#pragma omp section
      hit(count);
    } break;
    case kMaster:
#pragma omp master
      ++*plain;
      break;
    case kCritical:
#pragma omp critical(random_program)
      ++*plain;
      break;
    case kLock:
      omp_set_lock(&root->lock);
      ++*plain;
      omp_unset_lock(&root->lock);
      break;
    case kReduction:
#pragma omp for reduction(+ : plain[0 : 1]) schedule(dynamic, step.chunk)
      for (int i = 0; i < step.amount; i++) *plain += i;
      break;
    case kNested: {
      int width = 1 + step.chunk % 3, inner = 0;
#pragma omp parallel num_threads(width)
      {
        hit(&inner);
#pragma omp barrier
        if (__atomic_load_n(&inner, __ATOMIC_RELAXED) != width) hit(&root->wrong);
      }
      hit(count);
      break;
    }
    default:
#pragma omp task shared(root) firstprivate(count)
      hit(count);
      break;
  }
}

// What counts[s] and plain[s] must be in the end.
static void expect(const struct root* root, int s, long* count, long* plain) {
  const struct step* step = &root->steps[s];
  *count = 0;
  *plain = 0;
  switch (step->operation) {
    case kStatic:
    case kDynamic:
    case kGuided: *count = step->amount; break;
    case kOrdered:
    case kSingle: *plain = step->amount; break;
    case kSingleNowait: *count = 1; break;
    case kSections: *count = 3; break;
    case kMaster: *plain = 1; break;
    case kCritical:
    case kLock: *plain = root->size; break;
    case kReduction: *plain = (long)step->amount * (step->amount - 1) / 2; break;
    case kNested:
    case kTask: *count = root->size; break;
    default: break;
  }
}

static void run_program(struct root* root, unsigned long long number) {
  struct random random = random_stream(number);
  root->size = random_between(&random, 1, kMostThreads);
  for (int s = 0; s < kSteps; s++) {
    root->steps[s].operation = (enum operation)random_between(&random, 0, kOperations - 1);
    root->steps[s].amount = random_between(&random, 0, 60);
    root->steps[s].chunk = random_between(&random, 1, 9);
  }
  memset(root->counts, 0, sizeof root->counts);
  memset(root->plain, 0, sizeof root->plain);
#pragma omp parallel num_threads(root->size)
  {
    int me = omp_get_thread_num();
    struct random mine = random_stream(number * kMostThreads + (unsigned long long)me + 555555);
    for (int s = 0; s < kSteps; s++) {
      random_delay(&mine);
      run_step(root, s, me);
    }
  }
  if (root->wrong) CHECK_EQUAL(root->wrong, 0);
  for (int s = 0; s < kSteps; s++) {
    long count, plain;
    expect(root, s, &count, &plain);
    if (root->counts[s] == count && root->plain[s] == plain) continue;
    fprintf(stderr, "operation %d in step %d of program %llu, %d threads:\n", (int)root->steps[s].operation, s, number,
            root->size);
    CHECK_EQUAL(root->counts[s], count);
    CHECK_EQUAL(root->plain[s], plain);
  }
}

static void* run_root(void* argument) {
  struct root root;
  memset(&root, 0, sizeof root);
  omp_set_max_active_levels(2);
  omp_init_lock(&root.lock);
  long programs = 0;
  for (unsigned long long number = (unsigned long long)(long)argument; seconds_now() < end;
       number += kRoots, programs++)
    run_program(&root, number);
  omp_destroy_lock(&root.lock);
  CHECK(programs > 0);
  return NULL;
}

int main(void) {
  end = stress_end();
  pthread_t threads[kRoots];
  for (long r = 1; r < kRoots; r++) CHECK_EQUAL(pthread_create(&threads[r], NULL, run_root, (void*)r), 0);
  run_root((void*)0);
  for (int r = 1; r < kRoots; r++) pthread_join(threads[r], NULL);
  return finish_stress();
}
