// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a worker looks for a task: the list of the board, its own deque, the deques of its teammates.
#pragma once

#include "tasks/dealing.h"
#include "tasks/nearness.h"
#include "tasks/worker.h"

namespace muster::tasks {

// Whether the task is a descendant of `ancestor`, which runs. The task may be one that the caller is not sure of (Deque, I1): then
// what is read of it counts only if alive() says so afterwards. A chain through a task that has ended is not followed: its
// ancestors may be gone.
enum class Descent : std::uint8_t { no, yes, unknown };

template <class Alive>
Descent descends_from(const Task& task, const Task& ancestor, const Alive& alive) {
  const std::uint32_t depth = ancestor.depth.load_relaxed();
  const Task* child = nullptr;
  const Task* link = &task;
  for (;;) {
    // L: acquire, pairs with L in tasks/schedule.h
    const std::uint32_t own_depth = link->depth.load_acquire();
    // L: acquire, pairs with L in tasks/schedule.h
    const Task* parent = link->parent.load_acquire();
    if (!alive()) {
      return Descent::no;
    }
    // The child may have ended meanwhile, and its parent be gone: then what has been read is another task's, which was made after that end. Through L
    // this thread sees that.
    if (child != nullptr && child->parent.load_relaxed() != link) {
      return Descent::unknown;
    }
    if (own_depth <= depth) {
      return Descent::no;
    }
    if (parent == nullptr) {
      return Descent::unknown;
    }
    if (parent == &ancestor) {
      return Descent::yes;
    }
    child = link;
    link = parent;
  }
}

// What a wait allows, as `accept` of Deque::steal.
struct AcceptAny {
  template <class Alive>
  bool operator()(const Task* /*task*/, const Alive& /*alive*/) const {
    return true;
  }
};
struct AcceptDescendants {
  const Task& ancestor;

  template <class Alive>
  bool operator()(const Task* task, const Alive& alive) const {
    return descends_from(*task, ancestor, alive) == Descent::yes;
  }
};
// The same for tasks of the list, which have no thread that would run them sooner or later: when nobody knows any more, one may.
struct AcceptUnlessForeign {
  const Task& ancestor;

  template <class Alive>
  bool operator()(const Task* task, const Alive& alive) const {
    return descends_from(*task, ancestor, alive) != Descent::no;
  }
};
// Between regions: a task is taken only if it belongs to the region that the thread was in. Asked after the thief has read
// the deque, and before it moves top: a task that it saw then has been in the deque all the time.
struct AcceptRegion {
  const Board& board;
  base::Episode region;

  template <class Alive>
  bool operator()(const Task* /*task*/, const Alive& /*alive*/) const {
    return board.region.load_relaxed() == region;
  }
};

// Adds to the board's list and takes from it: the task of the highest priority, of equals the oldest, among the first `most`.
void list(Board& board, Task& task);
inline constexpr std::uint32_t kAllListed = ~std::uint32_t{0};
Task* take_listed(Board& board, bool (*accepts)(const void* context, const Task& task), const void* context,
                  std::uint32_t most = kAllListed);
// In front of all others, or behind them.
void list_at_an_end(Board& board, Task& task, bool in_front);

// Where a thief is and how near that is to its teammates, if it is known.
class Surroundings {
 public:
  // O: acquire, pairs with N in tasks/nearness.cpp
  explicit Surroundings(const Worker& worker) : nearness_(nearness.load_acquire()) {
    if (nearness_ != nullptr) [[unlikely]] {
      presence_ = worker.presence.load_relaxed();
      cpu_ = presence_->last_cpu();
    }
  }

  std::uint32_t ring_of(const Worker& mate) const {
    if (nearness_ == nullptr) [[likely]] {
      return 0;
    }
    // Y: acquire, pairs with X in teams/grow.cpp
    const waiting::Presence<Native>* presence = mate.presence.load_acquire();
    if (presence == nullptr) {
      return Nearness::kRings - 1;
    }
    const waiting::PresenceReader<Native> reader(*presence_);
    return nearness_->ring(cpu_, presence->last_cpu());
  }

 private:
  const Nearness* nearness_;
  waiting::Presence<Native>* presence_ = nullptr;
  std::int32_t cpu_ = -1;
};

// Marsaglia, "Xorshift RNGs", Journal of Statistical Software, 2003.
inline std::uint32_t next_random(std::uint32_t& state) {
  state ^= state << 13U;
  state ^= state >> 17U;
  state ^= state << 5U;
  return state;
}

// Whether the thread leaves its teammates' tasks alone at this look, because the last ones were not worth a steal.
inline bool leaves_tasks_alone(Worker& worker) {
  return worker.steal_pace.needs_time() && worker.steal_pace.leaves_alone(platform::cpu::ticks());
}

// The oldest task of a teammate: of a near one first, of the one where the last was found before its equals, and else of any.
template <class Accept>
Task* steal(Worker& worker, const Accept& accept) {
  if (leaves_tasks_alone(worker)) {
    return nullptr;
  }
  Worker** workers = worker.board->table();
  const Surroundings surroundings(worker);
  const auto ring_of = [&](std::uint32_t slot) {
    const bool has_some = slot != worker.slot && !workers[slot]->deque.looks_empty();
    return has_some ? surroundings.ring_of(*workers[slot]) : kNobody;
  };
  const bool measures = worker.steal_pace.measures();
  const auto attempt = [&](std::uint32_t slot) {
    const std::uint64_t start = measures ? platform::cpu::ticks() : 0;
    Task* task = workers[slot]->deque.steal(accept);
    if (task != nullptr) {
      if (measures) {
        worker.steal_pace.fetched(start, platform::cpu::ticks_after_loads());
      } else {
        worker.steal_pace.stolen_unmeasured();
      }
      worker.victim = slot;
    }
    return task;
  };
  Task* task = visit_nearest_first(worker.team_size, worker.victim, ring_of, attempt);
  if (task == nullptr) {
    worker.victim = static_cast<std::uint32_t>(std::uint64_t{next_random(worker.random)} * worker.team_size >> 32U);
  } else if (worker.team_size > 2 && ++worker.steals == kStealsBeforeNearness) {
    learn_nearness();
  }
  return task;
}

// The worker's own newest task, if it is a descendant of the current one.
inline Task* take_own(Worker& worker) {
  if (worker.deque.position() <= worker.base) {
    return nullptr;
  }
  return worker.deque.take();
}

// While tasks are dealt (dealing.h): one of the thread's own, or one that its thread has left for long.
Task* take_dealt(Worker& worker, bool (*accepts)(const void* context, const Task& task), const void* context);

// From the list, which is nearly always empty.
template <class Accept>
Task* take_listed(Worker& worker, const Accept& accept) {
  if (worker.board->listed.load_relaxed() == 0) [[likely]] {
    return nullptr;
  }
  constexpr auto kAccepts = [](const void* context, const Task& task) {
    return (*static_cast<const Accept*>(context))(&task, [] { return true; });
  };
  return dealing ? take_dealt(worker, kAccepts, &accept) : take_listed(*worker.board, kAccepts, &accept);
}

template <class Accept, class AcceptListed>
Task* find_task(Worker& worker, const Accept& accept, const AcceptListed& accept_listed) {
  Task* task = take_listed(worker, accept_listed);
  if (task == nullptr) {
    task = take_own(worker);
  }
  return task != nullptr ? task : steal(worker, accept);
}
template <class Accept>
Task* find_task(Worker& worker, const Accept& accept) {
  return find_task(worker, accept, accept);
}
inline Task* find_descendant(Worker& worker) {
  return find_task(worker, AcceptDescendants{*worker.current}, AcceptUnlessForeign{*worker.current});
}

inline bool has_own(const Worker& worker) {
  return worker.deque.position() > worker.base && !worker.deque.looks_empty();
}

// Whether take_own() or steal() would find something.
template <class Accept>
bool peek(const Worker& worker, const Accept& accept) {
  if (has_own(worker)) {
    return true;
  }
  Worker** workers = worker.board->table();
  for (std::uint32_t i = 0; i < worker.team_size; ++i) {
    if (i != worker.slot && workers[i]->deque.peek(accept)) {
      return true;
    }
  }
  return false;
}

// The same for a thread that looks again soon: of a large team it sees some deques at a time, each in turn.
template <class Accept>
bool peek_at_some(Worker& worker, const Accept& accept) {
  Worker** workers = worker.board->table();
  return has_own(worker) || worker.looks.find(worker.team_size, waiting::kMostAtOnce, [&](std::uint32_t slot) {
    return slot != worker.slot && workers[slot]->deque.peek(accept);
  });
}

// Whether a teammate's deque, the worker's own or the list has anything, allowed or not.
inline bool any_work(const Worker& worker) {
  Worker** workers = worker.board->table();
  for (std::uint32_t i = 0; i < worker.team_size; ++i) {
    if (!workers[i]->deque.looks_empty()) {
      return true;
    }
  }
  return worker.board->listed.load_relaxed() != 0;
}

// The same for a thread that looks again soon.
inline bool sees_any_work(Worker& worker) {
  Worker** workers = worker.board->table();
  return worker.looks.find(worker.team_size, waiting::kMostAtOnce, [&](std::uint32_t slot) {
    return !workers[slot]->deque.looks_empty();
  }) || worker.board->listed.load_relaxed() != 0;
}

}  // namespace muster::tasks
