// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fences of the native platform where the system refuses membarrier after the start, as in a program that then filters its system calls.
#include <errno.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>

#include "platform/native.h"

namespace muster::platform {
namespace {

enum Outcome { kAsWanted, kWrong, kCannotBeTried };

bool refuse_membarrier() {
  sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{sizeof rules / sizeof rules[0], rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

Outcome use_fences_of_refused_call() {
  Native::register_process();
  if (!Native::is_light_fence_free() || !refuse_membarrier()) {
    return kCannotBeTried;
  }
  errno = ESRCH;
  Native::heavy_fence();
  const bool is_safe = !Native::is_light_fence_free();
  const bool keeps_errno = errno == ESRCH;
  Native::heavy_fence();
  return is_safe && keeps_errno ? kAsWanted : kWrong;
}

TEST(Membarrier, LightFencesAreFullOnesWhenItIsRefused) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(use_fences_of_refused_call());
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kCannotBeTried) {
    GTEST_SKIP() << "no membarrier, or no filters of system calls";
  }
  EXPECT_EQ(WEXITSTATUS(status), kAsWanted);
}

}  // namespace
}  // namespace muster::platform
