// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_PLACES=numa_domains OMP_PROC_BIND=spread
// run: OMP_PLACES=cores OMP_PROC_BIND=close
// peers: libgomp libomp
// not-under: emulation
// Why: the emulator has the machine's nodes, and other addresses.
// On a machine of several nodes bound threads find their stacks, and what they initialise in a parallel loop, on their own node. One page
// in a hundred may lie elsewhere, as one that two threads share does. With TEST_ONE_NODE set a machine of one node will do.
#define _GNU_SOURCE
#include <omp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "process.h"

enum { kPagesEach = 256, kDeep = 64 * 1024 };

static int node_of_page(const volatile void* address) {
  const volatile void* page = address;
  int status = -1;
  return syscall(SYS_move_pages, 0, 1UL, &page, NULL, &status, 0) == 0 ? status : -1;
}

static int node_of_thread(void) {
  unsigned cpu = 0, node = 0;
  return syscall(SYS_getcpu, &cpu, &node, NULL) == 0 ? (int)node : -1;
}

static int nodes_in_use(void) {
  int lowest = 1 << 20, highest = -1;
#pragma omp parallel reduction(min : lowest) reduction(max : highest)
  {
    int node = node_of_thread();
    lowest = node < lowest ? node : lowest;
    highest = node > highest ? node : highest;
  }
  return highest > lowest ? 2 : 1;
}

int main(void) {
  volatile int probe = 1;
  if (node_of_page(&probe) < 0) skip("this system does not tell where pages are");
  if (nodes_in_use() < 2 && !getenv("TEST_ONE_NODE")) skip("a machine of several nodes is needed");
  const long page = sysconf(_SC_PAGESIZE);
  const int threads = omp_get_max_threads();
  const long pages = (long)threads * kPagesEach;
  char* data = mmap(NULL, (size_t)(pages * page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(data != MAP_FAILED);
  if (data == MAP_FAILED) return finish();
  // Huge pages would be shared by several threads.
  madvise(data, (size_t)(pages * page), MADV_NOHUGEPAGE);

  int wrong_stacks = 0;
  long elsewhere = 0;
#pragma omp parallel reduction(+ : wrong_stacks, elsewhere)
  {
    const int own = node_of_thread();
    // The uppermost page of a stack is written by the thread that starts the thread.
    volatile char deep[kDeep];
    deep[0] = 1;
    if (omp_get_thread_num() != 0) wrong_stacks += node_of_page(deep) != own;
#pragma omp for schedule(static)
    for (long i = 0; i < pages; i++) data[i * page] = 1;
#pragma omp for schedule(static)
    for (long i = 0; i < pages; i++) elsewhere += node_of_page(data + i * page) != own;
  }
  CHECK_EQUAL(wrong_stacks, 0);
  CHECK(elsewhere * 100 <= pages);
  return finish();
}
