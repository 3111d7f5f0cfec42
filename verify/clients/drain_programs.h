// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs in which the threads of a team agree that no task is left: the shipped Drain, by the runtime's own waiter. Tasks are items in words, not in
// a deque. Nobody is woken for one: who makes it runs what is left before it sleeps.
#pragma once

#include <span>
#include <string>

#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/fresh.h"
#include "data.h"
#include "tasks/count_pace.h"
#include "tasks/drain.h"

namespace muster::verify {

inline constexpr std::uint32_t kMostTasks = 3;

// The protocol, and what it must not be: variants that change a part of it (tests/drains_test.cpp).
struct DrainProtocol {
  static constexpr bool kCountsBeforeItSleeps = true;
  static constexpr bool kReadsCompletedFirst = true;
  static constexpr bool kAllTakeTurns = true;
  static constexpr bool kBarriersTakeTurns = true;
};

struct TaskItem {
  static constexpr std::uint32_t kThere = 1;
  static constexpr std::uint32_t kTaken = 2;

  Checked::Atomic<std::uint32_t> state;
  Data<std::uint32_t> phase;
  Data<std::uint64_t> result;
  // A count, not shared data: the explorer runs one thread at a time.
  std::uint32_t runs = 0;
};

// The shipped ones, but for what the variant changes.
template <class Variant>
class CountersOf : public tasks::TaskCounters<Checked> {
  using Shipped = tasks::TaskCounters<Checked>;

 public:
  std::uint64_t look_at_completed(std::uint32_t phase) const {
    if constexpr (!Variant::kReadsCompletedFirst) {
      created_before_[Machine::instance().self()] = Shipped::look_at_created(phase);
    }
    return Shipped::look_at_completed(phase);
  }
  std::uint64_t look_at_created(std::uint32_t phase) const {
    if constexpr (Variant::kReadsCompletedFirst) {
      return Shipped::look_at_created(phase);
    } else {
      return created_before_[Machine::instance().self()];
    }
  }

 private:
  // By the thread that looks.
  mutable std::uint64_t created_before_[kMaxThreads] = {};
};

struct DrainProgram {
  const char* name;
  std::uint32_t team = 2;
  // Thread 0 makes them before the first barrier.
  std::uint32_t made = 1;
  // The thread that runs task 0 makes one more.
  bool spawns = false;
  // At the end of a region; else at a barrier.
  bool joins = false;
  // A thread of no team completes task 0.
  bool outside = false;
  // There is a second barrier, and the last thread makes a task between the two.
  bool again = false;
  // Threads that wait for the others to come run tasks.
  bool helps = false;
  // Nobody adds up when it comes. Else thread 0 does, and the last of two does not.
  bool turns_come_later = false;
  // The others see no task, and look once.
  bool only_counts = false;
  std::uint32_t early_returns = 0;

  std::uint32_t first_tasks() const { return made + (spawns ? 1 : 0); }
  std::uint32_t tasks() const { return first_tasks() + (again ? 1 : 0); }
  std::uint32_t threads() const { return team + (outside ? 1 : 0); }
};

template <class Variant>
struct DrainState;

template <class Variant>
struct DrainWorker {
  static constexpr base::Episode kStep = Variant::kBarriersTakeTurns ? 1 : 2;
  // Every second look counts, which is as seldom as the program comes to an end by.
  static constexpr std::uint32_t kAtOnce = 2 * tasks::kThreadsThatCount;

  base::Episode next_barrier() const { return barrier + kStep; }

  DrainState<Variant>* state = nullptr;
  ThreadId id = 0;
  base::Episode barrier = 1 - kStep;
  bool is_about_to_sleep = false;
  tasks::CountPace pace;
};

template <class Variant>
struct DrainBoard {
  std::uint32_t threads = 0;
  tasks::ActivePhases<Checked> active;
  tasks::DrainWords<Checked> drain;
  CountersOf<Variant> counters[kMaxThreads];
};

template <class Variant>
struct DrainState {
  explicit DrainState(const DrainProgram& program) : what(program), waiting(program.threads()) {
    board.threads = what.team;
    for (ThreadId id = 0; id < what.team; ++id) {
      workers[id].state = this;
      workers[id].id = id;
      // The first look does not count.
      workers[id].pace.is_due(DrainWorker<Variant>::kAtOnce);
    }
  }

  const DrainProgram what;
  DrainBoard<Variant> board;
  DrainWorker<Variant> workers[kMaxThreads];
  WaitingTeam waiting;
  TaskItem items[kMostTasks];
  Checked::Atomic<base::Episode> arrived;
  // 1: the outsider may complete its task.
  Checked::Atomic<base::Episode> handed_over;
  // 1: the next region has begun.
  Checked::Atomic<base::Episode> go;
};

template <class Variant>
class DrainThread {
  using State = DrainState<Variant>;
  using Self = DrainWorker<Variant>;
  using Board = DrainBoard<Variant>;

 public:
  static void member(Self& self) {
    const DrainProgram& what = self.state->what;
    for (std::uint32_t item = 0; self.id == 0 && item < what.made; ++item) {
      push(self, item, phase_of_next(self));
    }
    if (what.joins) {
      join(self);
      return;
    }
    barrier(self, what.team, what.first_tasks());
    if (what.again) {
      if (self.id == what.team - 1) {
        push(self, what.first_tasks(), phase_of_next(self));
      }
      barrier(self, 2 * what.team, what.tasks());
    }
  }

  static void outsider(State& state) {
    TaskItem& item = state.items[0];
    Checked::await_reached(state.handed_over, 1, platform::YieldingIdle<Checked>{});
    finish(item);
    state.board.drain.complete_from_outside(0, state.waiting.presences[0].parker);
  }

 private:
  struct Traits {
    using Platform = Checked;
    using Worker = Self;
    using Board = DrainBoard<Variant>;

    static Board& board_of(const Self& self) { return self.state->board; }
    static std::span<const CountersOf<Variant>> counters_of(const Board& board) {
      return {board.counters, board.threads};
    }
    static base::Episode barrier_of(const Self& self) { return self.barrier; }
    static bool is_primary(const Self& self) { return self.id == 0; }
    static constexpr bool has_both_phases(const Board& /*board*/) { return false; }
    static waiting::Waiter<Checked>& waiter_of(Self& self) { return self.state->waiting.waiters[self.id]; }
    static ParkingWaiter barrier_waiter_of(Self& self) { return ParkingWaiter(waiter_of(self)); }
    static bool help(Self& self) { return run_all(self); }
    static bool help_between(Self& self) { return run_all(self); }
    static bool sees_work_on_coming(const Self& self) { return sees_work(self); }
    static bool sees_work(const Self& self) { return find(self) != nullptr; }
    static bool is_claimed(const Self& /*self*/) { return false; }
    static void stop_looking(const Self& /*self*/) {}
    static void takes_turn(Self& self) {
      self.pace.take_turn(self.state->what.turns_come_later ? 1 : self.id, Self::kAtOnce);
    }
    static bool is_count_due(Self& self) {
      if (!Variant::kAllTakeTurns && self.id != 0) {
        return false;
      }
      if (self.is_about_to_sleep) {
        return Variant::kCountsBeforeItSleeps;
      }
      return self.state->what.only_counts || self.pace.is_due(Self::kAtOnce);
    }
    static bool is_in_region(const Self& /*self*/) { return true; }
    static void falls_asleep(void* self) { self_of(self).is_about_to_sleep = true; }
    static void wakes_up(void* self) { self_of(self).is_about_to_sleep = false; }
    static void leaves(void* /*self*/) {}
  };
  using Drain = tasks::Drain<Traits>;

  static Self& self_of(void* context) { return *static_cast<Self*>(context); }
  static std::uint32_t phase_of_next(const Self& self) { return (self.next_barrier() - 1) & 1; }

  // --- barriers and joins --------------------------------------------------------------------------------------------------

  static void barrier(Self& self, std::uint32_t arrivals, std::uint32_t tasks_before) {
    const DrainProgram& what = self.state->what;
    self.barrier = self.next_barrier();
    const std::uint32_t phase = Drain::phase_of(self);
    arrive(self, arrivals);
    if (what.team == 1 && self.state->board.active.is_set(phase)) {
      Drain::run_alone(self, phase, {&help_alone, &has_work_alone, &self});
    } else if (what.team > 1 && self.state->board.active.is_to_drain(phase)) {
      Drain::run(self);
    }
    expect_results(self, tasks_before);
  }

  static void arrive(Self& self, std::uint32_t arrivals) {
    State& state = *self.state;
    if (state.arrived.fetch_add_acq_rel(1) + 1 == arrivals) {
      if (state.what.helps) {
        Traits::waiter_of(self).signalled_all();
      }
    } else if (state.what.helps) {
      const waiting::IdleWork in_barrier{&Drain::help_in_barrier, &Drain::has_work_in_barrier, &self,
                                         &Traits::falls_asleep,   &Traits::wakes_up,           &Traits::leaves};
      Traits::waiter_of(self).wait_for(state.arrived, arrivals, in_barrier);
    } else {
      await_all(state, arrivals);
    }
  }
  static void await_all(State& state, std::uint32_t arrivals) {
    Checked::await_reached(state.arrived, arrivals, platform::YieldingIdle<Checked>{});
  }

  static void join(Self& self) {
    State& state = *self.state;
    self.barrier = self.next_barrier();
    if (self.id != 0) {
      state.arrived.fetch_add_release(1);
      await_next_region(self);
      return;
    }
    await_all(state, state.what.team - 1);
    if (state.board.active.is_set(Drain::phase_of(self))) {
      Drain::run_join(self);
    }
    expect_results(self, state.what.tasks());
    state.go.store_release(1);
    Traits::waiter_of(self).signalled_all();
  }

  static void await_next_region(Self& self) {
    State& state = *self.state;
    if (state.what.only_counts) {
      if (Drain::has_work_between(&self)) {
        Drain::help_between(&self);
      }
      return;
    }
    const waiting::IdleWork between{&Drain::help_between,  &Drain::has_work_between, &self,
                                    &Traits::falls_asleep, &Traits::wakes_up,        &Traits::leaves};
    Traits::waiter_of(self).wait_for(state.go, 1, between);
  }

  // The team of one has tasks of the outsider alone.
  static bool help_alone(void* /*self*/) { return false; }
  static bool has_work_alone(void* /*self*/) { return false; }

  static void expect_results(const Self& self, std::uint32_t count) {
    for (std::uint32_t item = 0; item < count; ++item) {
      expect(self.state->items[item].result.get("result") == 1, "a thread went on before a task was complete");
    }
  }

  // --- tasks ---------------------------------------------------------------------------------------------------------------

  static void push(Self& self, std::uint32_t number, std::uint32_t phase) {
    State& state = *self.state;
    TaskItem& item = state.items[number];
    state.board.counters[self.id].create(phase);
    state.board.active.set(phase);
    item.phase.set(phase, "phase");
    if (state.what.outside && number == 0) {
      state.handed_over.store_release(1);
    } else {
      item.state.store_release(TaskItem::kThere);
    }
  }

  static TaskItem* find(const Self& self) {
    if (self.state->what.only_counts && self.id != 0) {
      return nullptr;
    }
    for (std::uint32_t item = 0; item < self.state->what.tasks(); ++item) {
      TaskItem& found = self.state->items[item];
      if (found.state.load_relaxed() == TaskItem::kThere) {
        return &found;
      }
    }
    return nullptr;
  }

  static bool run_all(Self& self) {
    bool any = false;
    while (TaskItem* item = find(self)) {
      std::uint32_t there = TaskItem::kThere;
      if (item->state.compare_exchange_acquire(there, TaskItem::kTaken)) {
        run(self, *item);
        any = true;
      }
    }
    return any;
  }

  static void run(Self& self, TaskItem& item) {
    const DrainProgram& what = self.state->what;
    const std::uint32_t phase = item.phase.get("phase");
    if (what.spawns && &item == self.state->items) {
      push(self, what.made, phase);
    }
    finish(item);
    self.state->board.counters[self.id].complete(phase);
  }
  static void finish(TaskItem& item) {
    expect(++item.runs == 1, "a task was run twice");
    item.result.set(1, "result");
  }
};

template <class Variant = DrainProtocol>
Program drain_program(const DrainProgram& what, Fences fences) {
  Program program;
  program.name = std::string("drain/") + what.name + (fences == Fences::full ? "" : "/process_wide");
  program.threads = what.threads();
  program.fences = fences;
  program.waiter_runs = true;
  program.early_returns = what.early_returns;
  const Fresh<DrainState<Variant>> state;
  program.setup = [state, what] { state.make(what); };
  program.thread = [state, what](ThreadId id) {
    if (id < what.team) {
      DrainThread<Variant>::member(state->workers[id]);
    } else {
      DrainThread<Variant>::outsider(state.get());
    }
  };
  program.check = [state] {
    for (std::uint32_t item = 0; item < state->what.tasks(); ++item) {
      expect(state->items[item].runs == 1, "a task was never run");
    }
  };
  return program;
}

// Two threads complete the last tasks, and neither sees the other's.
inline constexpr DrainProgram kTwoTasks{.name = "two_tasks", .made = 2};
inline constexpr DrainProgram kSpawns{.name = "spawns", .spawns = true};
inline constexpr DrainProgram kAgain{.name = "again", .again = true};

}  // namespace muster::verify
