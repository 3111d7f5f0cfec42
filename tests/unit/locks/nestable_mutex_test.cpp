// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "locks/nestable_mutex.h"

#include <gtest/gtest.h>

#include "platform/native.h"
#include "unit/loops/concurrent.h"

namespace muster::locks {
namespace {

using NativeMutex = NestableMutex<platform::Native>;

TEST(NestableMutex, FitsTheLockOfBothCompilers) { EXPECT_EQ(sizeof(NativeMutex), 8U); }

TEST(NestableMutex, CountsItsDepth) {
  NativeMutex mutex;
  EXPECT_EQ(mutex.try_lock(7), 1U);
  EXPECT_EQ(mutex.try_lock(7), 2U);
  EXPECT_EQ(mutex.try_lock(8), 0U);
  mutex.unlock();
  EXPECT_EQ(mutex.try_lock(8), 0U);
  mutex.unlock();
  EXPECT_EQ(mutex.try_lock(8), 1U);
  mutex.unlock();
}

TEST(NestableMutex, ExcludesAtAnyDepthAndLosesNoSleeper) {
  NativeMutex mutex;
  std::uint64_t count = 0;
  testing::run_threads(8, [&](std::uint32_t slot) {
    testing::Dawdler dawdler(slot + 1);
    for (int i = 0; i < 1000; ++i) {
      mutex.lock(slot + 1);
      mutex.lock(slot + 1);
      dawdler.maybe_dawdle();
      ++count;
      mutex.unlock();
      ++count;
      mutex.unlock();
    }
  });
  EXPECT_EQ(count, 16000U);
}

}  // namespace
}  // namespace muster::locks
