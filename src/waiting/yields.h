// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Yields: what a thread has found out about yielding: whether it gives the CPU to anybody, and to whom. Of the thread itself alone.
#pragma once

#include <cstdint>

#include "waiting/intervals.h"

namespace muster::waiting {

class Yields {
 public:
  void begin_wait(std::uint64_t now_ns) {
    futile_ = 0;
    avoided_until_ns_ = avoided_at(now_ns) ? avoided_until_ns_ : 0;
  }

  // Since the wait began.
  bool avoided() const { return avoided_until_ns_ != 0; }
  bool avoided_at(std::uint64_t now_ns) const { return now_ns < avoided_until_ns_; }
  // A few in a row gave the CPU to nobody.
  bool are_futile() const { return futile_ >= kFutileYieldLimit; }
  // They were, and nothing has shown since that they no longer are.
  bool do_nothing() const { return do_nothing_; }

  // A yield that did not bring what the thread waits for. One that costs a time slice went to another process: for as long as that
  // took, yields are avoided.
  void note(std::uint64_t began_ns, std::uint64_t ended_ns) {
    const std::uint64_t took_ns = ended_ns - began_ns;
    futile_ = took_ns < kShortestSwitch_ns ? futile_ + 1 : 0;
    if (took_ns >= kForeignSlice_ns) {
      avoided_until_ns_ = ended_ns + took_ns;
    }
  }

  void give_up_until(std::uint64_t time_ns) {
    avoided_until_ns_ = time_ns;
    do_nothing_ = true;
  }
  void try_again_after(std::uint64_t now_ns) { do_nothing_ = avoided_at(now_ns); }
  void forget_futile() { futile_ = 0; }

 private:
  std::uint64_t avoided_until_ns_ = 0;
  std::uint32_t futile_ = 0;
  bool do_nothing_ = false;
};

}  // namespace muster::waiting
