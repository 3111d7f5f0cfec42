// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many new workers, started by the primary and by one of them: the primary learns what became of all, and nobody sleeps on.
#include "checked_platform.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "clients/roles.h"
#include "data.h"
#include "regions/regions.h"

namespace muster::verify {
namespace {

struct StartState;

struct StartedThread {
  // Stands for pthread_create, which orders what the two threads do.
  Checked::Atomic<base::Episode> created;
  Data<std::uint64_t> entry;
  Data<std::uint64_t> argument;
  Data<std::uint64_t> seat;
  Data<std::uint64_t> is_worker;
  StartState* state = nullptr;
  ThreadId id = 0;
};

struct StartState {
  StartState(std::uint32_t rounds_before, ThreadId refused) : rounds(rounds_before), refuses(refused) {
    round = rounds.next();
    for (ThreadId id = 0; id < kMaxThreads; ++id) {
      threads[id].state = this;
      threads[id].id = id;
      workers[id] = &threads[id + 1 < kMaxThreads ? id + 1 : id];
    }
  }

  StartedThread threads[kMaxThreads];
  StartedThread* workers[kMaxThreads];
  muster::regions::StartRounds<Checked> rounds;
  std::uint32_t round = 0;
  // The system has no thread for this one; 0: it has for all.
  ThreadId refuses;
};

struct System {
  using Platform = Checked;
  using Thread = StartedThread;
  using Entry = void* (*)(void*);

  static bool start(StartedThread& thread, Entry entry, void* argument) {
    thread.seat.set(thread.id, "seat");
    const bool starts = thread.id != thread.state->refuses;
    thread.is_worker.set(starts ? 1 : 0, "is_worker");
    thread.entry.set(reinterpret_cast<std::uintptr_t>(entry), "entry");
    thread.argument.set(reinterpret_cast<std::uintptr_t>(argument), "argument");
    if (starts) {
      thread.created.store_release(1);
    }
    return starts;
  }
  static void* main(StartedThread& self) {
    expect(self.seat.get("seat") == self.id, "a worker does not know its seat");
    self.state->rounds.await_end(self.state->round);
    return nullptr;
  }
};

class Starts {
 public:
  Starts(ThreadId threads, std::uint32_t rounds_before, ThreadId refused = 0)
      : threads_(threads), rounds_before_(rounds_before), refused_(refused) {}

  // Thread 0 starts some of the others, and one of these the rest.
  Program program() const {
    Program program;
    program.name = "thread_starts/" + std::to_string(threads_) + (rounds_before_ != 0 ? "/again" : "") +
                   (refused_ != 0 ? "/refused" : "");
    program.threads = threads_;
    program.setup = [*this] { state_.make(rounds_before_, refused_); };
    program.thread = primary_and_workers([*this] { run_primary(); }, [*this](ThreadId id) { run_worker(id); });
    return program;
  }

 private:
  void run_primary() const {
    muster::regions::ThreadStart<System>::start(state_->workers, threads_ - 1, 2);
    state_->rounds.end(state_->round, threads_);
    for (ThreadId id = 1; id < threads_; ++id) {
      expect(state_->threads[id].is_worker.get("is_worker") == (id == refused_ ? 0 : 1),
             "the primary does not know what became of a worker");
    }
  }

  void run_worker(ThreadId id) const {
    if (id == refused_) {
      return;
    }
    StartedThread& self = state_->threads[id];
    Checked::await_reached(self.created, 1, platform::YieldingIdle<Checked>{});
    reinterpret_cast<System::Entry>(self.entry.get("entry"))(reinterpret_cast<void*>(self.argument.get("argument")));
  }

  ThreadId threads_;
  std::uint32_t rounds_before_;
  ThreadId refused_;
  Fresh<StartState> state_;
};

}  // namespace

void add_thread_starts(Programs& programs, bool deep) {
  programs.push_back(Starts(3, 0).program());
  programs.push_back(Starts(4, 0).program());
  programs.push_back(Starts(3, ~std::uint32_t{0}).program());
  programs.push_back(Starts(4, 0, 3).program());
  if (!deep) {
    programs[programs.size() - 3].enough = 10'000;
  }
}

}  // namespace muster::verify
