// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of a parent: by address, the sets of children that named it last. Used by the thread that runs the parent alone, but for
// drop() and what a thread does that ends the parent.
#pragma once

#include "tasks/dependence_node.h"

namespace muster::tasks {

// Whether all of the set are complete.
bool is_over(const Link* set);

// One of the two who refer to a node does so no more.
void drop(Worker* worker, DependenceNode& node);
void drop_set(Worker* worker, Link* link);

// Room for so many more entries, in the table or another, that has what this one had; if there is none, in a new one. False when there is no memory.
bool provide_entries(Worker& worker, DependenceTable*& table, std::size_t count);
// The entry of the address, or null.
const DependenceEntry* find_entry(const DependenceTable& table, const void* address);
// Makes one, for which there is room.
DependenceEntry& entry_for(Worker& worker, DependenceTable& table, void* address);

template <class Visit>
void for_each_entry(const DependenceTable& table, const Visit& visit) {
  for (std::size_t bucket = 0; bucket < table.capacity; ++bucket) {
    for (const DependenceEntry* entry = table.buckets()[bucket]; entry != nullptr; entry = entry->next) {
      visit(*entry);
    }
  }
}

void forget_all(Worker* worker, DependenceTable& table);
void forget_entries(Worker* worker, DependenceTable& table);

}  // namespace muster::tasks
