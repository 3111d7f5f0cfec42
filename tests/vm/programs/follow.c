// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// follow [FILE VALUE]: the size of a default team, then, with VALUE written to FILE (cpu.max or cpuset.cpus of a cgroup), that of the first
// region that begins more than two seconds later; regions go on all the time. Prints "before N after M explicit K": K is the size of a region
// that asks for 5 threads, after the change.
#include <omp.h>
#include <stdio.h>

static int size_of_region(void) {
  int size = 0;
#pragma omp parallel
#pragma omp master
  size = omp_get_num_threads();
  return size;
}

static int size_after(double seconds) {
  const double begin = omp_get_wtime();
  while (omp_get_wtime() - begin < seconds) size_of_region();
  return size_of_region();
}

int main(int count, char** words) {
  const int before = count == 3 ? size_after(1.5) : size_of_region();
  if (count == 3) {
    FILE* file = fopen(words[1], "w");
    if (!file || fputs(words[2], file) < 0 || fclose(file) != 0) {
      perror(words[1]);
      return 1;
    }
  }
  const int after = count == 3 ? size_after(2.0) : size_of_region();
  int explicit_size = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(5)
#pragma omp master
  explicit_size = omp_get_num_threads();
  printf("before %d after %d explicit %d\n", before, after, explicit_size);
  return 0;
}
