// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the native platform knows of threads: their CPU time, their CPU, and where the system may put them.
#include "platform/native.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/rseq.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

namespace muster::platform {
namespace {

// A thread that is there until the test ends.
class Other {
 public:
  explicit Other(bool works) {
    thread_ = std::thread([this, works] {
      system_thread_ = Native::own_system_thread();
      while (!stop_) {
        if (!works) usleep(1000);
      }
    });
    while (system_thread_ == 0) std::this_thread::yield();
  }
  ~Other() {
    stop_ = true;
    thread_.join();
  }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;

  Native::SystemThread system_thread() const { return system_thread_; }
  pthread_t handle() { return thread_.native_handle(); }

 private:
  std::atomic<Native::SystemThread> system_thread_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

TEST(CpuTime, GoesOnForAThreadThatWorks) {
  Other other(true);
  const std::uint64_t before_ns = Native::cpu_time_ns(other.system_thread());
  std::uint64_t after_ns = before_ns;
  // Ends when the system has let the thread run at all.
  while (after_ns <= before_ns) {
    usleep(1000);
    after_ns = Native::cpu_time_ns(other.system_thread());
  }
  EXPECT_GT(after_ns, before_ns);
}

TEST(CpuTime, IsZeroWhereItIsNotKnown) {
  EXPECT_EQ(Native::cpu_time_ns(0), 0U);
  // No system has a thread of that number (PID_MAX_LIMIT is 2^22).
  EXPECT_EQ(Native::cpu_time_ns(static_cast<Native::SystemThread>(~(1U << 24U) << 3U | 6U)), 0U);
}

TEST(RunnableThreads, CountTheCallerOrAreNotKnown) {
  const std::int32_t runnable = Native::runnable_threads();
  EXPECT_TRUE(runnable == -1 || runnable >= 1) << runnable;
}

int count_of(pthread_t thread) {
  cpu_set_t mask;
  EXPECT_EQ(pthread_getaffinity_np(thread, sizeof mask, &mask), 0);
  return CPU_COUNT(&mask);
}

TEST(Bring, LeavesTheMaskAsItIs) {
  Other other(false);
  const int cpus = count_of(other.handle());
  Native::bring(other.system_thread(), sched_getcpu());
  EXPECT_EQ(count_of(other.handle()), cpus);
  Native::bring(other.system_thread(), -1);
  Native::bring(other.system_thread(), 1 << 20);
  Native::bring(0, sched_getcpu());
  EXPECT_EQ(count_of(other.handle()), cpus);
}

TEST(Bring, TakesNoThreadToACpuThatItMayNotUse) {
  Other other(false);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
  ASSERT_EQ(pthread_setaffinity_np(other.handle(), sizeof one, &one), 0);
  for (std::int32_t cpu = 0; cpu < 64; ++cpu) {
    if (!CPU_ISSET(static_cast<std::size_t>(cpu), &one)) Native::bring(other.system_thread(), cpu);
  }
  cpu_set_t after;
  ASSERT_EQ(pthread_getaffinity_np(other.handle(), sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&one, &after));
}

// ctest runs it once more where the C library registers no restartable sequences.
TEST(CpuProbe, TellsWhereAThreadRuns) {
  if (std::getenv("MUSTER_TEST_WITHOUT_RSEQ") != nullptr) {
    ASSERT_EQ(__rseq_size, 0U);
  }
  std::thread thread([] {
    cpu_set_t mask;
    ASSERT_EQ(sched_getaffinity(0, sizeof mask, &mask), 0);
    const Native::CpuProbe probe = Native::own_cpu_probe();
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (!CPU_ISSET(cpu, &mask)) continue;
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(cpu, &one);
      ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
      Native::note_cpu();
      EXPECT_EQ(Native::cpu_of(probe), static_cast<std::int32_t>(cpu));
    }
  });
  thread.join();
}

}  // namespace
}  // namespace muster::platform
