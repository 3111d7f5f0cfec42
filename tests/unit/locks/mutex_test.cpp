// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "locks/mutex.h"

#include <gtest/gtest.h>

#include "platform/native.h"
#include "unit/loops/concurrent.h"

namespace muster::locks {
namespace {

using NativeMutex = Mutex<platform::Native>;

TEST(Mutex, FitsTheLockOfBothCompilers) { EXPECT_EQ(sizeof(NativeMutex), 4U); }

TEST(Mutex, RefusesASecondHolder) {
  NativeMutex mutex;
  EXPECT_TRUE(mutex.try_lock());
  EXPECT_FALSE(mutex.try_lock());
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TEST(Mutex, IsUnlockedQuicklyUnlessListenersHaveHeardOfIt) {
  NativeMutex mutex;
  mutex.lock();
  EXPECT_TRUE(mutex.unlock_quickly());
  mutex.lock_told();
  EXPECT_FALSE(mutex.unlock_quickly());
  EXPECT_FALSE(mutex.try_lock());
  mutex.unlock_slowly();
  EXPECT_TRUE(mutex.try_lock_told());
  EXPECT_FALSE(mutex.unlock_quickly());
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

// omp_unset_lock of a lock that nobody has set.
TEST(Mutex, StaysFreeWhereNobodyHoldsIt) {
  NativeMutex mutex;
  EXPECT_FALSE(mutex.unlock_quickly());
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TEST(Mutex, ExcludesAndLosesNoSleeper) {
  NativeMutex mutex;
  std::uint64_t count = 0;
  testing::run_threads(8, [&](std::uint32_t slot) {
    testing::Dawdler dawdler(slot + 1);
    for (int i = 0; i < 2000; ++i) {
      mutex.lock();
      // A holder that loses its CPU sends the others to sleep.
      dawdler.maybe_dawdle();
      ++count;
      mutex.unlock();
    }
  });
  EXPECT_EQ(count, 16000U);
}

}  // namespace
}  // namespace muster::locks
