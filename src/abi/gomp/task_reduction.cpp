// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/gomp/task_reduction.h"

#include <stdlib.h>
#include <string.h>

#include "abi/exports/export.h"
#include "abi/gomp/region.h"
#include "abi/gomp/task.h"
#include "platform/standard_error.h"
#include "platform/unchecked.h"
#include "runtime/runtime.h"

namespace muster::abi::gomp {

void ReductionArray::set_memory(void* start, std::uint32_t threads) {
  words_[kMemory] = reinterpret_cast<std::uintptr_t>(start);
  words_[kEnd] = words_[kMemory] + threads * chunk_bytes();
}

void ReductionArray::allocate(std::uint32_t threads) {
  const std::size_t bytes = threads * chunk_bytes();
  // Whichever thread allocates it, the copies are each thread's own: a checker of races is not to see a write by this one.
  platform::begin_unchecked();
  void* start = allocate_aligned(bytes, alignment());
  memset(start, 0, bytes);
  platform::end_unchecked();
  set_memory(start, threads);
}

void ReductionArray::free_memory() { free(reinterpret_cast<void*>(words_[kMemory])); }

void ReductionArray::attach_to(tasks::Taskgroup& group) const {
  group.find = &ReductionArray::find;
  group.reductions = words_;
}

// The address is an original's, or, in a task of a participating task, that of any thread's copy.
tasks::ReductionItem ReductionArray::find(void* reductions, void* address, const tasks::Worker& worker) {
  const auto* words = static_cast<const std::uintptr_t*>(reductions);
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  const bool is_copy = wanted >= words[kMemory] && wanted < words[kEnd];
  const std::uintptr_t offset = is_copy ? (wanted - words[kMemory]) % words[kChunkBytes] : 0;
  for (std::size_t i = 0; i < words[kCount]; ++i) {
    const std::uintptr_t* item = words + kItems + i * kWordsOfItem;
    if (is_copy ? item[1] == offset : item[0] == wanted) {
      return {reinterpret_cast<void*>(words[kMemory] + worker.number * words[kChunkBytes] + item[1]),
              reinterpret_cast<void*>(item[0])};
    }
  }
  return {};
}

tasks::Taskgroup& begin_implicit_group(tasks::Worker& worker) {
  if (events::listening) [[unlikely]] {
    // The construct's copies are the thread's, for tasks too.
    events::emit(events::ThreadSeen{events::this_task()});
  }
  tasks::Taskgroup& group = tasks::begin_group(worker);
  group.implicit = true;
  return group;
}

namespace {

// Each thread's implicit task is in a taskgroup of its own that has the region's reductions.
struct CallInGroup {
  static void call(teams::Member& self, void* function, void* const* arguments, std::uint32_t /*count*/) {
    ReductionArray(static_cast<std::uintptr_t*>(arguments[1])).attach_to(begin_implicit_group(self));
    reinterpret_cast<Outlined>(function)(arguments[0]);
    tasks::release_group(self, tasks::end_group(self));
  }
};

// The region below, while somebody listens.
unsigned parallel_told(teams::Member& self, const threads::Work& work, std::uint32_t wanted,
                       const teams::observed::About& about) {
  teams::Member& primary = teams::observed::fork(self, work, teams::observed::kRunRegion<CallInGroup>, wanted, about);
  const std::uint32_t size = primary.team_size;
  teams::observed::run_primary<CallInGroup>(primary, work);
  teams::observed::join(primary);
  return size;
}

}  // namespace

// parallel reduction(task, ...): the first word of `data` points at the array. Returns the number of threads, whose copies the caller
// combines.
MUSTER_GOMP(GOMP_5_0, unsigned, GOMP_parallel_reductions,
            (void (*function)(void*), void* data, unsigned num_threads, unsigned flags)) {
  teams::Member& self = runtime::current();
  push_clause(self, flags);
  const std::uint32_t wanted = teams::choose_team_size(self, num_threads);
  threads::Work work = work_for(function, data);
  auto* words = *static_cast<std::uintptr_t**>(data);
  work.arguments[1] = words;
  work.argument_count = 2;
  ReductionArray(words).allocate(wanted);
  if (events::listening) [[unlikely]] {
    return parallel_told(self, work, wanted, {MUSTER_CALLER(), num_threads});
  }
  teams::Member& primary = teams::fork(self, work, &teams::run_region<CallInGroup>, wanted);
  const std::uint32_t size = primary.team_size;
  CallInGroup::call(primary, work.function, work.arguments, work.argument_count);
  teams::join(primary);
  return size;
}

// Between GOMP_taskgroup_start and the group's tasks. Copies of all the team's threads, because the caller combines as many.
MUSTER_GOMP(GOMP_5_0, void, GOMP_taskgroup_reduction_register, (std::uintptr_t* words)) {
  teams::Member& self = runtime::current();
  ReductionArray reductions(words);
  reductions.allocate(self.team_size);
  reductions.attach_to(*self.current->group);
}

// When the caller has combined: after the taskgroup's end, the taskloop, or the region.
MUSTER_GOMP(GOMP_5_0, void, GOMP_taskgroup_reduction_unregister, (std::uintptr_t* words)) {
  ReductionArray(words).free_memory();
}

// At the start of a participating task: addresses of its list items, which become those of the thread's copies. Behind them goes, for
// the first `original_count`, the original's.
MUSTER_GOMP(GOMP_5_0, void, GOMP_task_reduction_remap,
            (std::size_t count, std::size_t original_count, void** addresses)) {
  const teams::Member& self = runtime::current();
  for (std::size_t i = 0; i < count; ++i) {
    const tasks::ReductionItem item = tasks::find_reduction(self, addresses[i]);
    if (item.copy == nullptr) {
      platform::fail(
          "muster: in_reduction names a variable that no enclosing task_reduction has; see OpenMP 5.2, 5.5.11");
    }
    addresses[i] = item.copy;
    if (i < original_count) {
      addresses[count + i] = item.original;
    }
  }
}

}  // namespace muster::abi::gomp
