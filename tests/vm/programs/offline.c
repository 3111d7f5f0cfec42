// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// offline CPU...: regions with a loop, a barrier and a reduction go on while a thread of the program takes each of these CPUs offline, lets
// some regions pass, and brings it back. Prints "regions N wrong M away K team T": K is how many times a CPU went.
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kRegionsAway = 8, kIterations = 1000 };

static atomic_long regions;
static atomic_int stop;
static int cpus, away;
static char** names;

static int set_online(const char* cpu, const char* state) {
  char path[128];
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%s/online", cpu);
  FILE* file = fopen(path, "w");
  if (!file) return 0;
  const int written = fputs(state, file) >= 0;
  return fclose(file) == 0 && written;
}

// Progress, not time, is waited for: the host's CPUs are shared with others.
static void let_regions_pass(void) {
  const long until = atomic_load(&regions) + kRegionsAway;
  while (atomic_load(&regions) < until) usleep(1000);
}

static void* take_away(void* nothing) {
  (void)nothing;
  let_regions_pass();
  for (int i = 0; i < cpus; i++) {
    if (!set_online(names[i], "0"))
      perror(names[i]);
    else
      away++;
    let_regions_pass();
    if (!set_online(names[i], "1")) perror(names[i]);
    let_regions_pass();
  }
  atomic_store(&stop, 1);
  return NULL;
}

int main(int count, char** words) {
  cpus = count - 1;
  names = words + 1;
  pthread_t thread;
  if (pthread_create(&thread, NULL, take_away, NULL) != 0) return 1;
  long wrong = 0;
  int team = 0;
  while (!atomic_load(&stop)) {
    long sum = 0, threads = 0;
#pragma omp parallel reduction(+ : threads)
    {
      threads = 1;
#pragma omp for schedule(dynamic, 7) reduction(+ : sum)
      for (int i = 0; i < kIterations; i++) sum += i;
#pragma omp barrier
#pragma omp single
      team = omp_get_num_threads();
    }
    wrong += sum != (long)kIterations * (kIterations - 1) / 2 || threads != team;
    atomic_fetch_add(&regions, 1);
  }
  pthread_join(thread, NULL);
  printf("regions %ld wrong %ld away %d team %d\n", atomic_load(&regions), wrong, away, team);
  return 0;
}
