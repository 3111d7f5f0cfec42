// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of ompt/: the tools interface of OpenMP 5.2, chapter 19, for the host. It is a consumer of events/, whichever compiler
// built the program.
#pragma once

#include <cstdint>

#include "events/events.h"
#include "settings/settings.h"

namespace muster::ompt {

// CPUs that the process may use, as ompt_get_num_procs answers. Set before start().
inline constinit std::uint32_t available_cpus = 1;

// Whether start() may be called before the program's own constructors have run: the tool is in a library that start() opens, or in a
// program that has no constructors.
bool can_start_at_load(const settings::GlobalSettings& settings);

// Looks for a tool as 19.2 says: an ompt_start_tool in the process, then in the libraries of tool-libraries-var, and initialises the first
// that wants it. From then on it hears of events. Before any thread of the program has been given a record; once.
void start(const settings::GlobalSettings& settings);

// The thread that ends the program has told its last event: the tool is finalized, and hears of nothing more. Also what
// ompt_finalize_tool calls. Without a tool, or a second time, nothing happens.
void finish();
// 19.6.1.20: as finish(), with the events of the calling thread's end before.
void finalize();

// omp_control_tool (OpenMP 5.2, 18.14): what the tool answers, -1 where it has no callback for it, -2 without a tool.
std::int32_t control(std::uint64_t command, std::uint64_t modifier, void* argument, events::Caller caller);

// What the library's own ompt_start_tool does: asks the next one in the process, as a tool that is linked behind it is found by it alone.
void* next_start_tool(unsigned omp_version, const char* runtime_version);

}  // namespace muster::ompt
