// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integrates 4 / (1 + x * x) over 0 to 1 by all ranks of MPI and all threads of each. Rank 0 prints a line for each rank: the CPUs that it
// may use, the threads of its region and the version of Muster; then pi.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <omp.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { kSteps = 1000000, kTextBytes = 4096 };

typedef uint32_t version_function(void);

static void describe(char* text, int threads) {
  cpu_set_t cpus;
  sched_getaffinity(0, sizeof cpus, &cpus);
  text[0] = '\0';
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    size_t used = strlen(text);
    if (CPU_ISSET(cpu, &cpus)) snprintf(text + used, kTextBytes - used, "%s%d", used ? "," : "", cpu);
  }
  version_function* version = (version_function*)dlsym(RTLD_DEFAULT, "muster_version");
  size_t used = strlen(text);
  snprintf(text + used, kTextBytes - used, " %d %u", threads, version ? version() : 0);
}

int main(int argc, char** argv) {
  int granted = 0;
  // The threads of a region compute; the one that calls MPI is the one that started.
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &granted);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  int threads = 0;
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp single
    threads = omp_get_num_threads();
#pragma omp for
    for (int step = rank; step < kSteps; step += ranks) {
      double x = (step + 0.5) / kSteps;
      sum += 4 / (1 + x * x) / kSteps;
    }
  }

  char text[kTextBytes];
  describe(text, threads);
  static char all[64][kTextBytes];
  double pi = 0;
  MPI_Reduce(&sum, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (ranks <= 64) MPI_Gather(text, kTextBytes, MPI_CHAR, all, kTextBytes, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    for (int each = 0; each < ranks && each < 64; ++each) printf("%s\n", all[each]);
    printf("pi %.9f\n", pi);
  }
  MPI_Finalize();
  return granted >= MPI_THREAD_FUNNELED ? 0 : 1;
}
