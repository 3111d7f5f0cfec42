// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leagues without num_teams ask for as many teams as they get.
// told: parallel_begin 1 2
// told: parallel_end 1 2
#include <omp.h>

int main(void) {
  int host = 0, target = 0;
  omp_set_num_teams(3);
#pragma omp teams shared(host)
#pragma omp parallel num_threads(1)
#pragma omp atomic
  host += 1;
#pragma omp target teams map(tofrom : target)
#pragma omp parallel num_threads(1)
#pragma omp atomic
  target += 1;
  return host == 3 && target == 3 ? 0 : 1;
}
