// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranks of MPI that do not have the same work: in each of some steps rank 0 sums up sixteen times as many terms by its threads as the others,
// which wait for it in MPI_Allreduce.
#include <mpi.h>
#include <stdio.h>

enum { kSteps = 20, kTerms = 200000, kTimesAsMany = 16 };

static double sum_of(int terms) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int term = 0; term < terms; ++term) sum += 1.0 / (1.0 + term) / (2.0 + term);
  return sum;
}

int main(int argc, char** argv) {
  int granted = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &granted);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double all = 0;
  for (int step = 0; step < kSteps; ++step) {
    double sum = sum_of(rank == 0 ? kTimesAsMany * kTerms : kTerms);
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("sum %.3f\n", all);
  MPI_Finalize();
  return granted >= MPI_THREAD_FUNNELED ? 0 : 1;
}
