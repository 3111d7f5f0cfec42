// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of a cancelled region that meet while others leave: one has data on its stack that the others copy.
#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "data.h"
#include "regions/regions.h"

namespace muster::verify {
namespace {

struct RemainingState {
  muster::regions::Remaining<Checked> remaining;
  // What a single construct gives to the others (copyprivate), on the stack of its thread: gone when that goes on.
  Data<std::uint64_t> given[kMaxThreads];
};

class CopyInCancelledRegion {
 public:
  // The last `leavers` members come to no meeting.
  CopyInCancelledRegion(ThreadId threads, ThreadId leavers, std::uint32_t constructs, std::uint32_t sleeps)
      : threads_(threads), leavers_(leavers), constructs_(constructs), sleeps_(sleeps) {}

  Program program() const {
    Program program;
    program.name = "remaining/" + std::to_string(threads_) + "-" + std::to_string(leavers_) + "x" +
                   std::to_string(constructs_) + (sleeps_ != 0 ? "/signalled" : "");
    program.threads = threads_;
    program.sleeps = sleeps_;
    program.setup = [*this] { state_.make(); };
    program.thread = [*this](ThreadId id) { run(id); };
    return program;
  }

 private:
  void run(ThreadId id) const {
    RemainingState& state = state_.get();
    SignallingWaiter waiter;
    const ThreadId copying = threads_ - leavers_;
    for (std::uint32_t construct = 1; id < copying && construct <= constructs_; ++construct) {
      // The single construct is another member's each time.
      const ThreadId giver = construct % copying;
      if (id == giver) {
        state.given[giver].set(construct, "given");
      }
      state.remaining.meet(threads_, waiter);
      expect(state.given[giver].get("given") == construct, "a member has copied what nobody has given");
      state.remaining.meet(threads_, waiter);
      if (id == giver) {
        state.given[giver].set(0, "given");
      }
    }
    state.remaining.leave(threads_, waiter);
  }

  ThreadId threads_;
  ThreadId leavers_;
  std::uint32_t constructs_;
  std::uint32_t sleeps_;
  Fresh<RemainingState> state_;
};

}  // namespace

void add_remaining(Programs& programs, bool deep) {
  for (const std::uint32_t sleeps : {0U, 1U}) {
    programs.push_back(CopyInCancelledRegion(2, 0, 2, sleeps).program());
    programs.push_back(CopyInCancelledRegion(2, 1, 1, sleeps).program());
    programs.push_back(CopyInCancelledRegion(3, 1, 1, sleeps).program());
  }
  if (deep) {
    programs.push_back(CopyInCancelledRegion(3, 0, 2, 1).program());
    programs.push_back(CopyInCancelledRegion(4, 2, 1, 1).program());
  }
}

}  // namespace muster::verify
