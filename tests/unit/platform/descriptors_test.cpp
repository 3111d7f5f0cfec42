// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/descriptors.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace muster::platform {
namespace {

// The test runs in a process of its own, as this one's streams are to stay open.
template <class Test>
int status_of(const Test& test) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(test());
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Descriptors, HaveNoNumberOfAStandardStream) {
  EXPECT_EQ(status_of([] {
              close(STDIN_FILENO);
              close(STDERR_FILENO);
              const int opened = open("/dev/null", O_RDONLY | O_CLOEXEC);
              const int moved = above_standard_streams(opened);
              const bool is_free = fcntl(STDIN_FILENO, F_GETFD) < 0 && fcntl(STDERR_FILENO, F_GETFD) < 0;
              return opened == STDIN_FILENO && moved > STDERR_FILENO && is_free &&
                             (fcntl(moved, F_GETFD) & FD_CLOEXEC) != 0
                         ? 0
                         : 1;
            }),
            0);
}

TEST(Descriptors, StayWhereTheyAreBehindThem) {
  const int opened = open("/dev/null", O_RDONLY | O_CLOEXEC);
  ASSERT_GT(opened, STDERR_FILENO);
  EXPECT_EQ(above_standard_streams(opened), opened);
  EXPECT_EQ(above_standard_streams(-1), -1);
  close(opened);
}

}  // namespace
}  // namespace muster::platform
