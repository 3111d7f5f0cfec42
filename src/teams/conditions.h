// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all teams of the process go by. The runtime fills it in at start; some values change while the program runs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "platform/native.h"
#include "settings/settings.h"
#include "teams/team.h"

namespace muster::teams {

struct Conditions {
  settings::Icvs initial_icvs;
  // The size of a region for which nobody names one; 0: it has not been found out yet. See default_team_size().
  Native::Atomic<std::uint32_t> default_team_size{1};
  // Finds it out, which takes some files of the system's, and puts it there. Thread-safe. Null until the runtime has started.
  std::uint32_t (*find_default_team_size)() = nullptr;
  // The same where dyn-var is true: what the process may use now, and no more than the above. Null until the runtime has started.
  std::uint32_t (*followed_team_size)() = nullptr;
  // CPUs that the process may use.
  std::uint32_t cpus = 1;
  // What choices of barriers start from, a use each; the team's size and what was seen of it are filled in.
  barriers::Situation barrier_situations[barriers::kUses];
  barriers::Shape barrier_shapes[barriers::kUses];
  // What choices of reductions start from.
  reductions::Situation reduction_situation;
  // The fastest algorithm that was measured on this machine, fit for the use; empty: none. Null: nothing was measured.
  std::string_view (*measured_barrier)(barriers::Use use, std::uint32_t threads,
                                       barriers::Placement placement) = nullptr;
  // How long a thread spins at a barrier before it parks, in nanoseconds.
  Native::Atomic<std::uint64_t> blocktime_ns{0};
  // Places and how threads are bound to them; no places: they are not.
  affinity::Plan binding;
  // Where its places are on the machine.
  std::span<const barriers::Position> place_positions;
  // The NUMA nodes of the places, where there are several; else empty, and 1.
  std::span<const std::uint16_t> place_nodes;
  std::uint32_t nodes = 1;
  // KMP_TEAMS_PROC_BIND.
  settings::ProcBind teams_bind = settings::ProcBind::spread;
  // Threads are bound or shown, so that there is something to do when a region begins (binding.h).
  bool watches_begin = false;
  // KMP_AFFINITY=verbose: told when the calling thread has been bound. Null until the ABI has said how.
  void (*show_binding)(Member& member) = nullptr;
  // Places of helpers; no places: they run where the process may.
  affinity::Plan helper_binding;
  // KMP_HIDDEN_HELPER_AFFINITY=verbose: told when a helper has been bound, and before the first one. Null until the ABI has said how.
  void (*show_helper)(Member& helper) = nullptr;
  void (*show_helper_places)() = nullptr;
  // OMP_DISPLAY_AFFINITY: each member of a region is shown when it begins. Null until the ABI has said how.
  bool display_affinity = false;
  void (*show_affinity)(Member& member) = nullptr;
  // Told once when threads could not be made; null: nobody.
  void (*report_fewer_threads)(std::uint32_t wanted, std::uint32_t got) = nullptr;
};

inline constinit Conditions conditions;

// Not 0 where a static loop of Clang-built code has more to do than to divide itself: somebody listens or has, or a nest with cross-iteration
// dependences has been met. Until the runtime has started nobody knows.
inline constinit Native::Atomic<std::uint8_t> static_loops_are_watched{1};

inline std::uint32_t default_team_size() {
  const std::uint32_t known = conditions.default_team_size.load_relaxed();
  return known != 0 ? known : conditions.find_default_team_size();
}

// No program is known to have asked for more; a wrong size in a variable should not reserve memory without end.
inline constexpr std::uint32_t kMaxTeamSize = 1U << 16;

}  // namespace muster::teams
