// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ompt/inquiry.h"

#include <sched.h>
#include <string.h>

#include <span>

#include "ompt/callbacks.h"
#include "ompt/tool.h"
#include "teams/teams.h"

namespace muster::ompt {
namespace {

struct Named {
  std::int32_t number;
  const char* name;
};

// Those that a thread of this runtime may be in.
constexpr Named kStates[] = {
    {0x102, "ompt_state_undefined"},
    {0x000, "ompt_state_work_serial"},
    {0x001, "ompt_state_work_parallel"},
    {0x002, "ompt_state_work_reduction"},
    {0x011, "ompt_state_wait_barrier_implicit_parallel"},
    {0x012, "ompt_state_wait_barrier_implicit_workshare"},
    {0x014, "ompt_state_wait_barrier_explicit"},
    {0x015, "ompt_state_wait_barrier_implementation"},
    {0x016, "ompt_state_wait_barrier_teams"},
    {0x020, "ompt_state_wait_taskwait"},
    {0x021, "ompt_state_wait_taskgroup"},
    {0x041, "ompt_state_wait_lock"},
    {0x042, "ompt_state_wait_critical"},
    {0x043, "ompt_state_wait_atomic"},
    {0x044, "ompt_state_wait_ordered"},
    {0x100, "ompt_state_idle"},
    {0x101, "ompt_state_overhead"},
};
constexpr Named kMutexImplementations[] = {{0, "muster_mutex_impl_none"}, {1, "muster_mutex_impl_spin_then_sleep"}};

// The element after the one of that number.
template <std::size_t Count>
std::int32_t enumerate(const Named (&all)[Count], std::int32_t current, std::int32_t* next, const char** name) {
  for (std::size_t i = 0; i + 1 < Count; ++i) {
    if (all[i].number == current) {
      *next = all[i + 1].number;
      *name = all[i + 1].name;
      return 1;
    }
  }
  return 0;
}

std::int32_t enumerate_states(std::int32_t current, std::int32_t* next, const char** name) {
  return enumerate(kStates, current, next, name);
}
std::int32_t enumerate_mutex_impls(std::int32_t current, std::int32_t* next, const char** name) {
  return enumerate(kMutexImplementations, current, next, name);
}

std::int32_t get_state(std::uint64_t* wait_id) {
  const events::Thread* thread = events::this_thread;
  if (wait_id != nullptr) {
    *wait_id = thread != nullptr ? thread->wait_id : 0;
  }
  return thread != nullptr ? static_cast<std::int32_t>(thread->state) : 0;
}

Data* get_thread_data() { return events::this_thread != nullptr ? data_of(events::this_thread->marks) : nullptr; }

// The task at that level, 0 for the current one. A waiting task that this thread has displaced is the next level.
events::Task* task_at(std::int32_t level) {
  events::Task* task = events::this_thread != nullptr ? events::this_thread->task : nullptr;
  for (; task != nullptr && level > 0; --level) {
    task = task->below;
  }
  return task;
}

// A worker between its parallel region's end and the next one has no task, and is in no region.
std::int32_t get_parallel_info(std::int32_t level, Data** parallel, std::int32_t* team_size) {
  events::Task* task = task_at(0);
  events::Region* region = task != nullptr ? task->region : nullptr;
  for (; region != nullptr && level > 0; --level) {
    region = region->encountering != nullptr ? region->encountering->region : nullptr;
  }
  if (region == nullptr || level < 0) {
    return 0;
  }
  if (parallel != nullptr) {
    *parallel = data_of(region->marks);
  }
  if (team_size != nullptr) {
    *team_size = static_cast<std::int32_t>(region->size);
  }
  return 2;
}

std::int32_t get_task_info(std::int32_t level, std::int32_t* flags, Data** task_data, events::Frame** frame,
                           Data** parallel, std::int32_t* thread_number) {
  if (level < 0) {
    return 0;
  }
  events::Task* task = task_at(level);
  if (task == nullptr) {
    return 0;
  }
  if (flags != nullptr) {
    *flags = static_cast<std::int32_t>(task->flags);
  }
  if (task_data != nullptr) {
    *task_data = data_of(task->marks);
  }
  if (frame != nullptr) {
    *frame = &task->frame;
  }
  if (parallel != nullptr) {
    *parallel = task->region != nullptr ? data_of(task->region->marks) : nullptr;
  }
  if (thread_number != nullptr) {
    *thread_number = static_cast<std::int32_t>(task->number);
  }
  return 2;
}

// The memory of a task's data is the program's and the compiler's to lay out; only its first block is known.
std::int32_t get_task_memory(void** address, std::size_t* size, std::int32_t block) {
  events::Task* task = task_at(0);
  if (task == nullptr || block != 0 || task->memory == nullptr) {
    *address = nullptr;
    *size = 0;
    return 0;
  }
  *address = task->memory;
  *size = task->memory_bytes;
  return 0;
}

// Unique over all threads and the whole time.
std::uint64_t get_unique_id() {
  static constinit platform::Native::Atomic<std::uint64_t> last{0};
  return last.fetch_add_relaxed(1) + 1;
}

std::int32_t get_num_procs() { return static_cast<std::int32_t>(available_cpus); }

std::span<const topology::CpuSet> places() {
  const affinity::Plan& plan = teams::conditions.binding;
  return plan.confines ? std::span<const topology::CpuSet>{} : plan.places;
}

std::int32_t get_num_places() { return static_cast<std::int32_t>(places().size()); }

std::int32_t get_place_proc_ids(std::int32_t number, std::int32_t size, std::int32_t* ids) {
  const std::span<const topology::CpuSet> all = places();
  if (number < 0 || static_cast<std::size_t>(number) >= all.size()) {
    return 0;
  }
  const topology::CpuSet& place = all[static_cast<std::size_t>(number)];
  const auto count = static_cast<std::int32_t>(place.count());
  if (ids != nullptr && size >= count) {
    for (std::uint32_t cpu = place.next(0); cpu < topology::kMaxCpus; cpu = place.next(cpu + 1)) {
      *ids++ = static_cast<std::int32_t>(cpu);
    }
  }
  return count;
}

// As a member of a team; null: the runtime has not met the thread, or no tool hears of it.
teams::Member* member() { return events::this_thread != nullptr ? teams::current_member : nullptr; }

std::int32_t get_place_num() {
  const teams::Member* self = member();
  return self == nullptr || places().empty() || self->thread->place == affinity::kNoPlace ? -1 : self->thread->place;
}

std::int32_t get_partition_place_nums(std::int32_t size, std::int32_t* numbers) {
  const teams::Member* self = member();
  if (self == nullptr || places().empty()) {
    return 0;
  }
  const affinity::Partition own = teams::partition_of(*self);
  if (numbers != nullptr && size >= own.count) {
    for (std::int32_t i = 0; i < own.count; ++i) {
      numbers[i] = own.first + i;
    }
  }
  return own.count;
}

std::int32_t get_proc_id() { return member() != nullptr ? sched_getcpu() : -1; }

std::int32_t get_target_info(std::uint64_t* /*device*/, std::uint64_t* /*target*/, std::uint64_t* /*operation*/) {
  return 0;
}
std::int32_t get_num_devices() { return 1; }

struct EntryPoint {
  const char* name;
  InterfaceFunction function;
};

template <class Function>
constexpr InterfaceFunction plain(Function* function) {
  return reinterpret_cast<InterfaceFunction>(function);
}

}  // namespace

InterfaceFunction lookup(const char* name) {
  const EntryPoint all[] = {
      {"ompt_enumerate_states", plain(&enumerate_states)},
      {"ompt_enumerate_mutex_impls", plain(&enumerate_mutex_impls)},
      {"ompt_set_callback", plain(&set_callback)},
      {"ompt_get_callback", plain(&get_callback)},
      {"ompt_get_state", plain(&get_state)},
      {"ompt_get_parallel_info", plain(&get_parallel_info)},
      {"ompt_get_task_info", plain(&get_task_info)},
      {"ompt_get_task_memory", plain(&get_task_memory)},
      {"ompt_get_thread_data", plain(&get_thread_data)},
      {"ompt_get_unique_id", plain(&get_unique_id)},
      {"ompt_finalize_tool", plain(&finalize)},
      {"ompt_get_num_procs", plain(&get_num_procs)},
      {"ompt_get_num_places", plain(&get_num_places)},
      {"ompt_get_place_proc_ids", plain(&get_place_proc_ids)},
      {"ompt_get_place_num", plain(&get_place_num)},
      {"ompt_get_partition_place_nums", plain(&get_partition_place_nums)},
      {"ompt_get_proc_id", plain(&get_proc_id)},
      {"ompt_get_target_info", plain(&get_target_info)},
      {"ompt_get_num_devices", plain(&get_num_devices)},
  };
  for (const EntryPoint& entry : all) {
    if (strcmp(entry.name, name) == 0) {
      return entry.function;
    }
  }
  return nullptr;
}

}  // namespace muster::ompt
