// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that forbids itself system calls when it has begun, as a sandbox does: membarrier fails from then on, and no thread that sleeps is forgotten.
// run: OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
// run: OMP_NUM_THREADS=4 KMP_BLOCKTIME=0 MUSTER_IDLE_TIME=infinite
// An emulator does not take the filter.
// not-under: emulation
#include <errno.h>
#include <linux/filter.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <omp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

static int refuse_membarrier(void) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

static void pass_barriers(int rounds) {
  int passed = 0;
#pragma omp parallel reduction(+ : passed)
  for (int round = 0; round < rounds; round++) {
    work(round % 7 * 300);
#pragma omp barrier
    passed++;
  }
  CHECK_EQUAL(passed, rounds * requested_threads());
}

int main(void) {
  pass_barriers(100);
  if (refuse_membarrier() != 0) {
    fprintf(stderr, "the system takes no filter\n");
    return 77;
  }
  CHECK(syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0) < 0 && errno == EPERM);
  for (int region = 0; region < 50; region++) pass_barriers(200);
  return finish();
}
