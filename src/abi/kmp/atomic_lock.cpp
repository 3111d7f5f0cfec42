// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See atomic_lock.h.
#include "abi/kmp/atomic_lock.h"

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/base.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// 64 stripes in 4 KiB: with 64 threads on 64 locations, most have a line of their own.
constexpr std::size_t kStripes = 64;
constexpr int kStripeBits = std::bit_width(kStripes - 1);

constinit AtomicStripe stripes[kStripes];

}  // namespace

AtomicLock& lock_of(const void* location) {
  // By the address in 16-byte steps, so that neighbours in an array take different stripes.
  return stripes[base::fibonacci_hash(reinterpret_cast<std::uintptr_t>(location) >> 4, kStripeBits)].lock;
}

void enter_atomic_told(AtomicLock& lock, events::Caller caller) {
  caller = events::resolve(caller);
  runtime::current();
  events::acquire_told(events::MutexKind::atomic, &lock, caller, 0, [&lock] {
    lock.lock();
    return true;
  });
}

void leave_atomic_told(AtomicLock& lock, events::Caller caller) {
  caller = events::resolve(caller);
  runtime::current();
  events::release_told(events::MutexKind::atomic, &lock, caller, [&lock] { lock.unlock(); });
}

}  // namespace muster::abi::kmp
