// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A threadprivate object of a worker ends with the thread, and its destructor uses OpenMP; also where somebody listens.
// compilers: clang
// flags: -fnoopenmp-use-tls
// peers: none (libomp crashes where the destructor has a region)
// run: OMP_NUM_THREADS=3
// run: OMP_NUM_THREADS=3 MUSTER_CHECK=true
// run: OMP_NUM_THREADS=3 MUSTER_LEDGER=/dev/shm/destructor_uses_openmp.%p
#include <omp.h>
#include <unistd.h>

#include <cstdio>

#include "check.h"

static int ended;

struct Counted {
  int value = 0;
  Counted() {}
  ~Counted() {
#pragma omp critical
    ended += value;
#pragma omp parallel num_threads(2)
#pragma omp single
    ended += value;
  }
};

static Counted own;
#pragma omp threadprivate(own)

// Its destructor runs when all threads have ended.
static struct Last {
  ~Last() {
    char ledger[64];
    snprintf(ledger, sizeof ledger, "/dev/shm/destructor_uses_openmp.%d", static_cast<int>(getpid()));
    unlink(ledger);
  }
} last;

int main() {
#pragma omp parallel num_threads(3)
  own.value = 1;
  // The workers end, and their objects with them.
  CHECK_EQUAL(omp_pause_resource_all(omp_pause_hard), 0);
  CHECK_EQUAL(ended, 4);
  return finish();
}
