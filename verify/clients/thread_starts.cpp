// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many new workers, started by the primary and by one of them: the primary learns what became of all, and nobody sleeps on. A copy of
// what threads/start.cpp does, without its types: when that changes, so must this.
#include "checked_platform.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "clients/roles.h"
#include "data.h"

namespace muster::verify {
namespace {

// Threads 1 and up are workers. The primary starts the odd ones, thread 1 the even ones.
struct StartState {
  // Stands for pthread_create, which orders what the two threads do.
  Checked::Atomic<base::Episode> created[kMaxThreads];
  Data<std::uint64_t> seat[kMaxThreads];
  Data<std::uint64_t> is_worker[kMaxThreads];
  Checked::Atomic<base::Episode> ended;
  Checked::Atomic<std::uint32_t> rounds_over;
};

class Starts {
 public:
  Starts(ThreadId threads, std::uint32_t rounds_before) : threads_(threads), rounds_before_(rounds_before) {}

  Program program() const {
    Program program;
    program.name = "thread_starts/" + std::to_string(threads_) + (rounds_before_ != 0 ? "/again" : "");
    program.threads = threads_;
    program.setup = [*this] {
      state_.make();
      state_->rounds_over.store_relaxed(rounds_before_);
    };
    program.thread = primary_and_workers([*this] { run_primary(); }, [*this](ThreadId id) { run_worker(id); });
    return program;
  }

 private:
  void start(ThreadId id) const {
    state_->seat[id].set(id, "seat");
    state_->is_worker[id].set(1, "is_worker");
    state_->created[id].store_release(1);
  }

  void run_primary() const {
    for (ThreadId id = 1; id < threads_; id += 2) {
      start(id);
    }
    Checked::await_reached(state_->ended, 1, platform::YieldingIdle<Checked>{});
    state_->rounds_over.store_relaxed(rounds_before_ + 1);
    Checked::unpark(state_->rounds_over, threads_);
    for (ThreadId id = 1; id < threads_; ++id) {
      expect(state_->is_worker[id].get("is_worker") == 1, "the primary does not know of a worker");
    }
  }

  void await_start() const {
    std::uint32_t over = state_->rounds_over.load_relaxed();
    while (static_cast<std::int32_t>(over - (rounds_before_ + 1)) < 0) {
      Checked::park(state_->rounds_over, over);
      over = state_->rounds_over.load_relaxed();
    }
  }

  void run_worker(ThreadId id) const {
    Checked::await_reached(state_->created[id], 1, platform::YieldingIdle<Checked>{});
    expect(state_->seat[id].get("seat") == id, "a worker does not know its seat");
    if (id == 1) {
      for (ThreadId other = 2; other < threads_; other += 2) {
        start(other);
      }
      state_->ended.fetch_add_release(1);
    }
    await_start();
  }

  ThreadId threads_;
  std::uint32_t rounds_before_;
  Fresh<StartState> state_;
};

}  // namespace

void add_thread_starts(Programs& programs, bool deep) {
  programs.push_back(Starts(3, 0).program());
  programs.push_back(Starts(4, 0).program());
  programs.push_back(Starts(3, ~std::uint32_t{0}).program());
  if (!deep) {
    programs[programs.size() - 2].enough = 10'000;
  }
}

}  // namespace muster::verify
