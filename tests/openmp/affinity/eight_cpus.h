// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process on eight CPUs, whatever the machine has: these two take the place of the C library's, keep a mask for each thread and
// count how often one is changed. To be included first.
#pragma once

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

enum { kCpus = 8 };

static __thread cpu_set_t eight_cpus_mask;
static __thread int eight_cpus_has_mask;
static int eight_cpus_calls;

static inline cpu_set_t* own_mask(void) {
  if (!eight_cpus_has_mask) {
    eight_cpus_has_mask = 1;
    for (int cpu = 0; cpu < kCpus; cpu++) CPU_SET(cpu, &eight_cpus_mask);
  }
  return &eight_cpus_mask;
}

int sched_getaffinity(pid_t thread, size_t bytes, cpu_set_t* mask) {
  (void)thread;
  memset(mask, 0, bytes);
  memcpy(mask, own_mask(), bytes < sizeof *mask ? bytes : sizeof *mask);
  return 0;
}

int sched_setaffinity(pid_t thread, size_t bytes, const cpu_set_t* mask) {
  (void)thread;
  memcpy(own_mask(), mask, bytes < sizeof *mask ? bytes : sizeof *mask);
  __atomic_fetch_add(&eight_cpus_calls, 1, __ATOMIC_RELAXED);
  return 0;
}

// Threads cannot be started on CPUs that the machine may not have, so they go there by themselves.
int pthread_attr_setaffinity_np(pthread_attr_t* attributes, size_t bytes, const cpu_set_t* mask) {
  (void)attributes, (void)bytes, (void)mask;
  return EINVAL;
}

// The calling thread's CPUs as a number: bit 0 is CPU 0.
static inline unsigned cpus_of_caller(void) {
  unsigned bits = 0;
  for (int cpu = 0; cpu < kCpus; cpu++) bits |= CPU_ISSET(cpu, own_mask()) ? 1u << cpu : 0;
  return bits;
}
