// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that share a group of a SleeperCount fall asleep while another makes true what they wait for: each adds itself, passes its fence and looks at the
// word; the waker writes the word, passes its fence and looks at the count. If both see nothing, the thread sleeps for ever.
#include "waiting/sleeper_count.h"

#include <string>

#include "checked_platform.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "clients/roles.h"

namespace muster::verify {
namespace {

// What its threads do before they fall asleep for good.
struct Naps {
  const char* name;
  std::uint32_t sleepers;
  // Thread 1 has slept so many times, and made its group used and empty again.
  std::uint32_t before = 0;
};

struct CountState {
  // The waker has the root to itself; all others are in one group.
  waiting::SleeperCount<Checked, 1, 1> sleepers;
  waiting::SleeperGroups<Checked, 1> groups;
  Checked::Atomic<std::uint32_t> word;
  // Notes, not shared data: the explorer runs one thread at a time.
  bool waker_sees_nobody = false;
  bool has_missed = false;
};

void fall_asleep(CountState& state, ThreadId id, std::uint32_t before) {
  for (std::uint32_t nap = 0; nap < before; ++nap) {
    state.sleepers.add(id, state.groups);
    state.sleepers.remove(id, state.groups);
  }
  state.sleepers.add(id, state.groups);
  Checked::heavy_fence();
  if (state.word.load_relaxed() == 0) {
    state.has_missed = true;
  }
}

Program naps_in_a_group(const Naps& naps, Fences fences) {
  Program program;
  program.name = std::string("sleeper_count/") + naps.name + (fences == Fences::full ? "" : "/process_wide");
  program.threads = 1 + naps.sleepers;
  program.fences = fences;
  const Fresh<CountState> state;
  program.setup = [state] { state.make(); };
  program.thread = primary_and_workers(
      [state, naps] {
        state->word.store_relaxed(1);
        Checked::light_fence();
        state->waker_sees_nobody =
            !state->sleepers.any() || state->sleepers.at_most(1 + naps.sleepers, state->groups) == 0;
      },
      [state, naps](ThreadId id) { fall_asleep(state.get(), id, id == 1 ? naps.before : 0); });
  program.check = [state] {
    expect(!state->has_missed || !state->waker_sees_nobody, "a thread sleeps, and the count says that nobody does");
    expect(state->sleepers.any(), "the count forgets threads that sleep");
  };
  return program;
}

}  // namespace

void add_sleeper_counts(Programs& programs, bool deep) {
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    programs.push_back(naps_in_a_group({.name = "two", .sleepers = 2}, fences));
    programs.push_back(naps_in_a_group({.name = "used_again", .sleepers = 2, .before = 1}, fences));
    if (deep) {
      programs.push_back(naps_in_a_group({.name = "three", .sleepers = 3}, fences));
    }
  }
}

}  // namespace muster::verify
