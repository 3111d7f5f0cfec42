// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hangs CASE: threads that wait for each other for ever, or, with a CASE that ends in _long, for one that goes on after some seconds.
#include <omp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Longer than the two looks that a thread takes first: after one second, and two to three more.
enum { kLong_s = 5 };

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

// Each waits for the next one's lock, and all begin to wait at the same time.
static void circle_of_locks(void) {
  enum { kThreads = 16 };
  static omp_lock_t locks[kThreads];
  for (int i = 0; i < kThreads; ++i) {
    omp_init_lock(&locks[i]);
  }
#pragma omp parallel num_threads(kThreads)
  {
    const int self = omp_get_thread_num();
    omp_set_lock(&locks[self]);
#pragma omp barrier
    omp_set_lock(&locks[(self + 1) % kThreads]);
  }
}

// A barrier that one member does not meet: it waits at the end of the region.
static void missed_barrier(void) {
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() != 0) {
      barrier();
    }
  }
}

// The primary thread has left its region's work, and a worker waits for what nobody does.
static void missed_by_workers(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      barrier();
    }
  }
}

static void* miss_barrier(void* unused) {
  missed_barrier();
  return unused;
}

// The main thread ends before the others, and the threads of another one wait for each other.
static void main_has_ended(void) {
  pthread_t other;
  pthread_create(&other, NULL, &miss_barrier, NULL);
  pthread_exit(NULL);
}

// An event that nobody fulfills.
static void detached_task(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event)
    __asm__ volatile("");
    (void)event;
#pragma omp taskwait
  }
}

// All threads but one wait for their team, and that one is in a system call of the program's.
static void team_long(void) {
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == 2) {
      sleep(kLong_s);
    }
#pragma omp barrier
  }
}

// The threads wait for two seconds before there is a task, and then run one each.
static void tasks_long(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    sleep(2);
    for (int i = 0; i < 3; ++i) {
#pragma omp task
      sleep(kLong_s + i);
    }
  }
}

static void* wait_long(void* unused) {
  team_long();
  exit(0);
  return unused;
}

static void main_has_ended_long(void) {
  pthread_t other;
  pthread_create(&other, NULL, &wait_long, NULL);
  pthread_exit(NULL);
}

static void* fulfill(void* event) {
  sleep(kLong_s);
  omp_fulfill_event((omp_event_handle_t)(uintptr_t)event);
  return NULL;
}

// The runtime does not know the thread that fulfills the event.
static void detached_task_long(void) {
  pthread_t other;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event)
    __asm__ volatile("");
    pthread_create(&other, NULL, &fulfill, (void*)(uintptr_t)event);
#pragma omp taskwait
  }
  pthread_join(other, NULL);
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
      {"circle_of_locks", &circle_of_locks},
      {"missed_barrier", &missed_barrier},
      {"missed_by_workers", &missed_by_workers},
      {"main_has_ended", &main_has_ended},
      {"detached_task", &detached_task},
      {"team_long", &team_long},
      {"tasks_long", &tasks_long},
      {"main_has_ended_long", &main_has_ended_long},
      {"detached_task_long", &detached_task_long},
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
