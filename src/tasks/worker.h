// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worker: what a thread knows about tasks in one team, its implicit task with it. Only the thread itself writes it, but for what is
// marked.
#pragma once

#include <cstdint>

#include "tasks/board.h"
#include "tasks/count_pace.h"
#include "tasks/deque.h"
#include "tasks/steal_pace.h"
#include "tasks/task.h"
#include "waiting/waiting.h"

namespace muster::tasks {

// Head of the memory of a deque's slots.
struct SlotBlock : WaitBlock {};

struct Worker {
  Worker() {
    implicit.thread = this;
    implicit.tag = kHosts;
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  Task* current = &implicit;
  // The ICVs of the current task: the generating task's until they are changed, then *own_icvs.
  const settings::Icvs* icvs = nullptr;
  // What the implicit task started with. Lives as long as the region, so tasks may refer to it.
  const settings::Icvs* region_icvs = nullptr;
  // Memory for tasks, and for everything else: a thief that looks at a task too late must not find something that is none.
  memory::BlockCache* cache = nullptr;
  memory::BlockCache* other_cache = nullptr;
  // Where the deque was when the current task began. What stands above has been made by it, or on top of it, so it is made of its
  // descendants.
  std::uint64_t base = 0;
  Board* board = nullptr;
  // Where the worker stands in tables and barriers of the team. Constant.
  std::uint32_t slot = 0;
  // The thread number: the slot, unless threads are bound (affinity::number_of_slot).
  std::uint32_t number = 0;
  std::uint32_t team_size = 1;
  // The last barrier that the member took part in, joins included.
  base::Episode barrier_episode = 0;
  // How the thread waits: where it must not run tasks (waiter_of), and in a barrier, where it may.
  waiting::Waiter<Native> waiter;
  waiting::Waiter<Native> barrier_waiter;
  // The presence of the thread that occupies the seat; null before there is one.
  //
  // Ordering: X occupy   store release    pairs with Y
  //           Y wake     load acquire
  Native::Atomic<waiting::Presence<Native>*> presence{nullptr};
  // What the thread does while it waits in a barrier, and between regions.
  waiting::IdleWork barrier_work{};
  waiting::IdleWork between_work{};

  // Looks for tasks to steal begin at the thread where the last one was found; when nobody has any, at a random one.
  std::uint32_t victim = 0;
  std::uint32_t random = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(this) >> 6U) * 0x9E3779B1U | 1U;
  std::uint32_t steals = 0;
  // How often in a row the thread has left tasks to those that they were dealt to (dealing.h).
  std::uint32_t left_alone = 0;
  CountPace count_pace;
  StealPace steal_pace;
  // Which deques of a large team its next look for work goes to.
  waiting::LookCursor looks;
  // Completes a task and then has nothing to do; and what it has been given to do next.
  bool chains = false;
  Task* next = nullptr;
  // Completes a task whose event it has fulfilled.
  bool fulfils = false;
  // The node of an undeferred task that has not begun (dependence.h).
  DependenceNode* kept_turn = nullptr;
  // The region that the member was in last, by its number.
  base::Episode region = 0;

  // ICVs that the current task has changed. Constant; few change any, so they have a place of their own.
  settings::Icvs* own_icvs = nullptr;
  SlotBlock* slots = nullptr;  // memory of the deque's slots

  Task implicit{};

  Deque<Native, Task> deque;

  // Tasks that barriers wait for, made and completed by this thread.
  alignas(base::kCacheLineBytes) TaskCounters<Native> counters;

  // In Board::sleepers.
  Sleeper<Native, Task> sleeper;
};

// Inside a region, for words that a teammate moves on. It learns here how the team sleeps and wakes, as many regions have no such wait.
inline waiting::Waiter<Native>& waiter_of(Worker& worker) {
  worker.waiter.set_fences(worker.board->sleepers.fences());
  return worker.waiter;
}

}  // namespace muster::tasks
