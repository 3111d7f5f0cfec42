// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The affinity mask of the process against what the C library says.
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <thread>

#include "topology/topology.h"

namespace muster::topology::test {
namespace {

// Gives the main thread its mask back.
class Affinity : public ::testing::Test {
 protected:
  Affinity() { EXPECT_EQ(sched_getaffinity(getpid(), sizeof(before_), &before_), 0); }
  ~Affinity() override { EXPECT_EQ(sched_setaffinity(getpid(), sizeof(before_), &before_), 0); }

  std::uint32_t first_cpu() const {
    std::uint32_t cpu = 0;
    while (!CPU_ISSET(cpu, &before_)) {
      ++cpu;
    }
    return cpu;
  }

  // Binds a thread (0: the caller) to the first CPU of the mask.
  bool bind(pid_t thread) const {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first_cpu(), &one);
    return sched_setaffinity(thread, sizeof(one), &one) == 0;
  }

  cpu_set_t before_;
};

TEST_F(Affinity, CapturesTheMaskOfTheProcess) {
  capture_affinity(getpid());
  EXPECT_EQ(affinity_cpus(), static_cast<std::uint32_t>(CPU_COUNT(&before_)));
  for (std::uint32_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    EXPECT_EQ(affinity_mask().contains(cpu), CPU_ISSET(cpu, &before_) != 0) << cpu;
  }
}

TEST_F(Affinity, BindingAfterwardsChangesNothing) {
  capture_affinity(getpid());
  const std::uint32_t cpus = affinity_cpus();
  ASSERT_TRUE(bind(getpid()));
  EXPECT_EQ(affinity_cpus(), cpus);
  capture_affinity(getpid());
  EXPECT_EQ(affinity_cpus(), 1U) << "the binding had no effect: the check above proves nothing";
  EXPECT_TRUE(affinity_mask().contains(first_cpu()));
}

TEST_F(Affinity, MainThreadCountsWhicheverThreadLoads) {
  std::thread other([&] {
    ASSERT_TRUE(bind(0));
    CpuSet own;
    ASSERT_TRUE(read_affinity(0, own));
    EXPECT_EQ(own.count(), 1U);
    capture_affinity(getpid());
  });
  other.join();
  EXPECT_EQ(affinity_cpus(), static_cast<std::uint32_t>(CPU_COUNT(&before_)));
}

TEST_F(Affinity, NoSuchThread) {
  CpuSet cpus;
  cpus.add(7);
  EXPECT_FALSE(read_affinity(std::numeric_limits<std::int32_t>::max(), cpus));
  EXPECT_EQ(cpus, CpuSet{});
}

TEST_F(Affinity, ErrnoIsKept) {
  errno = 0;
  capture_affinity(getpid());
  EXPECT_EQ(errno, 0);
}

}  // namespace
}  // namespace muster::topology::test
