// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parkers by themselves: the park handshake, what a listener hears of a sleep, and bells.
#include "checked_platform.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "data.h"
#include "waiting/waiting.h"

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

struct NotedSleepState {
  waiting::Parker<Checked> parker;
  waiting::SleepNotes<Checked> notes;
  Checked::Atomic<base::Episode> word;
};

enum class Sleep : std::uint8_t { parks, dozes };

// A listener is to hear of the sleep of thread 1, which thread 0 ends: it reads the listener's clock, whatever else it has seen of thread 1. A doze
// says nothing of what the thread did before, so the address of the notes has to.
Program noted_sleep(Sleep sleep, Fences fences) {
  Program program;
  program.name = std::string(sleep == Sleep::parks ? "noted_sleep" : "noted_doze") +
                 (fences == Fences::full ? "" : "/process_wide");
  program.threads = 2;
  program.fences = fences;
  program.early_returns = 1;
  const Fresh<NotedSleepState> state;
  program.setup = [state] { state.make(); };
  program.thread = [state, sleep](ThreadId id) {
    if (id == 0) {
      state->word.store_release(1);
      Checked::light_fence();
      state->parker.wake_if_parked();
      return;
    }
    state->notes.now.set(&Checked::now_ns);
    state->notes.falls_asleep = [](std::uint64_t /*began*/) {};
    state->notes.has_slept = [](std::uint64_t began, std::uint64_t signalled, std::uint64_t ended) {
      expect(began <= signalled && signalled <= ended, "signalled before or after the sleep");
    };
    state->parker.set_notes(state->notes);
    const auto done = [&] { return Checked::has_reached(state->word, 1); };
    // A doze may end at once: one shows all that can happen in it.
    if (sleep == Sleep::dozes) {
      state->parker.doze_unless(done, 1);
      Checked::await_reached(state->word, 1, platform::YieldingIdle<Checked>{});
    }
    while (!done()) {
      state->parker.park_unless(done);
    }
  };
  return program;
}

struct BellState {
  // It decides in which order they are woken, nothing else.
  static constexpr std::int32_t kCpu = 0;
  waiting::Bell<Checked> other_bell;
  waiting::Bell<Checked> bell;
  waiting::Parker<Checked> parkers[kMaxThreads];
  Checked::Atomic<base::Episode> word;
  Data<std::uint64_t> data;

  // They have slept elsewhere, as another of the threads there.
  BellState() {
    for (ThreadId id = 0; id < kMaxThreads; ++id) {
      parkers[id].set_bell(other_bell, 1U << (kMaxThreads + id), kCpu);
    }
  }
  void sleep(ThreadId id) {
    parkers[id].set_bell(bell, 1U << id, kCpu);
    while (!Checked::has_reached(word, 1)) {
      parkers[id].park_at_bell_unless([&] { return Checked::has_reached(word, 1); });
    }
    expect(data.get() == 7, "woken before the word moved on");
  }
  void move_on() {
    data.set(7);
    word.store_release(1);
    Checked::full_fence();
  }
};

Program at_bell(const char* name, std::uint32_t threads, Fences fences, const Fresh<BellState>& state) {
  Program program;
  program.name = "bell/" + std::string(name) + (fences == Fences::full ? "" : "/process_wide");
  program.threads = threads;
  program.fences = fences;
  program.early_returns = 1;
  program.setup = [state] { state.make(); };
  return program;
}

// Thread 0 wakes one of those that sleep at the bell, by its word.
Program rung_for_one(Fences fences) {
  const Fresh<BellState> state;
  Program program = at_bell("one", 2, fences, state);
  program.thread = [state](ThreadId id) {
    if (id == 0) {
      state->move_on();
      state->parkers[1].wake_if_parked();
    } else {
      state->sleep(id);
    }
  };
  return program;
}

// Thread 0 wakes all that sleep at the bell by one call.
Program rung_for_all(std::uint32_t threads, Fences fences) {
  const Fresh<BellState> state;
  Program program = at_bell("all", threads, fences, state);
  program.name += "/" + std::to_string(threads);
  program.thread = [state, threads](ThreadId id) {
    if (id != 0) {
      state->sleep(id);
      return;
    }
    state->move_on();
    std::uint32_t bits = 0;
    for (ThreadId other = 1; other < threads; ++other) {
      bits |= state->parkers[other].take_from(&state->bell).bits;
    }
    if (bits != 0) {
      state->bell.ring(bits);
    }
  };
  return program;
}

// Threads 1 and 2 sleep at the bell with the same bit, as in large teams. Thread 0 lets first the one and then the other go on.
Program rung_for_one_of_a_bit(Fences fences) {
  const Fresh<BellState> state;
  Program program = at_bell("same_bit", 3, fences, state);
  program.thread = [state](ThreadId id) {
    if (id == 0) {
      for (const ThreadId other : {1U, 2U}) {
        state->word.store_release(other);
        Checked::full_fence();
        state->parkers[other].wake_if_parked();
      }
      return;
    }
    state->parkers[id].set_bell(state->bell, 1, BellState::kCpu);
    while (!Checked::has_reached(state->word, id)) {
      state->parkers[id].park_at_bell_unless([&] { return Checked::has_reached(state->word, id); });
    }
  };
  return program;
}

// Thread 1 sleeps at one bell, and then at another. Thread 0 wakes it both times by all that sleep at the first.
Program rung_elsewhere(Fences fences) {
  const Fresh<BellState> state;
  Program program = at_bell("elsewhere", 2, fences, state);
  program.thread = [state](ThreadId id) {
    waiting::Parker<Checked>& parker = state->parkers[1];
    for (base::Episode turn = 1; turn <= 2; ++turn) {
      if (id == 0) {
        state->word.store_release(turn);
        Checked::full_fence();
        if (const std::uint32_t bits = parker.take_from(&state->other_bell).bits; bits != 0) {
          state->other_bell.ring(bits);
        }
      } else {
        while (!Checked::has_reached(state->word, turn)) {
          parker.park_at_bell_unless([&] { return Checked::has_reached(state->word, turn); });
        }
        parker.set_bell(state->bell, 1, BellState::kCpu);
      }
    }
  };
  return program;
}

}  // namespace

void add_parkers(Programs& programs, bool deep) {
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    programs.push_back(handshake(2, deep ? 3 : 2, fences));
    programs.push_back(handshake(3, 1, fences));
    programs.push_back(noted_sleep(Sleep::parks, fences));
    programs.push_back(noted_sleep(Sleep::dozes, fences));
    programs.push_back(rung_for_one(fences));
    programs.push_back(rung_for_all(3, fences));
    programs.push_back(rung_for_one_of_a_bit(fences));
    programs.push_back(rung_elsewhere(fences));
  }
}

}  // namespace muster::verify
