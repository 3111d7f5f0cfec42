// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The place queries are consistent with each other, with and without places.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=2 OMP_PLACES=threads OMP_PROC_BIND=true
// run: OMP_NUM_THREADS=3 OMP_PLACES="{0},{1}" OMP_PROC_BIND=close
#include <omp.h>

#include "check.h"

int main(void) {
  int places = omp_get_num_places();
  CHECK(places >= 0);
  CHECK(omp_get_place_num() >= -1 && omp_get_place_num() < (places ? places : 1));
  for (int place = 0; place < places; place++) {
    int procs = omp_get_place_num_procs(place);
    CHECK(procs >= 1);
    int* ids = malloc((size_t)procs * sizeof *ids);
    omp_get_place_proc_ids(place, ids);
    for (int i = 0; i < procs; i++) CHECK(ids[i] >= 0);
    for (int i = 1; i < procs; i++) CHECK(ids[i] != ids[i - 1]);
    free(ids);
  }
  CHECK_EQUAL(omp_get_place_num_procs(-1), 0);
  CHECK_EQUAL(omp_get_place_num_procs(places), 0);
#pragma omp parallel
  {
    int count = omp_get_partition_num_places();
    CHECK(count >= 0 && count <= (places ? places : 1));
    if (count > 0) {
      int* numbers = malloc((size_t)count * sizeof *numbers);
      omp_get_partition_place_nums(numbers);
      for (int i = 0; i < count; i++) CHECK(numbers[i] >= 0 && numbers[i] < places);
      free(numbers);
    }
    CHECK(omp_get_place_num() >= -1);
  }
  return finish();
}
