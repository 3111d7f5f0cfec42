// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region that begins and ends by the events that the runtime emits for its primary thread.
#pragma once

#include "ledger/clock.h"
#include "unit/ledger/ledger_file.h"

namespace muster::ledger::testing {

class InRegions : public LedgerFile {
 protected:
  ~InRegions() override { ticks_per_ms.store_relaxed(known_ticks_per_ms_); }

  // Shares are short from now on, for what takes so little by itself, though the test may lose its CPU or be emulated. After the ledger has been started.
  static void make_all_short() {
    // Ten times as many ticks, after which the clocks would be compared anew, are still a number, and beyond what a counter shows that begins at any time.
    constexpr std::uint64_t kAges = std::uint64_t{1} << 60;
    ticks_per_ms.store_relaxed(kAges);
  }
  void begin_region(Begun& self) {
    region_.encountering = &self.thread.initial_task;
    region_.caller = caller();
    region_.requested = 2;
    events::emit(events::ParallelBegin{region_});
    region_.size = 2;
    task_.region = &region_;
    task_.flags = events::kImplicitTask;
    events::emit(events::ImplicitTaskBegin{task_, 2, 0});
    self.thread.task = &task_;
  }
  void end_region(Begun& self) {
    events::emit(events::SyncWaitBegin{events::SyncKind::barrier_implicit_parallel, task_, caller()});
    self.thread.task = &self.thread.initial_task;
    events::emit(events::ParallelEnd{region_});
  }
  // What is pending is booked.
  static void settle(Begun& self) { const Account booked(self.slot()); }
  static void pass(std::uint64_t for_ns) {
    for (const std::uint64_t begin = platform::Native::now_ns(); platform::Native::now_ns() - begin < for_ns;) {
    }
  }

  std::uint64_t known_ticks_per_ms_ = ticks_per_ms.load_relaxed();
  events::Region region_;
  events::Task task_;
};

}  // namespace muster::ledger::testing
