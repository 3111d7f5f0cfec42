// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that runs all the time, and says on which CPU.
#pragma once

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>

#include "platform/native.h"
#include "platform/os_thread.h"

namespace muster::platform {

class Runner {
 public:
  Runner() {
    EXPECT_EQ(start_os_thread(thread_, 0, &run, this), 0);
    while (cpu() < 0) {
      usleep(100);
    }
  }
  ~Runner() {
    stop_ = true;
    join_os_thread(thread_);
  }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  OsThread thread() const { return thread_; }
  Native::SystemThread system_thread() const { return system_thread_; }
  std::int32_t cpu() const { return cpu_; }
  cpu_set_t mask() const {
    cpu_set_t cpus;
    EXPECT_EQ(pthread_getaffinity_np(thread_, sizeof cpus, &cpus), 0);
    return cpus;
  }

 private:
  static void* run(void* argument) {
    Runner& self = *static_cast<Runner*>(argument);
    self.system_thread_ = Native::own_system_thread();
    while (!self.stop_) {
      self.cpu_ = sched_getcpu();
    }
    return nullptr;
  }

  std::atomic<Native::SystemThread> system_thread_{0};
  std::atomic<std::int32_t> cpu_{-1};
  std::atomic<bool> stop_{false};
  OsThread thread_{};
};

}  // namespace muster::platform
