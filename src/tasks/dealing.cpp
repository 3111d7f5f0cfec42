// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/dealing.h"

#include "tasks/find.h"
#include "tasks/schedule.h"

namespace muster::tasks {
namespace {

// Tasks on the list of a team beyond which no more are deferred. With what the checker keeps of each, so many take some megabytes.
constexpr std::uint32_t kMostListed = 4096;

// How often a thread leaves a task to the one that it was dealt to. Each time it yields, so that one can come where CPUs are few.
constexpr std::uint32_t kTurnsLeft = 8;

// How many tasks of the list it looks at for one of its own: each look is made under the list's lock.
constexpr std::uint32_t kLookedAt = 64;

// The finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
std::uint64_t mix(std::uint64_t number) {
  number = (number ^ number >> 30U) * 0xBF58476D1CE4E5B9U;
  number = (number ^ number >> 27U) * 0x94D049BB133111EBU;
  return number ^ number >> 31U;
}

std::uint64_t path_of(const Worker& worker, const Task& task) {
  if (task.is(kObserved)) {
    return observed_of(task).path;
  }
  // An implicit task: its thread's number and its region's.
  return mix(dealing_seed + (std::uint64_t{worker.region} << 32U) + worker.number);
}

// Two bits of the path that its thread does not hang on.
bool waits_in_deque(std::uint64_t path) { return (path >> 62U & 1U) != 0; }
bool goes_in_front(std::uint64_t path) { return (path >> 63U) != 0; }

struct OfThread {
  std::uint32_t slot;
  bool (*accepts)(const void* context, const Task& task);
  const void* context;
};

bool is_of_thread(const void* context, const Task& task) {
  const OfThread& wanted = *static_cast<const OfThread*>(context);
  // One that was not dealt is anybody's.
  return (!task.is(kDealt) || observed_of(task).wanted_slot == wanted.slot) && wanted.accepts(wanted.context, task);
}

}  // namespace

bool has_takers(const Worker& worker) {
  if (worker.current->is(kFinal) || worker.board->listed.load_relaxed() >= kMostListed) {
    return false;
  }
  const events::Region* region = events::this_task().region;
  return worker.team_size > 1 || (region != nullptr && region->encountering != nullptr);
}

void plan(Worker& worker, Task& task) {
  const Task& parent = *worker.current;
  Observed& observed = observed_of(task);
  const std::uint64_t parent_path = path_of(worker, parent);
  observed.path = mix(parent_path + parent.spawned + 1);
  // Neighbours differ where there are several threads.
  observed.wanted_slot = static_cast<std::uint32_t>((parent_path + parent.spawned) % worker.team_size);
  const bool is_anybodys = !task.is(kForHelper) && !task.is(kPrioritized);
  if (is_anybodys && (has_takers(worker) || (worker.team_size > 1 && !may_defer(worker)))) {
    task.set(kDealt);
  }
}

void deal(Worker& worker, Task& task) {
  const Observed& observed = observed_of(task);
  if (observed.wanted_slot == worker.slot && waits_in_deque(observed.path) && may_defer(worker)) {
    worker.deque.push(&task);
    announce(worker);
    return;
  }
  const std::uint32_t slot = observed.wanted_slot;
  list_at_an_end(*worker.board, task, goes_in_front(observed.path));
  if (worker.team_size == 1) {
    return;
  }
  Native::full_fence();
  wake_where_it_sleeps(*worker.board->table()[slot]);
  announce(worker);
}

Task* take_dealt(Worker& worker, bool (*accepts)(const void* context, const Task& task), const void* context) {
  const OfThread own{worker.slot, accepts, context};
  Task* task = take_listed(*worker.board, &is_of_thread, &own, kLookedAt);
  if (task == nullptr && worker.team_size > 1 && worker.left_alone < kTurnsLeft) {
    ++worker.left_alone;
    Native::yield();
    return nullptr;
  }
  worker.left_alone = 0;
  return task != nullptr ? task : take_listed(*worker.board, accepts, context);
}

}  // namespace muster::tasks
