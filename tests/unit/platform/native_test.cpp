// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the native platform knows of threads: their CPU time and their CPU.
#include "platform/native.h"

#include <gtest/gtest.h>
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

TEST(Native, KnowsHowManyCpusTheSystemHas) {
  cpu_set_t mine;
  ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
  EXPECT_GE(Native::system_cpus(), static_cast<std::uint32_t>(CPU_COUNT(&mine)));
  EXPECT_EQ(Native::system_cpus(), Native::system_cpus());
}

TEST(RunnableThreads, CountTheCallerOrAreNotKnown) {
  const std::int32_t runnable = Native::runnable_threads();
  EXPECT_TRUE(runnable == -1 || runnable >= 1) << runnable;
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
