// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cost of one OpenMP construct, for ./demo: overhead {parallel|barrier} <threads> <samples>
// Prints one line a sample: nanoseconds and context switches, each per construct. Linked with libgomp; the loader decides
// which runtime it gets. The benchmarks proper are in bench/constructs.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

// Long enough to hold a few scheduler quanta, short enough for many samples.
static const double kSampleSeconds = 0.02;

static double now_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static long context_switches(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nvcsw + usage.ru_nivcsw;
}

static int arrivals;

static double time_parallel(int threads, long count) {
  const double start = now_seconds();
  for (long i = 0; i < count; ++i) {
#pragma omp parallel num_threads(threads)
    {
      // Keeps the compiler from seeing an empty region.
      __asm__ volatile("" ::: "memory");
    }
  }
  return now_seconds() - start;
}

static double time_barrier(int threads, long count) {
  double seconds = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp atomic
    ++arrivals;
#pragma omp barrier
    const double start = now_seconds();
    for (long i = 0; i < count; ++i) {
#pragma omp barrier
    }
    if (omp_get_thread_num() == 0) {
      seconds = now_seconds() - start;
    }
  }
  return seconds;
}

int main(int argc, char** argv) {
  const int threads = argc == 4 ? atoi(argv[2]) : 0;
  const int samples = argc == 4 ? atoi(argv[3]) : 0;
  const int barrier = argc == 4 && strcmp(argv[1], "barrier") == 0;
  if (threads < 1 || samples < 1 || (!barrier && strcmp(argv[1], "parallel") != 0)) {
    fprintf(stderr, "usage: overhead {parallel|barrier} <threads> <samples>\n");
    return 2;
  }
  double (*const measure)(int, long) = barrier ? time_barrier : time_parallel;
  omp_set_dynamic(0);

  // Warms the pool, checks that the team is the one asked for, and finds a count that fills a sample.
  arrivals = 0;
  time_barrier(threads, 1);
  if (arrivals != threads) {
    fprintf(stderr, "overhead: asked for %d threads and got %d\n", threads, arrivals);
    return 1;
  }
  long count = 1;
  double seconds = measure(threads, count);
  while (seconds < kSampleSeconds / 4) {
    count *= 2;
    seconds = measure(threads, count);
  }
  count = (long)((double)count * kSampleSeconds / seconds) + 1;

  for (int sample = 0; sample < samples; ++sample) {
    const long switches = context_switches();
    seconds = measure(threads, count);
    printf("%.3f %.6f\n", 1e9 * seconds / (double)count, (double)(context_switches() - switches) / (double)count);
  }
  return 0;
}
