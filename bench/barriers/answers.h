// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the program tells without measuring anything, as JSON lines on standard output.
#pragma once

#include "options.h"

namespace muster::bench {

// As JSON spells it.
const char* truth_of(bool value);

// The members of an object that say which algorithm it is about, without the braces.
void print_capabilities(const Algorithm& algorithm);

// The algorithms of the registry, a line each.
void print_algorithms();

// What a profile of this machine is known by. topology::capture_affinity() has run; as for the next one.
void print_machine();

// What the runtime's reader says of a profile, and its answers for teams of that size and placement.
void print_profile(const Options& options);

}  // namespace muster::bench
