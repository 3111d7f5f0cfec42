// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/dependence_table.h"

#include "tasks/schedule.h"

namespace muster::tasks {
namespace {

constexpr std::size_t kFirstCapacity = 32;

std::size_t slot_of(const void* address, std::size_t capacity) {
  // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): neighbours in memory go far apart.
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;
  const std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(address) * kGolden;
  return static_cast<std::size_t>(mixed >> 32) & (capacity - 1);
}

DependenceTable& make_table(Worker& worker, std::size_t capacity) {
  auto& table = take_block<DependenceTable>(worker, sizeof(DependenceTable) + capacity * sizeof(DependenceEntry));
  table.capacity = capacity;
  for (std::size_t i = 0; i < capacity; ++i) {
    table.entries()[i] = {};
  }
  return table;
}

}  // namespace

DependenceTable& new_table(Worker& worker) { return make_table(worker, kFirstCapacity); }

const DependenceEntry& find_slot(const DependenceTable& table, const void* address) {
  std::size_t slot = slot_of(address, table.capacity);
  while (table.entries()[slot].address != nullptr && table.entries()[slot].address != address) {
    slot = slot + 1 < table.capacity ? slot + 1 : 0;
  }
  return table.entries()[slot];
}

namespace {

DependenceEntry& find_slot(DependenceTable& table, const void* address) {
  return const_cast<DependenceEntry&>(find_slot(static_cast<const DependenceTable&>(table), address));
}

}  // namespace

void drop(Worker* worker, DependenceNode& node) {
  if (!node.holders.leave()) {
    return;
  }
  for (std::uint32_t i = 0; i < node.turn_count(); ++i) {
    ExclusionBlock& exclusion = node.exclusion(i);
    if (exclusion.holders.leave()) {
      give_back(worker, exclusion);
    }
  }
  give_back(worker, node);
}

bool is_over(const Link* set) {
  for (; set != nullptr; set = set->next) {
    if (!set->node->is_closed()) {
      return false;
    }
  }
  return true;
}

void drop_set(Worker* worker, Link* link) {
  while (link != nullptr) {
    Link* next = link->next;
    DependenceNode& node = *link->node;
    if (--node.links == 0) {
      drop(worker, node);
    }
    link = next;
  }
}

namespace {

// Entries whose children have all completed are left behind; what remains has room to double.
DependenceTable& rebuild(Worker& worker, DependenceTable& old) {
  std::size_t live = 0;
  for (std::size_t i = 0; i < old.capacity; ++i) {
    DependenceEntry& entry = old.entries()[i];
    if (entry.address != nullptr && is_over(entry.current) && is_over(entry.before)) {
      drop_set(&worker, entry.current);
      drop_set(&worker, entry.before);
      entry.address = nullptr;
    }
    live += entry.address != nullptr ? 1 : 0;
  }
  std::size_t capacity = kFirstCapacity;
  while (capacity < live * 4) {
    capacity *= 2;
  }
  DependenceTable& table = make_table(worker, capacity);
  table.all = old.all;
  table.nodes = old.nodes;
  table.used = live;
  for (std::size_t i = 0; i < old.capacity; ++i) {
    const DependenceEntry& entry = old.entries()[i];
    if (entry.address != nullptr) {
      find_slot(table, entry.address) = entry;
    }
  }
  give_back(&worker, old);
  return table;
}

}  // namespace

DependenceEntry& entry_for(Worker& worker, DependenceTable*& table, void* address) {
  DependenceEntry& found = find_slot(*table, address);
  if (found.address != nullptr) {
    return found;
  }
  if (table->used * 2 >= table->capacity) {
    table = &rebuild(worker, *table);
  }
  DependenceEntry& entry = find_slot(*table, address);
  entry.address = address;
  ++table->used;
  return entry;
}

void forget_all(Worker* worker, DependenceTable& table) {
  if (table.all != nullptr) {
    if (--table.all->links == 0) {
      drop(worker, *table.all);
    }
    table.all = nullptr;
  }
}

void forget_entries(Worker* worker, DependenceTable& table) {
  for (std::size_t i = 0; i < table.capacity && table.used != 0; ++i) {
    DependenceEntry& entry = table.entries()[i];
    if (entry.address != nullptr) {
      drop_set(worker, entry.current);
      drop_set(worker, entry.before);
      entry = {};
      --table.used;
    }
  }
}

}  // namespace muster::tasks
