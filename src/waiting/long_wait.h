// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LongWait: a thread that has waited awake for a second says so, to others in its presence and to the platform, for those who look whether a program hangs
// (misuse/standstill.h).
#pragma once

#include <cstdint>

#include "platform/platform.h"
#include "waiting/presence.h"

namespace muster::waiting {

// Longer than any wait in a program that goes on, but for few; and what it leads to costs some milliseconds.
inline constexpr std::uint64_t kLongWait_ns = 1'000'000'000;

template <platform::Platform P>
class LongWait {
 public:
  bool is_due(std::uint64_t start_ns, std::uint64_t now_ns) const { return now_ns - start_ns >= due_ns_; }

  // is_due() says so.
  __attribute__((noinline)) void tell(Presence<P>& self, std::uint64_t start_ns, std::uint64_t now_ns) {
    self.awake_since_ns.store_relaxed(start_ns);
    interval_ns_ = P::still_waits(interval_ns_);
    due_ns_ = interval_ns_ == 0 ? ~std::uint64_t{0} : now_ns - start_ns + interval_ns_;
  }

  // The thread is about to run a task, or goes on.
  void end(Presence<P>& self) {
    if (due_ns_ != kLongWait_ns) [[unlikely]] {
      self.awake_since_ns.store_relaxed(0);
      due_ns_ = interval_ns_ = kLongWait_ns;
    }
  }

 private:
  // After the begin of the wait.
  std::uint64_t due_ns_ = kLongWait_ns;
  std::uint64_t interval_ns_ = kLongWait_ns;
};

}  // namespace muster::waiting
