// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// others plain|fork|thread: a program that is linked with OpenMP and never uses it writes an array; or it forks, and the child writes another one;
// or its main thread ends before the one that writes the array, uses OpenMP, and leaves text for the end of the program to write.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kMiB = 1 << 20 };

static void* goes_on(void* array) {
  for (long i = 0; i < 4 * kMiB; ++i) ((char*)array)[i] = 1;
#pragma omp parallel
  ((char*)array)[omp_get_thread_num()] = 2;
  printf("the last thread ends");
  return NULL;
}

int main(int count, char** words) {
  char* array = malloc(4 * kMiB);
  if (!array || count != 2) return 2;
  if (strcmp(words[1], "thread") == 0) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, &goes_on, array) != 0) return 2;
    pthread_exit(NULL);
  }
  for (long i = 0; i < 4 * kMiB; ++i) array[i] = 1;  // first
  if (strcmp(words[1], "fork") == 0) {
    const pid_t child = fork();
    if (child == 0) {
      char* other = malloc(8 * kMiB);
      if (!other) return 1;
      memset(other, 1, 8 * kMiB);
      printf("%d\n", other[array[0]]);
      return 0;
    }
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) return 1;
  }
  free(array);
  return 0;
}
