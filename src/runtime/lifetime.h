// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of start and stop that runtime.cpp puts together.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/runtime.h"
#include "settings/settings.h"
#include "teams/teams.h"

namespace muster::runtime {

void ensure_started();
// By the library's constructor.
void ask_listeners_early();

// The calling thread is the main thread: so that it is known later without a system call.
void note_main_thread();
// fork(), exit and unload.
void install_handlers();
// From now on the end of the calling thread, which has just become a root, gives its workers back.
void watch_end_of_this_thread(teams::Member& root);

// Sets what teams/ chooses barriers from: what the user asked for, a profile, the machine. `settings` stay where they are. A name that no algorithm has, or one
// that cannot do the work, is refused with a message that says what is used instead.
void choose_barriers(settings::Settings& settings, std::uint32_t cpus, char* const* environment,
                     const settings::DiagnosticSink& sink);
// For a team of this size on whose CPUs nobody else was seen.
BarrierChoice choose_barrier(barriers::Use use, std::uint32_t threads);
// For the displays: puts the patterns of the default team into the settings, and what decided into the notes.
void show_choices(settings::Settings& settings, settings::BarrierNote (&notes)[barriers::kUses]);

// Returns the length of the message, which ends with a newline; `size` is that of `line`, at least 128.
std::size_t fewer_threads_message(char* line, std::size_t size, std::uint32_t wanted, std::uint32_t got);

}  // namespace muster::runtime
