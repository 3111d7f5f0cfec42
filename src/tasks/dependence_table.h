// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of a parent: by address, the sets of children that named it last. Used by the thread that runs the parent alone, but for what
// a thread does that ends the parent.
#pragma once

#include "tasks/dependence_node.h"

namespace muster::tasks {

// Room for so many more entries, in the table or another, that has what this one had; if there is none, in a new one. False when there is no memory.
bool provide_entries(Worker& worker, DependenceTable*& table, std::size_t count);

}  // namespace muster::tasks
