// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Other processes of this user on this machine that are bound: this one tells them where it is, and keeps out of their way where the user has
// left that to the runtime (affinity/neighbours.h).
#pragma once

#include <string_view>

#include "settings/settings.h"

namespace muster::runtime {

// At the first use of OpenMP, before a thread is bound: may put the places of teams::conditions into another order. Makes no system call where
// threads are not bound. Where the table cannot be used nothing happens, and nothing is said. A line for `sink` where the user wants to
// know what the runtime decided. Not thread-safe; errno is kept.
void settle_among_neighbours(const settings::Settings& settings, const settings::LineSink& sink);

// What was found then, as a sentence without an end of line; empty: nobody is bound to the same CPUs, and nobody was avoided. It stays
// until the library is unloaded.
std::string_view neighbours_sentence();

// At unload: the CPUs are free for others.
void leave_neighbours();

}  // namespace muster::runtime
