// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What routines about places have in common.
#pragma once

#include "teams/teams.h"

namespace muster::abi::omp {

// The calling thread. One that has met no parallel region yet gets its place now, as on libomp: it asks for it.
teams::Member& thread_with_place();

}  // namespace muster::abi::omp
