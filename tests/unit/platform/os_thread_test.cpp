// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread is taken off a CPU by the thread that has started it.
#include "platform/os_thread.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>

namespace muster::platform {
namespace {

// A thread that says on which CPU it runs.
class Started {
 public:
  Started() {
    EXPECT_EQ(start_os_thread(thread_, 0, &run, this), 0);
    while (cpu() < 0) {
      usleep(100);
    }
  }
  ~Started() {
    stop_ = true;
    join_os_thread(thread_);
  }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;

  OsThread thread() const { return thread_; }
  std::int32_t cpu() const { return cpu_; }
  cpu_set_t mask() const {
    cpu_set_t cpus;
    EXPECT_EQ(pthread_getaffinity_np(thread_, sizeof cpus, &cpus), 0);
    return cpus;
  }

 private:
  static void* run(void* argument) {
    Started& self = *static_cast<Started*>(argument);
    while (!self.stop_) {
      self.cpu_ = sched_getcpu();
    }
    return nullptr;
  }

  std::atomic<std::int32_t> cpu_{-1};
  std::atomic<bool> stop_{false};
  OsThread thread_{};
};

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
  const Started other;
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
  const Started other;
  for (const std::int32_t cpu : {other.cpu(), other.cpu() + 1, -1, 1 << 20}) {
    move_off_cpu(other.thread(), cpu);
    const cpu_set_t mask = other.mask();
    EXPECT_TRUE(CPU_EQUAL(&mask, &one)) << cpu;
  }
  EXPECT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
}

}  // namespace
}  // namespace muster::platform
