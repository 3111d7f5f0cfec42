// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What GCC's worksharing entry points can ask for besides the work itself: task reductions, and memory for the team.
//
// gcc-12 passes `reductions` for reduction(task, ...), with no nowait allowed, and calls
// GOMP_workshare_task_reduction_unregister behind the construct's barrier, when thread 0 has combined the copies.
// It passes `memory` for inscan reductions and for lastprivate(conditional: ...) on sections; *memory is a size in bytes and
// becomes the address of as many zeros, the same for all threads, valid until the construct's end call.
#pragma once

#include <cstdint>

#include "teams/teams.h"

namespace muster::abi::gomp {

// All members of the team must call it. Either pointer may be null. Contains barriers unless both are.
void start_shared(teams::Member& self, std::uintptr_t* reductions, void** memory);

}  // namespace muster::abi::gomp
