// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dynamic loop of a team of one: programs for libomp have it as one chunk, as there, and programs for libgomp have the chunks that the schedule asks
// for, which their code can see. An ordered construct in it changes nothing.
// told: work 11 8
// told gcc: dispatch 3 32
// told clang: dispatch 3 4
// told: mutex_acquire 7 16
// told: mutex_acquired 7 16
// told: mutex_released 7 16
enum { kIterations = 8, kTimes = 2 };

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(1)
  for (int i = 0; i < kTimes; ++i) {
#pragma omp for schedule(dynamic, 1) reduction(+ : sum)
    for (int j = 0; j < kIterations; ++j) {
      sum += j;
    }
#pragma omp for schedule(dynamic, 1) ordered reduction(+ : sum)
    for (int j = 0; j < kIterations; ++j) {
#pragma omp ordered
      sum += j;
    }
  }
  return sum == 2 * kTimes * kIterations * (kIterations - 1) / 2 ? 0 : 1;
}
