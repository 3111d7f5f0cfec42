// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two threads change CPUs, and keep their affinity masks.
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <vector>

#include "platform/native.h"
#include "runner.h"

namespace muster::platform {
namespace {

class SwapCpus : public ::testing::Test {
 protected:
  SwapCpus() {
    EXPECT_EQ(sched_getaffinity(0, sizeof all_, &all_), 0);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &all_)) {
        cpus_.push_back(cpu);
      }
    }
  }
  ~SwapCpus() override { EXPECT_EQ(sched_setaffinity(0, sizeof all_, &all_), 0); }

  void expect_masks(const Runner& other) const {
    const cpu_set_t of_other = other.mask();
    EXPECT_TRUE(CPU_EQUAL(&of_other, &all_));
    cpu_set_t own;
    EXPECT_EQ(sched_getaffinity(0, sizeof own, &own), 0);
    EXPECT_TRUE(CPU_EQUAL(&own, &all_));
  }

  cpu_set_t all_{};
  std::vector<std::int32_t> cpus_;
};

TEST_F(SwapCpus, EachIsWhereTheOtherWas) {
  if (cpus_.size() < 2) {
    GTEST_SKIP() << "needs two CPUs";
  }
  const Runner other;
  // The system may move either of them at once; not each time.
  for (bool done = false; !done; usleep(1000)) {
    const std::int32_t its = other.cpu();
    const std::int32_t own = sched_getcpu();
    if (its == own) {
      continue;
    }
    Native::swap_cpus(other.system_thread(), its, own);
    done = sched_getcpu() == its;
    usleep(1000);
    done = done && other.cpu() == own;
    expect_masks(other);
  }
}

TEST_F(SwapCpus, NothingHappensToAThreadThatMayUseOtherCpus) {
  if (cpus_.size() < 2) {
    GTEST_SKIP() << "needs two CPUs";
  }
  const Runner other;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpus_[1], &one);
  ASSERT_EQ(pthread_setaffinity_np(other.thread(), sizeof one, &one), 0);
  Native::swap_cpus(other.system_thread(), cpus_[1], cpus_[0]);
  const cpu_set_t mask = other.mask();
  EXPECT_TRUE(CPU_EQUAL(&mask, &one));
  ASSERT_EQ(pthread_setaffinity_np(other.thread(), sizeof all_, &all_), 0);
  expect_masks(other);
}

TEST_F(SwapCpus, NothingHappensWhereThereIsNoSuchCpuOrThread) {
  const Runner other;
  for (const std::int32_t cpu : {-1, 1 << 20}) {
    Native::swap_cpus(other.system_thread(), cpu, cpus_[0]);
    Native::swap_cpus(other.system_thread(), cpus_[0], cpu);
    expect_masks(other);
  }
  Native::swap_cpus(0, cpus_[0], cpus_[0]);
  Native::SystemThread ended = 0;
  {
    const Runner gone;
    ended = gone.system_thread();
  }
  Native::swap_cpus(ended, cpus_[0], cpus_.back());
  expect_masks(other);
}

}  // namespace
}  // namespace muster::platform
