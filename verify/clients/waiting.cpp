// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The park handshake by itself, and waiters that take turns before they park.
#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "data.h"

namespace muster::verify {
namespace {

struct HandshakeState {
  waiting::Parker<Checked> parker;
  Checked::Atomic<base::Episode> word;
  Data<std::uint64_t> data;
};

// Thread 0 sleeps until the word is there; the others move it on in turn and wake.
Program handshake(std::uint32_t threads, base::Episode rounds, Fences fences) {
  Program program;
  program.name = "parker/" + std::to_string(threads) + (fences == Fences::full ? "" : "/process_wide");
  program.threads = threads;
  program.fences = fences;
  program.early_returns = 1;
  const Fresh<HandshakeState> state;
  program.setup = [state] { state.make(); };
  program.thread = [state, threads, rounds](ThreadId id) {
    const base::Episode last = rounds * (threads - 1);
    if (id == 0) {
      while (!Checked::has_reached(state->word, last)) {
        state->parker.park_unless([&] { return Checked::has_reached(state->word, last); });
      }
      expect(state->data.get() == last, "the sleeper does not see what its wakers wrote");
      return;
    }
    for (base::Episode turn = id; turn <= last; turn += threads - 1) {
      Checked::await_reached(state->word, turn - 1, platform::YieldingIdle<Checked>{});
      state->data.set(turn);
      state->word.store_release(turn);
      Checked::light_fence();
      state->parker.wake_if_parked();
    }
  };
  return program;
}

}  // namespace

void add_waiting(Programs& programs, bool deep) {
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    programs.push_back(handshake(2, deep ? 3 : 2, fences));
    programs.push_back(handshake(3, 1, fences));
  }
}

}  // namespace muster::verify
