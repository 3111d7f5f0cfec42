// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See atomic_lock.h.
#include "abi/kmp/atomic_lock.h"

#include <cstddef>
#include <cstdint>

#include "base/base.h"

namespace muster::abi::kmp {
namespace {

using Native = platform::Native;

constexpr std::uint32_t kFree = 0;
constexpr std::uint32_t kHeld = 1;
constexpr std::uint32_t kContended = 2;

// 64 stripes: with 2 cores one is enough, with 64 threads on 64 locations half of them have a line of their own. 4 KiB.
constexpr std::size_t kStripes = 64;

struct alignas(base::kCacheLineBytes) Stripe {
  AtomicLock lock;
};
constinit Stripe stripes[kStripes];
constinit Stripe statements;

// Sleeps in the kernel for as long as the word says that the lock is held.
struct SleepOnWord {
  Native::Atomic<std::uint32_t>& word;

  template <class Done>
  void wait_until(Done done) const {
    while (!done()) {
      Native::park(word, kContended);
    }
  }
};

}  // namespace

void AtomicLock::lock() {
  std::uint32_t found = kFree;
  // A: acquire, pairs with B.
  if (word_.compare_exchange_acquire(found, kHeld)) [[likely]] {
    return;
  }
  // Who has waited once cannot know whether others sleep, so it holds the lock as contended.
  // A': acquire, pairs with B.
  while (word_.exchange_acquire(kContended) != kFree) {
    Native::await_acquire(word_, [](std::uint32_t value) { return value == kFree; }, SleepOnWord{word_});
  }
}

void AtomicLock::unlock() {
  // B: release, pairs with A and A'.
  if (word_.exchange_release(kFree) == kContended) {
    Native::unpark(word_, 1);
  }
}

AtomicLock& lock_of(const void* location) {
  // Fibonacci hashing of the address in 16-byte steps, so that neighbours in an array take different stripes.
  const std::uint64_t step = reinterpret_cast<std::uintptr_t>(location) >> 4;
  const std::uint64_t hash = step * 0x9E3779B97F4A7C15U;
  return stripes[hash >> (64 - 6)].lock;
}

AtomicLock& statement_lock() { return statements.lock; }

}  // namespace muster::abi::kmp
