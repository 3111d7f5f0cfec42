// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/schedule.h"

#include <algorithm>
#include <bit>

#include "tasks/dealing.h"
#include "tasks/dependence.h"
#include "tasks/find.h"
#include "tasks/in_place.h"
#include "tasks/observed.h"
#include "tasks/shortage.h"

namespace muster::tasks {
void give_task_back(Worker* worker, Task& task) {
  if (worker != nullptr) {
    worker->cache->release(&task);
  } else {
    memory::BlockCache::hand_back(&task, &task);
  }
}

void give_back(Worker* worker, memory::Block& block) {
  if (worker != nullptr) {
    worker->other_cache->release(&block);
  } else {
    memory::BlockCache::hand_back(&block, &block);
  }
}

memory::Block& take_block(Worker& worker, std::size_t bytes) {
  memory::Block* block = worker.other_cache->allocate(memory::size_class_for(bytes));
  return block != nullptr ? *block : take_from_reserve(worker, *worker.other_cache, memory::size_class_for(bytes));
}

Task* make_task_without_memory(Worker& worker, std::size_t bytes) {
  return static_cast<Task*>(&take_from_reserve(worker, *worker.cache, memory::size_class_for(bytes)));
}

void run_undeferred(Worker& worker, Task& task) {
  if (task.is(kDetachable)) {
    // Its event may be fulfilled later.
    count_in(worker, task);
  }
  execute(worker, task);
}

void defer_unusual(Worker& worker, Task& task) {
  if (task.is(kUndeferred)) {
    run_undeferred(worker, task);
    return;
  }
  count_in(worker, task);
  deal(worker, task);
}

void start_counted_unusual(Worker& worker, Task& task) {
  if (task.is(kForHelper)) {
    give_to_helper(task);
  } else if (task.is(kDealt)) {
    deal(worker, task);
  } else if (!may_defer(worker)) {
    execute(worker, task);
  } else {
    if (task.extra->priority() > 0) {
      list(*worker.board, task);
    } else {
      worker.deque.push(&task);
    }
    announce(worker);
  }
}

void catch_up(Worker& worker, base::Episode barrier_episode) {
  worker.barrier_episode = barrier_episode;
  worker.implicit.clear(kOddPhase);
  if (barrier_episode % 2 != 0) {
    worker.implicit.set(kOddPhase);
  }
}

namespace {

// A block that the task has from now on.
template <class T>
T& take_for(Worker& worker, Task& task) {
  T& block = take_block<T>(worker, sizeof(T));
  if (block.home == &memory::reserve) [[unlikely]] {
    task.set(kUndeferred);
  }
  return block;
}

}  // namespace

TaskExtra& extra_of(Worker& worker, Task& task) {
  if (task.extra == nullptr) {
    task.extra = &take_for<TaskExtra>(worker, task);
  }
  return *task.extra;
}

RareExtra& rare_of(Worker& worker, Task& task) {
  TaskExtra& extra = extra_of(worker, task);
  if (extra.rare == nullptr) {
    extra.rare = &take_for<RareExtra>(worker, task);
  }
  return *extra.rare;
}

bool is_region_of_one(const Worker& worker) { return worker.board->region.load_relaxed() == kNoSharedRegion; }

namespace {

std::uint32_t capacity_of_queue(const Worker& worker) {
  return std::max(std::bit_ceil(queue_capacity_per_thread * worker.team_size), queue_capacity);
}

}  // namespace

bool has_room_in_list(const Worker& worker) { return worker.board->listed.load_relaxed() < capacity_of_queue(worker); }

bool make_room(Worker& worker) {
  using Slot = Deque<Native, Task>::Slot;
  if (worker.deque.provided()) {
    return worker.deque.looks_for_room();
  }
  const std::uint32_t capacity = capacity_of_queue(worker);
  const std::size_t bytes = sizeof(SlotBlock) + capacity * sizeof(Slot);
  auto* block = try_to_take_block<SlotBlock>(worker, bytes);
  if (block == nullptr) {
    return false;
  }
  worker.slots = block;
  worker.deque.provide(reinterpret_cast<Slot*>(block + 1), capacity);
  return true;
}

void retire(Worker& worker) {
  if (worker.implicit.extra != nullptr) {
    end_extra(nullptr, worker.implicit);
    worker.implicit.extra = nullptr;
  }
  free_in_place(worker.implicit);
  if (worker.slots != nullptr) {
    memory::BlockCache::hand_back(worker.slots, worker.slots);
    worker.slots = nullptr;
  }
}

void copy_icvs(Worker& worker, Task& task) {
  RareExtra& rare = rare_of(worker, task);
  rare.icvs = *worker.icvs;
  task.icvs = &rare.icvs;
}

void give_icvs_back(Worker& worker, Task& task) { *worker.own_icvs = task.extra->rare->displaced; }

settings::Icvs& own_icvs(Worker& worker) {
  Task& task = *worker.current;
  if (&task != &worker.implicit && !task.is(kOwnIcvs)) {
    if (task.is(kInPlace)) {
      task.displaced_icvs = worker.icvs;
    }
    // Perhaps a task that rests below uses them.
    rare_of(worker, task).displaced = *worker.own_icvs;
    task.set(kOwnIcvs);
  }
  if (worker.icvs != worker.own_icvs) {
    *worker.own_icvs = *worker.icvs;
    worker.icvs = worker.own_icvs;
  }
  return *worker.own_icvs;
}

// --- completion --------------------------------------------------------------------------------------------------------

void end_extra(Worker* worker, Task& task) {
  TaskExtra& extra = *task.extra;
  if (extra.dispose != nullptr) {
    extra.dispose(task);
  }
  if (extra.node != nullptr) {
    release_dependences(worker, *extra.node);
  }
  if (extra.table != nullptr) {
    free_dependences(worker, *extra.table);
  }
  if (extra.rare != nullptr) [[unlikely]] {
    give_back(worker, *extra.rare);
  }
  give_back(worker, extra);
}

void wake_where_it_sleeps(const Worker& worker) {
  // Y: acquire, pairs with X in teams/grow.cpp
  waiting::Presence<Native>* presence = worker.presence.load_acquire();
  if (presence != nullptr) {
    presence->parker.wake_if_parked();
  }
}

namespace {

// A thread that could run the task may sleep where it is not woken for work, and nobody else may be left.
void wake_everybody(const Board& board) {
  // Not the light one: teams whose threads sleep at every wait do so by waiting::Fences::full.
  Native::full_fence();
  const Board::All all = board.all();
  for (std::uint32_t i = 0; i < all.count; ++i) {
    wake_where_it_sleeps(*all.workers[i]);
  }
}

}  // namespace

void make_ready(Worker* worker, Task& task) {
  if (task.is(kForHelper)) {
    give_to_helper(task);
    return;
  }
  Board& board = *task.parent.load_relaxed()->thread->board;
  // On a thread that completes a task of another's, the new one need not be a descendant of what the thread is at.
  const bool fits = worker != nullptr && worker->board == &board && !worker->fulfils && worker->team_size > 1 &&
                    task.extra->priority() == 0;
  if (fits && worker->chains && worker->next == nullptr) {
    worker->next = &task;
  } else if (fits && (worker->deque.has_room() || (!worker->deque.provided() && make_room(*worker)))) {
    worker->deque.push(&task);
    announce(*worker);
  } else {
    list(board, task);
    wake_everybody(board);
  }
}

void execute_chain(Worker& worker, Task& first) {
  Task* task = &first;
  while (task != nullptr) {
    if (!run_unless_discarded(worker, *task)) [[unlikely]] {
      return;
    }
    worker.chains = true;
    finish(worker, *task);
    worker.chains = false;
    task = worker.next;
    worker.next = nullptr;
  }
}

void set_priority(Worker& worker, Task& task, std::int32_t priority) {
  task.set(kPrioritized);
  extra_of(worker, task).set_priority(priority);
}

void defer_with_priority(Worker& worker, Task& task, std::int32_t priority) {
  extra_of(worker, task).set_priority(priority);
  if (task.is(kUndeferred)) {
    run_undeferred(worker, task);
    return;
  }
  count_in(worker, task);
  list(*worker.board, task);
  announce(worker);
}

void wake_waiter(Worker& thread, const Native::Atomic<base::Episode>& word, base::Episode value) {
  waiting::fence_before_waking<Native>(thread.board->sleepers.fences());
  // Y: acquire, pairs with X in teams/grow.cpp
  waiting::Presence<Native>& presence = *thread.presence.load_acquire();
  if (presence.awaited.load_relaxed() == &word && base::reached(value, presence.wanted.load_relaxed())) {
    presence.parker.wake_if_parked();
  }
}

void count_elsewhere(Worker* worker, Task& parent) {
  Worker& thread = *parent.thread;
  Native::Atomic<base::Episode>& word = parent.finished_elsewhere;
  // F: acq_rel, pairs with F and G in tasks/schedule.h, G in tasks/wait.cpp and G in tasks/in_place.cpp
  const base::Episode value = word.fetch_add_acq_rel(1) + 1;
  if (value == 0) {
    give_task_back(worker, parent);
  } else {
    // The parent may be gone, its word's address serves as its name.
    wake_waiter(thread, word, value);
  }
}

void join_group(Worker& worker, Task& task) {
  Taskgroup& group = *task.group;
  if (group.thread == &worker && !group.waits) {
    ++group.made_here;
  } else {
    group.balance().fetch_add_relaxed(~base::Episode{0});
  }
}

void leave_group(Worker* worker, Taskgroup& group) {
  Worker* thread = group.thread;
  if (worker != nullptr && thread == worker && !group.waits) {
    ++group.completed_here;
    return;
  }
  Native::Atomic<base::Episode>& word = group.balance();
  // L: acq_rel, pairs with L in tasks/taskgroup.cpp and M in tasks/taskgroup.cpp
  const base::Episode value = word.fetch_add_acq_rel(1) + 1;
  wake_waiter(*thread, word, value);
}

void leave_to_children(Worker& worker, Task& task) {
  const std::uint64_t left = task.spawned - task.finished_here;
  if (!task.is(kWaits)) {
    task.set(kWaits);
  }
  // A thread that climbs from a child stops here: what is above may go before the child does.
  task.parent.store_relaxed(nullptr);
  // F: acq_rel, pairs with F and G in tasks/schedule.h, G in tasks/wait.cpp and G in tasks/in_place.cpp
  if (task.finished_elsewhere.fetch_add_acq_rel(0 - left) == left) {
    worker.cache->release(&task);
  }
}

// --- cancellation ------------------------------------------------------------------------------------------------------

bool is_cancelled(const Taskgroup* group) {
  while (group != nullptr && group->cancelled.load_relaxed() == 0) {
    group = group->outer;
  }
  return group != nullptr;
}

namespace {

bool is_cancelled(const Board& board, const Task& task) {
  return board.cancelled.load_relaxed() != kRegionRuns || is_cancelled(task.group);
}

}  // namespace

bool is_cancelled(const Worker& worker, const Task& task) { return is_cancelled(*worker.board, task); }

// A task with an event runs, as its block is what hands the event on to those that fulfil it (OpenMP 5.2, 11.2: a task may be discarded).
bool is_discarded(const Board& board, const Task& task) {
  return !task.is(kHoldsObjects) && !task.is(kDetachable) && is_cancelled(board, task);
}

void discard(Worker& worker, Task& task) {
  task.thread = &worker;
  if (task.is(kObserved)) {
    observed::discarded(worker, task);
  }
  finish(worker, task);
}

// --- events ------------------------------------------------------------------------------------------------------------

void complete_from_outside(Task& task, Board& board) {
  waiting::Presence<Native>& primary = *board.primary;
  if (task.extra != nullptr) {
    end_extra(nullptr, task);
  }
  Task& parent = *task.parent.load_relaxed();
  Taskgroup* group = task.group;
  const std::uint32_t phase = task.phase();
  const std::uint64_t left = task.spawned - task.finished_here;
  // F: acq_rel, pairs with F and G in tasks/schedule.h, G in tasks/wait.cpp and G in tasks/in_place.cpp
  if (task.finished_elsewhere.fetch_add_acq_rel(0 - left) == left) {
    give_task_back(nullptr, task);
  }
  if (group != nullptr) {
    leave_group(nullptr, *group);
  }
  count_elsewhere(nullptr, parent);
  board.drain.complete_from_outside(phase, primary.parker);
}

}  // namespace muster::tasks
