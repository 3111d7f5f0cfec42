// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The smallest program that the runner can judge: a team adds numbers and waits long enough for its threads to be seen.
// TOY makes it fail: "crash", "hang", "status" or "silent".
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  const char* mood = getenv("TOY");
  if (mood == NULL) mood = "";
  long total = 0;
#pragma omp parallel reduction(+ : total)
  {
    for (long i = omp_get_thread_num(); i < 1000; i += omp_get_num_threads()) total += i;
    usleep(50 * 1000);
  }
  if (strcmp(mood, "crash") == 0) abort();
  if (strcmp(mood, "hang") == 0) pause();
  if (strcmp(mood, "silent") != 0) printf("total %ld\n", total);
  return strcmp(mood, "status") == 0 ? 3 : 0;
}
