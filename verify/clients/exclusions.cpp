// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks with dependences of kind mutexinoutset: each runs once, none of a set beside another of it, whatever sets each has; a task sees what the
// one before it has done; and the memory of exclusions is freed when no task needs it any more. What a task does here when it is made and when
// it is complete copies tasks/dependence.cpp, which is no template on Platform.
#include <cstddef>

#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "data.h"
#include "tasks/exclusion.h"
#include "tasks/successors.h"

namespace muster::verify {
namespace {

constexpr std::uint32_t kSets = 2;
constexpr std::uint32_t kMostTasks = 3;

struct Set {
  tasks::Exclusion<Checked> exclusion;
  tasks::Holders<Checked> holders{1};
  Lifetime memory;
  // What the set's tasks share.
  Data<std::uint64_t> value;
};

struct Task : tasks::Turns<Checked> {
  tasks::Turn<Checked> own_turns[kSets];
  tasks::Holders<Checked> holders{2};
  // What the maker writes last, and how often it ran: a count, not shared data.
  Data<std::uint64_t> made;
  std::uint32_t runs = 0;
};

struct TurnState {
  explicit TurnState(const std::uint32_t* wanted) : sets_of(wanted) {
    for (Set& set : sets) {
      set.memory.covers(&set, offsetof(Set, memory));
    }
  }

  // The sets of a task, by bits.
  const std::uint32_t* sets_of;
  Set sets[kSets];
  Task all[kMostTasks];
  Checked::Atomic<std::uint64_t> started[kMostTasks];
};

bool has(const TurnState& state, std::uint32_t number, std::uint32_t set) {
  return (state.sets_of[number] >> set & 1U) != 0;
}

std::uint32_t number_of(const TurnState& state, const Task& task) {
  return static_cast<std::uint32_t>(&task - state.all);
}

void leave(TurnState& state, Task& task) {
  if (!task.holders.leave()) {
    return;
  }
  for (std::uint32_t set = 0; set < kSets; ++set) {
    if (has(state, number_of(state, task), set) && state.sets[set].holders.leave()) {
      state.sets[set].memory.free();
    }
  }
}

void run(TurnState& state, Task& task) {
  expect(++task.runs == 1, "a task ran twice");
  expect(task.made.get("made") == 1, "a task without what its maker wrote");
  for (std::uint32_t set = 0; set < kSets; ++set) {
    if (has(state, number_of(state, task), set)) {
      Data<std::uint64_t>& value = state.sets[set].value;
      value.set(value.get("value") + 1, "value");
    }
  }
  task.pass([&state](tasks::Turns<Checked>& next) { run(state, static_cast<Task&>(next)); });
  leave(state, task);
}

void make(TurnState& state, std::uint32_t number, bool (&begun)[kSets]) {
  Task& task = state.all[number];
  task.provide(task.own_turns);
  // The one made last comes first: the order of addresses is not that of the clause.
  for (std::uint32_t set = kSets; set-- > 0;) {
    if (!has(state, number, set)) {
      continue;
    }
    if (begun[set]) {
      state.sets[set].holders.join();
    } else {
      state.sets[set].memory.make();
      begun[set] = true;
    }
    task.need(state.sets[set].exclusion);
  }
  task.made.set(1, "made");
}

// Thread 0 makes the tasks, each of which becomes ready on a thread of its own.
Program ready_at_once(const char* name, const std::uint32_t* sets_of, std::uint32_t count) {
  Program program;
  program.name = std::string("exclusions/") + name;
  program.threads = 1 + count;
  const Fresh<TurnState> state;
  program.setup = [state, sets_of] { state.make(sets_of); };
  program.thread = [state, count](ThreadId id) {
    if (id != 0) {
      Checked::await_reached(state->started[id - 1], 1, SignallingWaiter{});
      Task& task = state->all[id - 1];
      if (task.take()) {
        run(state.get(), task);
      }
      return;
    }
    bool begun[kSets] = {};
    for (std::uint32_t number = 0; number < count; ++number) {
      make(state.get(), number, begun);
      state->started[number].store_release(1);
    }
    // The parent forgets its children.
    for (std::uint32_t number = 0; number < count; ++number) {
      leave(state.get(), state->all[number]);
    }
  };
  program.check = [state, count] {
    std::uint64_t wanted[kSets] = {};
    for (std::uint32_t number = 0; number < count; ++number) {
      expect(state->all[number].runs == 1, "a task never ran");
      for (std::uint32_t set = 0; set < kSets; ++set) {
        wanted[set] += has(state.get(), number, set) ? 1 : 0;
      }
    }
    for (std::uint32_t set = 0; set < kSets; ++set) {
      expect(state->sets[set].value.get("value") == wanted[set], "what a task has done is lost");
      expect(!state->sets[set].memory.exists(), "the memory of an exclusion was not freed");
    }
  };
  return program;
}

constexpr std::uint32_t kPair[] = {0b01, 0b01};
constexpr std::uint32_t kPairOfBoth[] = {0b11, 0b11};
constexpr std::uint32_t kThree[] = {0b01, 0b01, 0b01};
constexpr std::uint32_t kNeighbours[] = {0b01, 0b11, 0b10};
constexpr std::uint32_t kThreeOfBoth[] = {0b11, 0b11, 0b11};

}  // namespace

void add_exclusions(Programs& programs, bool deep) {
  programs.push_back(ready_at_once("pair", kPair, 2));
  programs.push_back(ready_at_once("pair_of_both", kPairOfBoth, 2));
  programs.push_back(ready_at_once("three", kThree, 3));
  programs.push_back(ready_at_once("neighbours", kNeighbours, 3));
  if (deep) {
    programs.push_back(ready_at_once("three_of_both", kThreeOfBoth, 3));
  }
}

}  // namespace muster::verify
