// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread may read of others while it waits: tables of presences that grow, words of others that go.
#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "data.h"

namespace muster::verify {
namespace {

using Presence = waiting::Presence<Checked>;
using Roster = waiting::Roster<Checked>;

std::string suffix(Fences fences) { return fences == Fences::full ? "" : "/process_wide"; }

struct AwaitedState {
  explicit AwaitedState(std::uint32_t threads) : team(threads) {}

  WaitingTeam team;
  Presence::Word word;
  Lifetime memory;
};

// Thread 0 makes the memory of a word, waits for the word, and frees the memory when nobody looks at it any more; thread 1 moves
// the word on; the others read what thread 0 waits for.
void own_memory(AwaitedState& state) {
  state.memory.make();
  state.word.store_relaxed(0);
  state.team.waiters[0].wait_for(state.word, 0);
  waiting::await_readers(state.team.roster);
  state.memory.free();
}

Program awaited_word(std::uint32_t threads, Fences fences) {
  Program program;
  program.name = "presence/awaited_word/" + std::to_string(threads) + suffix(fences);
  program.threads = threads;
  program.fences = fences;
  program.waiter_runs = true;
  const Fresh<AwaitedState> state;
  program.setup = [state, threads] {
    state.make(threads);
    state->memory.covers(&state->word, sizeof(state->word));
  };
  program.thread = [state](ThreadId id) {
    if (id == 0) {
      own_memory(state.get());
    } else {
      const waiting::PresenceReader<Checked> reader(state->team.presences[id]);
      state->team.presences[0].can_go_on();
    }
  };
  return program;
}

struct RosterState {
  Presence presences[2];
  Lifetime newcomer;
  Roster roster;
  Roster::Entry first_table[1];
  Roster::Entry second_table[2];
  Lifetime second_memory;
};

// A thread comes for which the table has no room.
void add_presence(RosterState& state) {
  state.newcomer.make();
  state.presences[1].cpu.store_relaxed(Checked::own_cpu_probe());
  state.second_memory.make();
  state.roster.move_to(state.second_table, 1);
  state.roster.add(state.presences[1]);
}

Program growing_roster() {
  Program program;
  program.name = "presence/growing_roster/2";
  program.threads = 2;
  const Fresh<RosterState> state;
  program.setup = [state] {
    state.make();
    state->first_table[0].store_relaxed(&state->presences[0]);
    state->roster.table.store_relaxed(state->first_table);
    state->roster.threads.store_relaxed(1);
    state->newcomer.covers(&state->presences[1], sizeof(Presence));
    state->second_memory.covers(state->second_table, sizeof(state->second_table));
  };
  program.thread = [state](ThreadId id) {
    if (id == 0) {
      add_presence(state.get());
      return;
    }
    const std::uint32_t threads = state->roster.size();
    for (std::uint32_t index = 0; index < threads; ++index) {
      const Presence* presence = state->roster.at(index);
      if (presence != nullptr) {
        presence->last_cpu();
      } else {
        expect(false, "a table is read before its entries are there");
      }
    }
  };
  return program;
}

}  // namespace

void add_presences(Programs& programs, bool deep) {
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    programs.push_back(awaited_word(2, fences));
    if (deep) {
      programs.push_back(awaited_word(3, fences));
    }
  }
  programs.push_back(growing_roster());
}

}  // namespace muster::verify
