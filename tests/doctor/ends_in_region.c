// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ends_in_region HOW: one thread of a region ends the program, by `exit` or by a `crash`, while the other one works.
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void pass_ms(long ms) {
  const struct timespec length = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&length, NULL);
}

int main(int count, char** words) {
  if (count != 2) {
    return 2;
  }
#pragma omp parallel num_threads(2)
  for (int step = 0; step < 1000; ++step) {
    pass_ms(1);
    if (step == 100) {
#pragma omp single nowait
      if (strcmp(words[1], "exit") == 0) {
        exit(3);
      } else {
        *(volatile int*)words[2] = 1;  // a null pointer
      }
    }
  }
  return 0;
}
