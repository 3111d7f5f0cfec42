// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hangs CASE: threads that wait for each other for ever, or, with a CASE that ends in _long, for one that goes on after some seconds.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Longer than the two looks that a thread takes first.
enum { kLong_s = 4 };

static omp_lock_t lock;
static omp_nest_lock_t nest;

static void lock_twice(void) {
#pragma omp parallel num_threads(2)
#pragma omp single nowait
  {
    omp_set_lock(&lock);
    omp_set_lock(&lock);
  }
}

// More threads than small machines have CPUs, and most tables places.
static void many_threads(void) {
#pragma omp parallel num_threads(300)
#pragma omp single nowait
  {
    omp_set_lock(&lock);
    omp_set_lock(&lock);
  }
}

__attribute__((noinline)) static void inner_critical(void) {
#pragma omp critical(name)
  puts("never");
}

static void nested_critical(void) {
#pragma omp critical(name)
  inner_critical();
}

__attribute__((noinline)) static void barrier(void) {
#pragma omp barrier
}

static void barrier_in_critical(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    barrier();
  }
}

static void two_locks(void) {
#pragma omp parallel num_threads(2)
  {
    const int self = omp_get_thread_num();
    if (self == 0) {
      omp_set_lock(&lock);
    } else {
      omp_set_nest_lock(&nest);
    }
#pragma omp barrier
    if (self == 0) {
      omp_set_nest_lock(&nest);
    } else {
      omp_set_lock(&lock);
    }
  }
}

static void held_long(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp single
    omp_set_lock(&lock);
#pragma omp single nowait
    {
      sleep(kLong_s);
      omp_unset_lock(&lock);
    }
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
  }
}

static void* unset(void* unused) {
  sleep(kLong_s);
  omp_unset_lock(&lock);
  return unused;
}

// The runtime does not know the thread that goes on.
static void other_thread_long(void) {
  pthread_t other;
  omp_set_lock(&lock);
  pthread_create(&other, NULL, &unset, NULL);
  omp_set_lock(&lock);
  pthread_join(other, NULL);
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } kCases[] = {
      {"lock_twice", &lock_twice},
      {"many_threads", &many_threads},
      {"nested_critical", &nested_critical},
      {"barrier_in_critical", &barrier_in_critical},
      {"two_locks", &two_locks},
      {"held_long", &held_long},
      {"other_thread_long", &other_thread_long},
  };
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  for (unsigned i = 0; i < sizeof kCases / sizeof *kCases; ++i) {
    if (argc == 2 && strcmp(argv[1], kCases[i].name) == 0) {
      kCases[i].run();
      return 0;
    }
  }
  return 2;
}
