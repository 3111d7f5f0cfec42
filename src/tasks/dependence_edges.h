// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a child's dependences come to: edges from its predecessors, and the exclusions in which it needs a turn. By the thread that runs the parent.
#pragma once

#include "tasks/dependence_node.h"

namespace muster::tasks {

// Without edges; its links and turns have room for the list. Null when there is no memory.
DependenceNode* make_node(Worker& worker, DependenceTable& table, const DependenceList& list);
// Adds edges from all predecessors, and enters the node for those that come later, for which the table has room. Where there is no memory for an edge,
// the predecessor is waited for.
void enter(Worker& worker, DependenceTable& table, DependenceNode& node, const DependenceList& list);
// Adds edges only: the child will be complete before the next one is made.
void look_up(Worker& worker, DependenceTable& table, DependenceNode& node, const DependenceList& list);
// When the node needs none any more, by any thread.
void free_edges(Worker* worker, DependenceNode& node);

// Whether a child of the kind joins the entry's last set, and does not begin another.
inline bool joins(const DependenceEntry& entry, DependenceKind kind) {
  return kind == entry.kind && kind != DependenceKind::out && entry.current != nullptr;
}

}  // namespace muster::tasks
