// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The programs that the explorer runs over the portable core. A file an idea; each adds its programs to the list.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/program.h"

namespace muster::verify {

using Programs = std::vector<Program>;

// `deep`: larger teams and more episodes, for hours that nobody waits in.
void add_barriers(Programs& programs, bool deep);
void add_parking_barriers(Programs& programs, bool deep);
void add_parkers(Programs& programs, bool deep);
void add_waiting(Programs& programs, bool deep);
void add_presences(Programs& programs, bool deep);
void add_sleeper_counts(Programs& programs, bool deep);
void add_go_lines(Programs& programs, bool deep);
void add_worker_moves(Programs& programs, bool deep);
void add_offers(Programs& programs, bool deep);
void add_remaining(Programs& programs, bool deep);
void add_thread_starts(Programs& programs, bool deep);
void add_locks(Programs& programs, bool deep);
void add_event_counts(Programs& programs, bool deep);
void add_loops(Programs& programs, bool deep);
void add_task_deques(Programs& programs, bool deep);
void add_dependences(Programs& programs, bool deep);
void add_exclusions(Programs& programs, bool deep);
void add_task_sleepers(Programs& programs, bool deep);
void add_drains(Programs& programs, bool deep);

inline Programs all_programs(bool deep) {
  Programs programs;
  add_barriers(programs, deep);
  add_parking_barriers(programs, deep);
  add_parkers(programs, deep);
  add_waiting(programs, deep);
  add_presences(programs, deep);
  add_sleeper_counts(programs, deep);
  add_go_lines(programs, deep);
  add_worker_moves(programs, deep);
  add_offers(programs, deep);
  add_remaining(programs, deep);
  add_thread_starts(programs, deep);
  add_locks(programs, deep);
  add_event_counts(programs, deep);
  add_loops(programs, deep);
  add_task_deques(programs, deep);
  add_dependences(programs, deep);
  add_exclusions(programs, deep);
  add_task_sleepers(programs, deep);
  add_drains(programs, deep);
  return programs;
}

// The name of a program that another has too, or "": a replay must know which one is meant.
inline std::string name_used_twice(const Programs& programs) {
  std::set<std::string> names;
  for (const Program& program : programs) {
    if (!names.insert(program.name).second) {
      return program.name;
    }
  }
  return "";
}

}  // namespace muster::verify
