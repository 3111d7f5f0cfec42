// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No thread leaves a barrier or a join before the tasks of all have completed, each sees what they have done, and none waits for ever.
#include "tasks/drain.h"

#include "clients/clients.h"
#include "clients/drain_programs.h"

namespace muster::verify {

void add_drains(Programs& programs, bool deep) {
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    const auto add = [&](const DrainProgram& what) {
      programs.push_back(drain_program(what, fences));
      programs.back().enough = 20'000;
    };
    add({.name = "barrier"});
    add(kTwoTasks);
    add(kSpawns);
    add({.name = "later_turns", .made = 2, .turns_come_later = true});
    add(kAgain);
    add({.name = "helps", .helps = true});
    add({.name = "join", .joins = true});
    add({.name = "join_counted", .joins = true, .only_counts = true});
    add({.name = "outside", .outside = true});
    add({.name = "alone", .team = 1, .outside = true});
    if (deep) {
      add({.name = "barrier_of_3", .team = 3, .made = 2, .early_returns = 1});
      add({.name = "join_of_3", .team = 3, .made = 2, .joins = true, .early_returns = 1});
    }
  }
}

}  // namespace muster::verify
