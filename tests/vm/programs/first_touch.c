// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// first_touch parallel|sequential|moved: an array initialised by a parallel loop or by the primary thread alone, then used by a parallel loop
// with the same schedule; moved: by a parallel loop whose threads another region has had on other places before. Prints "pages N own M": of N pages M lie on the node of the thread that uses them.
#include "pages.h"

#include <omp.h>
#include <string.h>
#include <sys/mman.h>

enum { kPagesEach = 64 };

int main(int count, char** words) {
  if (count != 2) return 2;
  const long pages = (long)omp_get_max_threads() * kPagesEach;
  char* data = mmap(NULL, (size_t)(pages * kPage), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int* users = calloc((size_t)pages, sizeof *users);
  int* nodes = calloc((size_t)pages, sizeof *nodes);
  if (data == MAP_FAILED || !users || !nodes) fail("memory");
  if (strcmp(words[1], "moved") == 0) {
    long threads = 0;
#pragma omp parallel proc_bind(close) num_threads(omp_get_max_threads() / 2) reduction(+ : threads)
    threads += 1;
    if (threads != omp_get_max_threads() / 2) return 1;
  }
  if (strcmp(words[1], "sequential") != 0) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < pages; i++) data[i * kPage] = 1;
  } else {
    for (long i = 0; i < pages; i++) data[i * kPage] = 1;
  }
  long sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (long i = 0; i < pages; i++) {
    sum += data[i * kPage];
    users[i] = node_of_caller();
  }
  nodes_of_pages(data, pages, nodes);
  long own = 0;
  for (long i = 0; i < pages; i++) own += nodes[i] == users[i];
  printf("pages %ld own %ld sum %ld\n", pages, own, sum);
  return 0;
}
