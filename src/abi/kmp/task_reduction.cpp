// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/kmp/task_reduction.h"

#include <stdlib.h>
#include <string.h>

#include <type_traits>

#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "platform/standard_error.h"
#include "platform/unchecked.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

struct ReductionInput {
  void* shared;
  void* original;
  std::size_t bytes;
  void* initialize;
  void* finish;
  void* combine;
  std::uint32_t flags;
};
static_assert(sizeof(ReductionInput) == 56);

// What Clang before 10 passes: no `original`, and init(copy) knows none.
struct OldReductionInput {
  void* shared;
  std::size_t bytes;
  void* initialize;
  void* finish;
  void* combine;
  std::uint32_t flags;
};
static_assert(sizeof(OldReductionInput) == 48);

using Initialize = void (*)(void* copy, void* original);
using InitializeOld = void (*)(void* copy);
using Combine = void (*)(void* shared, void* copy);
using Finish = void (*)(void* copy);

constexpr std::uint32_t kSizedByTask = 1;

struct Item {
  ReductionInput input;
  bool is_old;
  bool is_sized;       // the group's own thread knows the size
  std::size_t stride;  // from one thread's copy to the next
  std::byte* copies;   // null: the threads have their own, input.shared is this thread's
};

struct ReductionTable {
  std::uint32_t threads;
  std::uint32_t unsized;  // items of which the group's own thread does not know the size
  std::uint32_t level;    // of a construct: how many others with such a table are around it
  std::size_t count;
  tasks::Taskgroup* group;
  Item* items() { return reinterpret_cast<Item*>(this + 1); }
  // Whether a thread's copy has been made; each entry is that thread's.
  bool* made(std::size_t item) { return reinterpret_cast<bool*>(items() + count) + item * threads; }
};

void* allocate(std::size_t bytes) {
  const std::size_t lines = base::divide_rounding_up(bytes, base::kCacheLineBytes);
  // Whichever thread allocates copies, each is a thread's own: a checker of races is not to see a write by this one.
  platform::begin_unchecked();
  void* memory = aligned_alloc(base::kCacheLineBytes, lines * base::kCacheLineBytes);
  if (memory == nullptr) {
    platform::fail("muster: no memory for a task reduction");
  }
  memset(memory, 0, lines * base::kCacheLineBytes);
  platform::end_unchecked();
  return memory;
}

ReductionTable& make_table(std::size_t count, std::uint32_t threads) {
  void* memory = allocate(sizeof(ReductionTable) + count * (sizeof(Item) + threads * sizeof(bool)));
  auto& table = *static_cast<ReductionTable*>(memory);
  table.threads = threads;
  table.count = count;
  return table;
}

bool holds(const Item& item, std::uint32_t threads, const void* address) {
  const auto* byte = static_cast<const std::byte*>(address);
  return address == item.input.shared || address == item.input.original ||
         (item.copies != nullptr && byte >= item.copies && byte < item.copies + threads * item.stride);
}

void note_size(ReductionTable& table, Item& item, const tasks::Worker& worker) {
  if (table.group->thread == &worker && !item.is_sized) {
    item.is_sized = true;
    table.group->undeferred = --table.unsized != 0;
  }
}

void* copy_of(ReductionTable& table, std::size_t number, const tasks::Worker& worker) {
  Item& item = table.items()[number];
  note_size(table, item, worker);
  const std::uint32_t thread = worker.number;
  void* copy = item.copies + thread * item.stride;
  bool& made = table.made(number)[thread];
  if (!made) {
    made = true;
    if (item.input.initialize != nullptr) {
      if (item.is_old) {
        reinterpret_cast<InitializeOld>(item.input.initialize)(copy);
      } else {
        reinterpret_cast<Initialize>(item.input.initialize)(copy, item.input.original);
      }
    }
  }
  return copy;
}

tasks::ReductionItem find_in_group(void* reductions, void* address, const tasks::Worker& worker) {
  auto& table = *static_cast<ReductionTable*>(reductions);
  for (std::size_t i = 0; i < table.count; ++i) {
    if (holds(table.items()[i], table.threads, address)) {
      return {copy_of(table, i, worker), table.items()[i].input.original};
    }
  }
  return {};
}

// The table is that of the thread that made the task; the copy is to be that of the thread that runs it. Its implicit task's group has
// the table at the same level, because all threads are inside the construct together. (The original would not do to know it by: the
// old form has none.)
tasks::ReductionItem find_in_construct(void* reductions, void* address, const tasks::Worker& worker) {
  auto& table = *static_cast<ReductionTable*>(reductions);
  for (std::size_t i = 0; i < table.count; ++i) {
    if (!holds(table.items()[i], 0, address)) {
      continue;
    }
    void* original = table.items()[i].input.original;
    for (const tasks::Taskgroup* group = worker.implicit.group; group != nullptr; group = group->outer) {
      if (group->find != &find_in_construct) {
        continue;
      }
      auto& own = *static_cast<ReductionTable*>(group->reductions);
      if (own.level == table.level && i < own.count) {
        return {own.items()[i].input.shared, original};
      }
    }
    return {table.items()[i].input.shared, original};
  }
  return {};
}

std::uint32_t level_in(const tasks::Taskgroup* group) {
  for (; group != nullptr; group = group->outer) {
    if (group->find == &find_in_construct) {
      return static_cast<const ReductionTable*>(group->reductions)->level + 1;
    }
  }
  return 0;
}

ReductionInput input_of(const ReductionInput& input) {
  ReductionInput result = input;
  if (result.original == nullptr) {
    result.original = result.shared;
  }
  return result;
}
ReductionInput input_of(const OldReductionInput& input) {
  return {input.shared, input.shared, input.bytes, input.initialize, input.finish, input.combine, input.flags};
}

template <class Input>
tasks::Taskgroup* start_in_group(std::size_t count, const Input* inputs) {
  teams::Member& self = runtime::current();
  tasks::Taskgroup& group = *self.current->group;
  ReductionTable& table = make_table(count, self.team_size);
  for (std::size_t i = 0; i < count; ++i) {
    Item& item = table.items()[i];
    item.input = input_of(inputs[i]);
    item.is_old = std::is_same_v<Input, OldReductionInput>;
    item.is_sized = (item.input.flags & kSizedByTask) == 0;
    table.unsized += item.is_sized ? 0 : 1;
    // Copies of two threads share no cache line.
    item.stride = base::divide_rounding_up(item.input.bytes, base::kCacheLineBytes) * base::kCacheLineBytes;
    item.copies = static_cast<std::byte*>(allocate(self.team_size * item.stride));
  }
  table.group = &group;
  group.undeferred = table.unsized != 0;
  group.find = &find_in_group;
  group.reductions = &table;
  return &group;
}

}  // namespace

void finish_reductions(tasks::Taskgroup& group) {
  auto& table = *static_cast<ReductionTable*>(group.reductions);
  for (std::size_t i = 0; i < table.count; ++i) {
    const Item& item = table.items()[i];
    if (item.copies == nullptr) {
      continue;
    }
    for (std::uint32_t thread = 0; thread < table.threads; ++thread) {
      if (!table.made(i)[thread]) {
        continue;
      }
      void* copy = item.copies + thread * item.stride;
      reinterpret_cast<Combine>(item.input.combine)(item.input.shared, copy);
      if (item.input.finish != nullptr) {
        reinterpret_cast<Finish>(item.input.finish)(copy);
      }
    }
    free(item.copies);
  }
  free(&table);
}

// Inside the taskgroup. The result is handed back to __kmpc_task_reduction_get_th_data and not looked at.
MUSTER_KMP(void*, __kmpc_taskred_init,
           (std::int32_t /*global_number*/, std::int32_t count, const ReductionInput* inputs)) {
  return start_in_group(static_cast<std::size_t>(count), inputs);
}
MUSTER_KMP(void*, __kmpc_task_reduction_init,
           (std::int32_t /*global_number*/, std::int32_t count, const OldReductionInput* inputs)) {
  return start_in_group(static_cast<std::size_t>(count), inputs);
}

namespace {

tasks::Taskgroup* begin_in_construct(ReductionTable& table, bool is_worksharing) {
  teams::Member& self = runtime::current();
  if (events::listening) [[unlikely]] {
    // The construct's copies are the thread's, for tasks too.
    events::emit(events::ThreadSeen{events::this_task()});
  }
  tasks::Taskgroup& group = tasks::begin_group(self);
  table.level = level_in(group.outer);
  group.implicit = true;
  group.find = &find_in_construct;
  group.reductions = &table;
  if (is_worksharing) {
    // A thread that still waits in the barrier before could run tasks of this construct, and has no copy yet.
    teams::barrier_without_tasks(self);
  }
  return &group;
}

}  // namespace

// All members of the team, at the start of the region or loop; begins a taskgroup in each.
MUSTER_KMP(void*, __kmpc_taskred_modifier_init,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t is_worksharing, std::int32_t count,
            const ReductionInput* inputs)) {
  ReductionTable& table = make_table(static_cast<std::size_t>(count), 0);
  // The input is on the caller's frame, perhaps not for long.
  for (std::size_t i = 0; i < table.count; ++i) {
    table.items()[i].input = inputs[i];
  }
  return begin_in_construct(table, is_worksharing != 0);
}
MUSTER_KMP(void*, __kmpc_task_reduction_modifier_init,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t is_worksharing, std::int32_t count,
            const OldReductionInput* inputs)) {
  ReductionTable& table = make_table(static_cast<std::size_t>(count), 0);
  for (std::size_t i = 0; i < table.count; ++i) {
    table.items()[i].input.shared = inputs[i].shared;
    table.items()[i].input.original = inputs[i].shared;
  }
  return begin_in_construct(table, is_worksharing != 0);
}
// At its end, before the caller combines its private copy. A task may still use the copy of any thread, so all wait for all tasks. (The
// construct cannot be nowait: OpenMP 5.2, 5.5.8.)
MUSTER_KMP(void, __kmpc_task_reduction_modifier_fini,
           (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t /*is_worksharing*/)) {
  teams::Member& self = runtime::current();
  teams::barrier(self, events::SyncKind::barrier_implementation, MUSTER_CALLER());
  tasks::Taskgroup& group = tasks::end_group(self);
  finish_reductions(group);
  tasks::release_group(self, group);
}

MUSTER_KMP(void*, __kmpc_task_reduction_get_th_data,
           (std::int32_t /*global_number*/, void* /*taskgroup*/, void* address)) {
  const tasks::ReductionItem item = tasks::find_reduction(runtime::current(), address);
  return item.copy != nullptr ? item.copy : address;
}

}  // namespace muster::abi::kmp
