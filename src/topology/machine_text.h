// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A machine from a text such as `2 package 4 l3 8 core 2 thread`, for machines that are not at hand.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "topology/machine.h"

namespace muster::topology {

struct MachineParse {
  // Without CPUs when the text is malformed.
  Machine machine;
  // Null, or one sentence that says what is wrong at byte `error_at` of the text.
  const char* error = nullptr;
  std::size_t error_at = 0;
};

// Pairs of a count and a level (package, die, numa, l3, core, thread) between blanks, outermost first. A count is that
// of children in each parent: the example has 8 caches, 64 cores and 128 CPUs. A level left out has one in each parent,
// at its usual place; core and thread come last. CPUs are numbered depth first (the threads of a core are neighbours),
// and the kernel's number equals the index. `storage` holds the CPUs: a machine with more is an error. Thread-safe,
// pure.
MachineParse parse_machine(std::string_view text, std::span<MachineCpu> storage);

}  // namespace muster::topology
