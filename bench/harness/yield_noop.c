// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program with sched_yield made a no-op that reports success, as some kernels' schedulers have it. A seccomp
// filter does it, so it reaches inlined system calls and every child, and no runtime can tell. With YIELD_NOOP_SLOW set there are
// several filters, each of which thinks about it for as long as one may, some microseconds in all: as in sandboxes, the call does nothing and takes as long as a switch.
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// All of them are asked each time.
#define SLOW_FILTERS 4

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "Usage: %s PROGRAM [ARGUMENT...]\nRuns PROGRAM with sched_yield() doing nothing.\n", argv[0]);
    return 2;
  }
  // The architecture is not looked at: a program of another one (32-bit) would only have some other call made a no-op,
  // and the benchmarks are native.
  const struct sock_filter load = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  static struct sock_filter rules[BPF_MAXINSNS];
  unsigned short length = 0;
  rules[length++] = load;
  rules[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_yield, 1, 0);
  rules[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const int is_slow = getenv("YIELD_NOOP_SLOW") != NULL;
  while (is_slow && length < BPF_MAXINSNS - 1) {
    rules[length++] = load;
  }
  rules[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 0);
  const struct sock_fprog program = {.len = length, .filter = rules};
  int failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  for (int filters = is_slow ? SLOW_FILTERS : 1; failed == 0 && filters > 0; --filters) {
    failed = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
  }
  if (failed != 0) {
    fprintf(stderr, "%s: no seccomp filter here (%s): sched_yield stays as it is, nothing was run\n", argv[0],
            strerror(errno));
    return 125;
  }
  execvp(argv[1], argv + 1);
  fprintf(stderr, "%s: cannot run %s: %s\n", argv[0], argv[1], strerror(errno));
  return 127;
}
