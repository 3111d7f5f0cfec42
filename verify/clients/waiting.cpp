// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiters, which take turns before they park, and what wakes them.
#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "clients/waiting_programs.h"
#include "data.h"
#include "loops/loops.h"

namespace muster::verify {
namespace {

// Two turns or so before the waiter parks.
constexpr std::uint64_t kTicksOfPatience = 6;
// Time to find out that yields do nothing, and to hand the CPU over some times.
constexpr std::uint64_t kTicksOfTurns = 24;

struct TeamWaitState {
  explicit TeamWaitState(std::uint32_t threads) : team(threads) {}

  WaitingTeam team;
  Checked::Atomic<base::Episode> word;
  Checked::Atomic<base::Episode> answer;
  waiting::Waiter<Checked>::Flag cancelled;
  Checked::Atomic<std::uint32_t> work;
  Data<std::uint64_t> data;
};

Program team_wait(const char* name, std::uint32_t threads, Fences fences, const Fresh<TeamWaitState>& state) {
  Program program;
  program.name = std::string(name) + "/" + std::to_string(threads) + (fences == Fences::full ? "" : "/process_wide");
  program.threads = threads;
  program.fences = fences;
  program.waiter_runs = true;
  program.setup = [state, threads] { state.make(threads); };
  return program;
}

// Thread 0 moves the word on and wakes all others as a tree, in which woken threads wake more.
Program wake_up_tree(std::uint32_t threads, Fences fences) {
  const Fresh<TeamWaitState> state;
  Program program = team_wait("wake_up_tree", threads, fences, state);
  program.thread = [state, threads](ThreadId id) {
    if (id == 0) {
      state->data.set(7);
      state->word.store_release(1);
      Checked::light_fence();
      waiting::WakeUpTree<Checked>{state->team.roster, threads, 0}.wake_all();
    } else {
      state->team.waiters[id].wait_for(state->word, 1);
      expect(state->data.get() == 7, "woken before the word moved on");
    }
  };
  return program;
}

// A thread sleeps in one team and then in another, while others wake it for the first: the errand of that team is not done in the other.
Program errand_of_another_team(Fences fences) {
  struct State {
    waiting::Parker<Checked> parker;
    Checked::Atomic<base::Episode> word;
    Checked::Atomic<std::uint32_t> first;
    Checked::Atomic<std::uint32_t> second;
  };
  const Fresh<State> state;
  Program program;
  program.name = "errand_of_another_team";
  program.threads = 2;
  program.fences = fences;
  program.setup = [state] { state.make(); };
  program.thread = [state](ThreadId id) {
    constexpr waiting::Errand kDone = 5;
    if (id == 0) {
      for (const base::Episode step : {1, 2}) {
        state->word.store_release(step);
        Checked::full_fence();
        state->parker.wake(kDone, &state->first);
      }
      return;
    }
    state->parker.park_for_errand_unless(
        &state->first, [state] { return state->word.load_relaxed() >= 1; }, waiting::Fences::full);
    const waiting::Errand errand = state->parker.park_for_errand_unless(
        &state->second, [state] { return state->word.load_relaxed() >= 2; }, waiting::Fences::full);
    expect(errand == waiting::kNoErrand, "an errand of another team");
  };
  return program;
}

// The waiter's other ways come first: it offers the CPU, or looks whom it keeps from running, and parks after its blocktime.
Program impatient_wait(bool knows_cpus, Fences fences) {
  const Fresh<TeamWaitState> state;
  Program program = team_wait(knows_cpus ? "impatient_wait/same_cpu" : "impatient_wait/cpu_unknown", 2, fences, state);
  program.thread = [state, knows_cpus](ThreadId id) {
    waiting::Waiter<Checked>& waiter = state->team.waiters[id];
    if (knows_cpus) {
      state->team.presences[id].cpu.store_relaxed(Checked::own_cpu_probe());
    }
    if (id == 0) {
      state->data.set(7);
      state->word.store_release(1);
      waiter.signalled(1);
    } else {
      waiter.set_blocktime(kTicksOfPatience);
      waiter.wait_for(state->word, 1);
      expect(state->data.get() == 7, "went on before the word did");
    }
  };
  return program;
}

// Two threads on one CPU where yields do nothing hand it to each other: thread 0 lets thread 1 go on, which lets thread 0.
Program handed_over(Fences fences) {
  const Fresh<TeamWaitState> state;
  Program program = team_wait("handed_over", 2, fences, state);
  program.thread = [state](ThreadId id) {
    waiting::Waiter<Checked>& waiter = state->team.waiters[id];
    state->team.presences[id].cpu.store_relaxed(Checked::own_cpu_probe());
    waiter.set_cpus(1);
    waiter.set_team_size(2);
    waiter.set_fences(waiting::Fences::full);
    waiter.set_blocktime(kTicksOfTurns);
    if (id == 0) {
      state->data.set(7);
      state->word.store_release(1);
      waiter.signalled_all();
      waiter.wait_for(state->answer, 1);
      expect(state->data.get() == 8, "went on before the answer");
    } else {
      waiter.wait_for(state->word, 1);
      state->data.set(state->data.get() + 1);
      state->answer.store_release(1);
      waiter.signalled_all();
    }
  };
  return program;
}

// A team that has more threads than CPUs sleeps by full fences, with those that wake it.
Program crowded_wait(Fences fences) {
  const Fresh<TeamWaitState> state;
  Program program = team_wait("crowded_wait", 2, fences, state);
  program.thread = [state](ThreadId id) {
    waiting::Waiter<Checked>& waiter = state->team.waiters[id];
    waiter.set_fences(waiting::Fences::full);
    if (id == 0) {
      state->data.set(7);
      state->word.store_release(1);
      waiter.signalled(1);
    } else {
      waiter.wait_for(state->word, 1);
      expect(state->data.get() == 7, "woken before the word moved on");
    }
  };
  return program;
}

// The waiters of a team with more threads than CPUs sleep at its bell: thread 0 lets thread 1 go on, which lets all others.
Program team_at_bell(std::uint32_t threads, Fences fences) {
  const Fresh<TeamWaitState> state;
  Program program = team_wait("team_at_bell", threads, fences, state);
  program.thread = [state, threads](ThreadId id) {
    waiting::Waiter<Checked>& waiter = state->team.waiters[id];
    waiter.set_cpus(1);
    waiter.set_team_size(threads);
    waiter.set_fences(waiting::Fences::full);
    if (id == 0) {
      state->data.set(7);
      state->word.store_release(1);
      waiter.signalled(1);
    } else if (id == 1) {
      waiter.wait_for(state->word, 1);
      state->data.set(state->data.get() + 1);
      state->answer.store_release(1);
      waiter.signalled_all();
    } else {
      waiter.wait_for(state->answer, 1);
      expect(state->data.get() == 8, "woken before the word moved on");
    }
  };
  return program;
}

// Ordered turns of threads that share a CPU: a thread that goes on later sleeps beside those that go on first, and is woken by the one before it.
Program woken_in_turn(std::uint32_t threads, Fences fences) {
  const Fresh<TeamWaitState> state;
  Program program = team_wait("woken_in_turn", threads, fences, state);
  program.thread = [state, threads](ThreadId id) {
    waiting::Waiter<Checked>& waiter = state->team.waiters[id];
    state->team.presences[id].cpu.store_relaxed(Checked::own_cpu_probe());
    waiter.set_cpus(1);
    waiter.set_team_size(threads);
    waiter.set_fences(waiting::Fences::full);
    waiter.set_blocktime(kTicksOfTurns);
    const loops::OrderedTurn<Checked> turn(state->word, 0, threads);
    const loops::Range chunk{id, id + 1};
    turn.await(chunk, waiter);
    state->data.set(state->data.get() + 1);
    turn.pass(chunk, waiter);
  };
  program.check = [state, threads] { expect(state->data.get() == threads, "a thread did not see the one before"); };
  return program;
}

// A wait for a word that never comes ends because it is cancelled.
Program cancelled_wait(Fences fences) {
  const Fresh<TeamWaitState> state;
  Program program = team_wait("cancelled_wait", 2, fences, state);
  program.thread = [state](ThreadId id) {
    waiting::Waiter<Checked>& waiter = state->team.waiters[id];
    if (id == 0) {
      state->cancelled.store_relaxed(1);
      waiter.signalled_all();
    } else {
      waiter.set_cancellation(&state->cancelled);
      waiter.wait_for(state->word, 1);
    }
  };
  return program;
}

// Thread 1 waits for a word that it moves on itself, by doing the work that thread 0 brings.
Program helping_wait(Fences fences) {
  const Fresh<TeamWaitState> state;
  Program program = team_wait("helping_wait", 2, fences, state);
  program.thread = [state](ThreadId id) {
    waiting::Waiter<Checked>& waiter = state->team.waiters[id];
    if (id == 0) {
      state->work.store_relaxed(1);
      waiter.signalled_all();
      return;
    }
    const waiting::IdleWork work{
        [](void* context) {
          auto& shared = *static_cast<TeamWaitState*>(context);
          shared.work.store_relaxed(0);
          shared.word.store_release(1);
          return true;
        },
        [](void* context) { return static_cast<TeamWaitState*>(context)->work.load_relaxed() != 0; }, &state.get()};
    waiter.set_idle_work(&work);
    waiter.wait_for(state->word, 1);
  };
  return program;
}

}  // namespace

Program woken_at_word(std::uint32_t threads, bool crowded, Fences fences, bool found) {
  const Fresh<TeamWaitState> state;
  Program program = team_wait(crowded ? "woken_at_word/crowded" : "woken_at_word", threads, fences, state);
  program.thread = [state, threads, crowded, found](ThreadId id) {
    waiting::Waiter<Checked>& waiter = state->team.waiters[id];
    if (crowded) {
      waiter.set_cpus(1);
      waiter.set_team_size(threads);
      waiter.set_fences(waiting::Fences::full);
    }
    if (id != 0 && found) {
      waiter.wait_for_progress(state->word, id);
    } else if (id != 0) {
      waiter.wait_for(state->word, id);
    }
    state->data.set(state->data.get() + 1);
    state->word.store_release(id + 1);
    waiter.signalled_at(state->word, id + 1);
  };
  program.check = [state, threads] { expect(state->data.get() == threads, "a thread did not see the one before"); };
  return program;
}

void add_waiting(Programs& programs, bool deep) {
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    programs.push_back(impatient_wait(false, fences));
    programs.push_back(impatient_wait(true, fences));
    programs.push_back(crowded_wait(fences));
    programs.push_back(handed_over(fences));
    programs.back().enough = 10'000;
    programs.push_back(team_at_bell(3, fences));
    programs.push_back(woken_at_word(3, false, fences));
    programs.push_back(woken_at_word(3, true, fences));
    programs.push_back(woken_in_turn(3, fences));
    programs.push_back(cancelled_wait(fences));
    programs.push_back(helping_wait(fences));
  }
  programs.push_back(errand_of_another_team(Fences::full));
  programs.push_back(wake_up_tree(3, Fences::full));
  if (deep) {
    programs.push_back(wake_up_tree(3, Fences::process_wide));
    programs.push_back(wake_up_tree(4, Fences::full));
  }
}

}  // namespace muster::verify
