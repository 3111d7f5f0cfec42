// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=2
// peers: none
// Why: neither libgomp 12 nor libomp 19 pins memory of the host.
// not-under: emulation
// Why: the emulator locks its own pages along with the program's.
// Memory of an allocator with pinned=true is locked, and given back unlocked; where the system refuses, the fallback is taken.
#include <linux/capability.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"
#include "process.h"

enum { kBytes = 100 * 1000 };

static long locked_kib(void) {
  FILE* status = fopen("/proc/self/status", "r");
  char line[256];
  long kib = -1;
  while (status && fgets(line, sizeof line, status)) sscanf(line, "VmLck: %ld", &kib);
  if (status) fclose(status);
  return kib;
}

// From here on the calling thread may lock nothing, whoever started the program.
static void forbid_locking(void) {
  const struct rlimit none = {0, 0};
  CHECK_EQUAL(setrlimit(RLIMIT_MEMLOCK, &none), 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  CHECK_EQUAL(syscall(SYS_capget, &header, data), 0);
  data[0].effective &= ~(1U << CAP_IPC_LOCK);
  CHECK_EQUAL(syscall(SYS_capset, &header, data), 0);
}

static omp_allocator_handle_t pinned(omp_alloctrait_value_t fallback) {
  omp_alloctrait_t traits[] = {{omp_atk_pinned, omp_atv_true}, {omp_atk_fallback, fallback}};
  return omp_init_allocator(omp_default_mem_space, 2, traits);
}

int main(void) {
  omp_allocator_handle_t or_null = pinned(omp_atv_null_fb), or_default = pinned(omp_atv_default_mem_fb);
  CHECK(or_null != omp_null_allocator);
  const long before = locked_kib();
  if (before < 0) skip("the system does not tell how much is locked");
  char* block = omp_calloc(1, kBytes, or_null);
  if (!block) skip("no memory may be locked here (ulimit -l)");
  CHECK(locked_kib() - before >= kBytes / 1024);
  CHECK_EQUAL(block[kBytes - 1], 0);
  memset(block, 1, kBytes);
  block = omp_realloc(block, 2 * kBytes, or_null, or_null);
  CHECK(block != NULL);
  CHECK_EQUAL(block[kBytes - 1], 1);
  omp_free(block, or_null);
  CHECK_EQUAL(locked_kib(), before);

  forbid_locking();
  CHECK(omp_alloc(kBytes, or_null) == NULL);
  char* ordinary = omp_alloc(kBytes, or_default);
  CHECK(ordinary != NULL);
  if (ordinary) memset(ordinary, 1, kBytes);
  CHECK_EQUAL(locked_kib(), before);
  omp_free(ordinary, or_default);
  // GCC's predefined allocator of pinned memory falls back on default memory.
  void* predefined = omp_alloc(kBytes, (omp_allocator_handle_t)200);
  CHECK(predefined != NULL);
  omp_free(predefined, omp_null_allocator);
  omp_destroy_allocator(or_null);
  omp_destroy_allocator(or_default);
  return finish();
}
