// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread is taken off a CPU by the thread that has started it.
#include "platform/os_thread.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include "runner.h"

namespace muster::platform {
namespace {

cpu_set_t own_mask() {
  cpu_set_t cpus;
  EXPECT_EQ(sched_getaffinity(0, sizeof cpus, &cpus), 0);
  return cpus;
}

TEST(MoveOffCpu, AThreadGoesOnOnAnotherCpuWithTheSameMask) {
  const cpu_set_t all = own_mask();
  if (CPU_COUNT(&all) < 2) {
    GTEST_SKIP() << "needs two CPUs";
  }
  const Runner other;
  // The system may take it back to the same CPU before it has said where it runs; not each time.
  for (std::int32_t cpu = other.cpu(); other.cpu() == cpu;) {
    move_off_cpu(other.thread(), cpu);
    usleep(1000);
  }
  const cpu_set_t mask = other.mask();
  EXPECT_TRUE(CPU_EQUAL(&mask, &all));
}

TEST(MoveOffCpu, NothingHappensWhereThereIsNoOtherCpuOrNoSuchOne) {
  const cpu_set_t all = own_mask();
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  const Runner other;
  for (const std::int32_t cpu : {other.cpu(), other.cpu() + 1, -1, 1 << 20}) {
    move_off_cpu(other.thread(), cpu);
    const cpu_set_t mask = other.mask();
    EXPECT_TRUE(CPU_EQUAL(&mask, &one)) << cpu;
  }
  EXPECT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
}

}  // namespace
}  // namespace muster::platform
