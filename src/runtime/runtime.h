// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of runtime/: owns the process-wide state, starts on first need, stops at unload. What abi/ calls first.
#pragma once

#include <string_view>

#include "base/base.h"
#include "settings/settings.h"
#include "teams/teams.h"

namespace muster::runtime {

// Slow half of current(): starts the runtime if need be and makes the calling thread a root.
teams::Member& enter();

// The environment has been read for the last time: what the program sets from now on stays.
void settle_settings();

// The first use of OpenMP: the environment is read anew if it has changed, and a tool is looked for. Once; the calling thread is no root yet.
void begin_use();

// The member as which the calling thread acts. Any thread, at any time between load and unload.
MUSTER_ALWAYS_INLINE teams::Member& current() {
  teams::Member* member = teams::current_member;
  if (MUSTER_LIKELY(member != nullptr)) {
    return *member;
  }
  return enter();
}

// An entry point that is to need no stack frame where it is quick asks this first, and else ends with after_entering(): current() would
// have it keep its arguments over a call.
MUSTER_ALWAYS_INLINE bool has_entered() { return MUSTER_LIKELY(teams::current_member != nullptr); }
template <auto EntryPoint, class... Arguments>
MUSTER_NOINLINE auto after_entering(Arguments... arguments) {
  enter();
  return EntryPoint(arguments...);
}

// Settings as read at start, and what decided the default team. Starts the runtime if need be.
const settings::Settings& settings_at_start();
const settings::DefaultTeamNote& default_team_at_start();

// What libomp's kmp_set_defaults does: "NAME=VALUE|NAME=VALUE" for variables that may change while threads exist. ICVs change for the
// calling task and for threads of the program that come later.
void change_settings(const char* text);
// Warnings on standard error.
void set_warnings(bool wanted);

// CPUs that the process may use (omp_get_num_procs).
std::uint32_t available_cpus();
// Those that the calling thread may use now; the same ones where threads are bound.
std::uint32_t cpus_of_caller();

// What OMP_DISPLAY_ENV and KMP_SETTINGS print, with the barriers that the default team uses. Thread-safe.
void display_environment(settings::DisplayKind kind, const settings::LineSink& sink);

// The blocktime, in nanoseconds (waiting::kForever: never park); the longest, where it adapts. Applies from the next region on, to the whole process.
std::uint64_t blocktime_ns();
// That in which KMP_BLOCKTIME was set, and in which routines count.
std::uint64_t blocktime_unit_ns();
// `routine`, by which the program says so, must live as long as the library.
void set_blocktime_ns(std::uint64_t blocktime_ns, const char* routine);

// The same with its origin. Thread-safe; while another thread changes it, the origin may be that of a moment before.
struct Blocktime {
  std::uint64_t longest_ns;
  bool adapts;
  std::string_view set_by;  // a variable or a routine; empty: nobody
};
Blocktime blocktime();

// The choice for a team on whose CPUs nobody else was seen; 0 threads: the default team. Starts the runtime if need be. Thread-safe.
struct BarrierChoice {
  std::uint32_t threads;
  barriers::Placement placement;
  barriers::Choice choice;
};
BarrierChoice barrier_for(barriers::Use use, std::uint32_t threads);

// What workers and the runtime's own structures take. Thread-safe; it looks at each page.
struct MemoryTaken {
  threads::Census threads;
  platform::MemoryUse structures;
  teams::Settled homes;
};
MemoryTaken memory_taken();

// Stack of workers that are made from now on; 0: the system's default.
std::size_t worker_stack_bytes();
void set_worker_stack_bytes(std::size_t bytes);

}  // namespace muster::runtime
