// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutual exclusion, the order from unlock to lock, and that nobody sleeps for ever.
#include "locks/locks.h"

#include "checked_platform.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "data.h"

namespace muster::verify {
namespace {

struct MutexState {
  locks::Mutex<Checked> mutex;
  Data<std::uint64_t> counter;
};

// Listeners hear of every other thread.
struct ToldMutexState : MutexState {};

struct NestableState {
  locks::NestableMutex<Checked> mutex;
  Data<std::uint64_t> counter;
};

void lock(MutexState& state, ThreadId /*id*/) { state.mutex.lock(); }
void lock(ToldMutexState& state, ThreadId id) {
  if (id % 2 == 0) {
    state.mutex.lock_told();
  } else {
    state.mutex.lock();
  }
}
void lock(NestableState& state, ThreadId id) { state.mutex.lock(id + 1); }

template <class State>
Program sections(const char* name, std::uint32_t threads, std::uint32_t rounds, std::uint32_t early_returns = 1) {
  Program program;
  program.name = std::string(name) + "/" + std::to_string(threads) + "/rounds" + std::to_string(rounds);
  program.threads = threads;
  program.early_returns = early_returns;
  const Fresh<State> state;
  program.setup = [state] { state.make(); };
  program.thread = [state, rounds](ThreadId id) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      lock(state.get(), id);
      state->counter.set(state->counter.get("counter") + 1, "counter");
      state->mutex.unlock();
    }
  };
  program.check = [state, threads, rounds] {
    expect(state->counter.get() == std::uint64_t{threads} * rounds, "two threads were in a critical section at once");
  };
  return program;
}

// A thread that holds the mutex takes it again.
Program nested() {
  Program program;
  program.name = "nestable_mutex/2/nested";
  program.threads = 2;
  const Fresh<NestableState> state;
  program.setup = [state] { state.make(); };
  program.thread = [state](ThreadId id) {
    state->mutex.lock(id + 1);
    expect(state->mutex.try_lock(id + 1) == 2, "the owner cannot take its mutex again");
    state->counter.set(state->counter.get("counter") + 1, "counter");
    state->mutex.unlock();
    state->mutex.unlock();
  };
  return program;
}

}  // namespace

void add_locks(Programs& programs, bool deep) {
  programs.push_back(sections<MutexState>("mutex", 2, 2));
  programs.push_back(sections<MutexState>("mutex", 3, 1, 0));
  programs.push_back(sections<ToldMutexState>("told_mutex", 2, 2));
  programs.push_back(sections<NestableState>("nestable_mutex", 2, 2));
  programs.push_back(nested());
  if (deep) {
    programs.push_back(sections<MutexState>("mutex", 3, 2));
    programs.push_back(sections<NestableState>("nestable_mutex", 3, 1));
  }
}

}  // namespace muster::verify
