// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that take things from a queue under a mutex and sleep while it is empty, as helpers do for tasks, while others put things there one by one. `Events` is
// locks::EventCount<Checked>, or one with something left out.
#pragma once

#include <string>

#include "checked_platform.h"
#include "clients/fresh.h"
#include "data.h"
#include "locks/locks.h"

namespace muster::verify {

template <class Events>
class TakenFromQueue {
 public:
  // `takers` of the threads take `things / takers` each; the others put in as many in all.
  TakenFromQueue(ThreadId threads, ThreadId takers, std::uint32_t things)
      : threads_(threads), takers_(takers), things_(things) {}

  Program program() const {
    Program program;
    program.name =
        "event_count/" + std::to_string(threads_) + "-" + std::to_string(takers_) + "x" + std::to_string(things_);
    program.threads = threads_;
    program.setup = [*this] { state_.make(); };
    program.thread = [*this](ThreadId id) { id < takers_ ? take() : put(); };
    program.check = [*this] { expect(state_->things.get() == 0, "a thing is left, or was taken twice"); };
    return program;
  }

 private:
  struct State {
    locks::Mutex<Checked> mutex;
    Events events;
    Data<std::uint64_t> things;
  };

  void take() const {
    State& state = state_.get();
    for (std::uint32_t taken = 0; taken < things_ / takers_; ++taken) {
      state.mutex.lock();
      while (state.things.get("things") == 0) {
        state.events.await(state.mutex);
      }
      state.things.set(state.things.get("things") - 1, "things");
      state.mutex.unlock();
    }
  }

  void put() const {
    State& state = state_.get();
    for (std::uint32_t given = 0; given < things_ / (threads_ - takers_); ++given) {
      state.mutex.lock();
      state.things.set(state.things.get("things") + 1, "things");
      state.events.advance(1);
      state.mutex.unlock();
    }
  }

  ThreadId threads_;
  ThreadId takers_;
  std::uint32_t things_;
  Fresh<State> state_;
};

}  // namespace muster::verify
