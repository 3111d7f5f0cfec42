// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/dependence_table.h"

#include "base/base.h"
#include "tasks/schedule.h"

namespace muster::tasks {
namespace {

constexpr std::size_t kFirstCapacity = 32;

// Neighbours in memory are neighbours in the table, as tasks tend to name one after the other; pages go anywhere.
std::size_t bucket_of(const void* address, std::size_t capacity) {
  constexpr std::uint32_t kWordBits = 3;
  constexpr std::uint32_t kPageBits = 12;
  constexpr unsigned kHashBits = 32;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  const std::uint64_t page = base::fibonacci_hash(number >> kPageBits, kHashBits);
  return static_cast<std::size_t>((number >> kWordBits) + page) & (capacity - 1);
}

DependenceTable* make_table(Worker& worker, std::size_t capacity) {
  constexpr std::size_t kBytesOfEntry = sizeof(DependenceEntry*) + sizeof(DependenceEntry);
  auto* table = try_to_take_block<DependenceTable>(worker, sizeof(DependenceTable) + capacity * kBytesOfEntry);
  if (table == nullptr) {
    return nullptr;
  }
  table->capacity = capacity;
  auto* entries = reinterpret_cast<DependenceEntry*>(table->buckets() + capacity);
  for (std::size_t i = 0; i < capacity; ++i) {
    table->buckets()[i] = nullptr;
    entries[i].next = table->unused;
    table->unused = &entries[i];
  }
  return table;
}

}  // namespace

const DependenceEntry* NativeDependences::find_entry(const DependenceTable& table, const void* address) {
  const DependenceEntry* entry = table.buckets()[bucket_of(address, table.capacity)];
  while (entry != nullptr && entry->address != address) {
    entry = entry->next;
  }
  return entry;
}

namespace {

// Entries of the bucket whose children have all completed. Returns how many there were.
std::size_t clean(Worker& worker, DependenceTable& table, DependenceEntry** link) {
  std::size_t cleaned = 0;
  while (DependenceEntry* entry = *link) {
    if (!Sets::drop_if_over(&worker, *entry)) {
      link = &entry->next;
      continue;
    }
    *link = entry->next;
    entry->next = table.unused;
    table.unused = entry;
    ++cleaned;
  }
  return cleaned;
}

// Room for at least half of what there is, in this table or a larger one. Null when there is no memory.
DependenceTable* make_room(Worker& worker, DependenceTable& table) {
  std::size_t cleaned = 0;
  for (std::size_t bucket = 0; bucket < table.capacity; ++bucket) {
    cleaned += clean(worker, table, &table.buckets()[bucket]);
  }
  if (cleaned >= table.capacity / 2) {
    return &table;
  }
  DependenceTable* enlarged = make_table(worker, table.capacity * 2);
  if (enlarged == nullptr) {
    return nullptr;
  }
  DependenceTable& larger = *enlarged;
  larger.all = table.all;
  larger.nodes = table.nodes;
  NativeDependences::for_each_entry(table, [&larger](const DependenceEntry& entry) {
    DependenceEntry*& bucket = larger.buckets()[bucket_of(entry.address, larger.capacity)];
    DependenceEntry& copy = *larger.unused;
    larger.unused = copy.next;
    copy = entry;
    copy.next = bucket;
    bucket = &copy;
  });
  give_back(&worker, table);
  return enlarged;
}

bool has_unused(const DependenceTable& table, std::size_t count) {
  const DependenceEntry* entry = table.unused;
  while (count != 0 && entry != nullptr) {
    entry = entry->next;
    --count;
  }
  return count == 0;
}

}  // namespace

bool provide_entries(Worker& worker, DependenceTable*& table, std::size_t count) {
  if (table == nullptr) {
    table = make_table(worker, kFirstCapacity);
  }
  while (table != nullptr && !has_unused(*table, count)) {
    DependenceTable* roomy = make_room(worker, *table);
    if (roomy == nullptr) {
      return has_unused(*table, count);
    }
    table = roomy;
  }
  return table != nullptr;
}

DependenceEntry& NativeDependences::entry_for(Worker& worker, DependenceTable& table, void* address) {
  if (const DependenceEntry* found = find_entry(table, address); found != nullptr) {
    return const_cast<DependenceEntry&>(*found);
  }
  DependenceEntry*& bucket = table.buckets()[bucket_of(address, table.capacity)];
  clean(worker, table, &bucket);
  DependenceEntry& entry = *table.unused;
  table.unused = entry.next;
  entry = {address, bucket, nullptr, nullptr, DependenceKind::in};
  bucket = &entry;
  return entry;
}

void NativeDependences::forget_entries(Worker* worker, DependenceTable& table) {
  for (std::size_t bucket = 0; bucket < table.capacity; ++bucket) {
    while (DependenceEntry* entry = table.buckets()[bucket]) {
      Sets::drop_set(worker, entry->current);
      Sets::drop_set(worker, entry->before);
      table.buckets()[bucket] = entry->next;
      entry->next = table.unused;
      table.unused = entry;
    }
  }
}

}  // namespace muster::tasks
