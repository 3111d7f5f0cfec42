// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No thread sleeps on while there is work for it and nobody awake that looks, and in the end nobody is counted as asleep or looking.
#include "tasks/sleepers.h"

#include "clients/clients.h"
#include "clients/sleeper_programs.h"

namespace muster::verify {

void add_task_sleepers(Programs& programs, bool deep) {
  const auto add = [&](const SleeperProgram& what, Fences fences) {
    programs.push_back(sleeper_program(what, fences));
    programs.back().enough = 20'000;
  };
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    add({.name = "early", .idle_threads = 1, .items = 1, .early_returns = 1}, fences);
    add(kSleepsAgain, fences);
    add(kTakenBack, fences);
    add({.name = "inside", .idle_threads = 1, .items = 2, .waits_inside = true}, fences);
    add({.name = "spawns", .idle_threads = 2, .items = 2, .have_looked = true, .spawns = true}, fences);
    if (deep) {
      add({.name = "three_items", .idle_threads = 1, .items = 3, .share = 3, .early_returns = 1}, fences);
    }
  }
  SleeperProgram meet_crowded = kMeet;
  meet_crowded.crowded = true;
  add(meet_crowded, Fences::process_wide);
  add({.name = "leaves", .idle_threads = 2, .items = 1, .leaves = true, .crowded = true}, Fences::process_wide);
  // Otherwise only where the light fence is one (tasks/sleepers.h).
  add(kMeet, Fences::full);
  add({.name = "leaves", .idle_threads = 2, .items = 1, .leaves = true}, Fences::full);
  if (deep) {
    add({.name = "three_meet", .idle_threads = 3, .items = 3, .meet = 3}, Fences::full);
  }
}

}  // namespace muster::verify
