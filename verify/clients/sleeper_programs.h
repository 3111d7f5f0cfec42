// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs in which idle threads fall asleep and are woken for work: the shipped IdleThreads and Sleepers, by the runtime's own waiter. Items of
// work are words, not tasks in a deque. The maker runs none that is left, so a lost wake-up is a program that cannot go on.
#pragma once

#include <string>

#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/fresh.h"
#include "data.h"
#include "tasks/idle_threads.h"

namespace muster::verify {

inline constexpr std::uint32_t kMostItems = 3;

// The protocol, and what it must not be: variants that leave a part of it out (tests/sleepers_test.cpp).
struct Protocol {
  static constexpr bool kRemembersWord = false;
  static constexpr bool kSleepsOnWhenClaimed = false;
  static constexpr bool kWakesNext = true;
};

struct WorkItem {
  static constexpr std::uint32_t kNone = 0;
  static constexpr std::uint32_t kThere = 1;
  static constexpr std::uint32_t kTaken = 2;

  Checked::Atomic<std::uint32_t> state;
  Data<std::uint64_t> payload;
  // A count, not shared data: the explorer runs one thread at a time.
  std::uint32_t runs = 0;
};

struct TaskOfMaker {};

// The shipped ones, but for what the variant leaves out.
template <class Variant>
class SleepersOf : public tasks::Sleepers<Checked, TaskOfMaker> {
  using Shipped = tasks::Sleepers<Checked, TaskOfMaker>;

 public:
  template <class AnyWork>
  bool stop_looking(typename Shipped::Member& self, const AnyWork& any_work) {
    return Shipped::stop_looking(self, any_work) && Variant::kWakesNext;
  }
  bool is_claimed(const typename Shipped::Member& self) const {
    return !Variant::kSleepsOnWhenClaimed && Shipped::is_claimed(self);
  }
  template <class Search>
  void wake_one(typename Shipped::Member& self, const TaskOfMaker* current, const Search& search) const {
    if constexpr (Variant::kRemembersWord) {
      Shipped::wake_one(self, current, Shipped::word(), search);
    } else {
      Shipped::wake_one(self, current, search);
    }
  }
};

struct SleeperProgram {
  const char* name;
  std::uint32_t idle_threads;
  std::uint32_t items;
  // An idle thread's wait is over when it has run so many, or the last.
  std::uint32_t share = 1;
  // An item is not done before this many have begun.
  std::uint32_t meet = 1;
  // The idle threads have looked already.
  bool have_looked = false;
  // The thread that runs item 0 makes the last item.
  bool spawns = false;
  // The maker takes item 0 back if nobody has it.
  bool takes_back = false;
  // Item 0 is for nobody but its maker; the idle threads sleep on top of the task that makes the others.
  bool waits_inside = false;
  // Thread 1 sleeps once, and leaves: what it waits for has come.
  bool leaves = false;
  std::uint32_t early_returns = 0;
  // More threads than CPUs.
  bool crowded = false;
};

template <class Variant>
struct SleeperState;

// A thread of the team. The maker has slot 0.
template <class Variant>
struct SleeperWorker {
  SleeperState<Variant>* state = nullptr;
  const SleeperProgram* what = nullptr;
  ThreadId id = 0;
  // In which it waits, or which it runs.
  const TaskOfMaker* current = nullptr;
  typename SleepersOf<Variant>::Member sleeper;
  // How many items it has to run yet, and whether it has looked once, before there were any.
  std::uint32_t left = 0;
  bool looks_in_vain = false;
  // 1: its wait is over.
  Checked::Atomic<base::Episode> over;
};

template <class Variant>
struct SleeperState {
  explicit SleeperState(const SleeperProgram& program) : what(program), team(1 + program.idle_threads) {
    for (ThreadId id = 0; id <= what.idle_threads; ++id) {
      SleeperWorker<Variant>& worker = workers[id];
      worker.state = this;
      worker.what = &what;
      worker.id = id;
      worker.current = what.waits_inside ? &tasks[1] : &tasks[0];
      worker.left = what.share;
      worker.looks_in_vain = what.have_looked;
    }
    if (what.crowded) {
      sleepers.use_full_fences();
    }
  }

  const SleeperProgram what;
  SleepersOf<Variant> sleepers;
  SleeperWorker<Variant> workers[kMaxThreads];
  WaitingTeam team;
  WorkItem items[kMostItems];
  Checked::Atomic<base::Episode> begun;
  TaskOfMaker tasks[2];
};

template <class Variant>
class SleeperThread {
  using State = SleeperState<Variant>;
  using Self = SleeperWorker<Variant>;

 public:
  static void make(Self& self) {
    const SleeperProgram& what = *self.what;
    if (what.leaves) {
      self.state->workers[1].over.store_release(1);
      waiter_of(self).signalled(1);
    }
    const std::uint32_t made = what.items - (what.spawns ? 1 : 0);
    for (std::uint32_t item = 0; item < made; ++item) {
      push(self, item);
      if (item == 0 && (what.takes_back || what.waits_inside)) {
        take_back(self);
      }
    }
  }

  static void idle(Self& self) {
    const waiting::IdleWork in_barrier{&help, &has_work, &self, &falls_asleep, &wakes_up, &leaves};
    const waiting::IdleWork inside{&help, &has_work_inside, &self, &falls_asleep_inside, &wakes_up, &leaves};
    waiter_of(self).wait_for(self.over, 1, self.what->waits_inside ? inside : in_barrier);
  }

 private:
  struct Traits {
    using Worker = Self;

    static auto& sleepers_of(const Self& self) { return self.state->sleepers; }
    static auto& sleeper_of(Self& self) { return self.sleeper; }
    static const auto& sleeper_of(const Self& self) { return self.sleeper; }
    static const TaskOfMaker* current_of(const Self& self) { return self.current; }
    static bool any_work(const Self& self) { return any_work_from(self, 0); }
    static bool sees_work(const Self& self) { return any_work(self); }
    static bool any_work_inside(const Self& self) { return any_work_from(self, first_to_take(self)); }
    static void begins_to_look(const Self& /*self*/) {}
    static std::uint32_t threads_of(const Self& self) { return 1 + self.what->idle_threads; }
    static std::uint32_t slot_of(const Self& self) { return self.id; }
    static Self& mate_of(const Self& self, std::uint32_t slot) { return self.state->workers[slot]; }
    static bool may_take_from(const Self& mate, const Self& self) { return mate.sleeper.waits_in() == self.current; }
    static waiting::Parker<Checked>& parker_of(const Self& self) { return self.state->team.presences[self.id].parker; }
  };
  using Idle = tasks::IdleThreads<Traits>;

  static Self& self_of(void* context) { return *static_cast<Self*>(context); }
  static waiting::Waiter<Checked>& waiter_of(Self& self) {
    waiting::Waiter<Checked>& waiter = self.state->team.waiters[self.id];
    waiter.set_fences(self.state->sleepers.fences());
    return waiter;
  }

  // --- what the helpers are ------------------------------------------------------------------------------------------------

  static bool help(void* context) {
    Self& self = self_of(context);
    return Idle::help(self, [&self] { return take(self); }, [&self](WorkItem* item) { run(self, *item); });
  }
  static bool has_work(void* context) {
    Self& self = self_of(context);
    if (self.looks_in_vain) {
      self.looks_in_vain = false;
      return false;
    }
    return Idle::finds_work(self);
  }
  static bool has_work_inside(void* context) { return Idle::finds_work_inside(self_of(context)); }
  static void falls_asleep(void* context) { Idle::fall_asleep(self_of(context)); }
  static void falls_asleep_inside(void* context) { Idle::fall_asleep_inside(self_of(context)); }
  static void wakes_up(void* context) { Idle::wake_up(self_of(context)); }
  static void leaves(void* context) { Idle::stop_looking(self_of(context)); }

  // --- items ---------------------------------------------------------------------------------------------------------------

  static std::uint32_t first_to_take(const Self& self) { return self.what->waits_inside ? 1 : 0; }

  static bool any_work_from(const Self& self, std::uint32_t first) {
    for (std::uint32_t item = first; item < self.what->items; ++item) {
      if (self.state->items[item].state.load_relaxed() == WorkItem::kThere) {
        return true;
      }
    }
    return false;
  }

  static bool take(WorkItem& item) {
    std::uint32_t there = WorkItem::kThere;
    return item.state.compare_exchange_acquire(there, WorkItem::kTaken);
  }
  static WorkItem* take(Self& self) {
    if (self.what->leaves && self.id == 1) {
      // It leaves the item to another: what it has waited for has come.
      self.over.store_release(1);
      return nullptr;
    }
    for (std::uint32_t item = first_to_take(self); item < self.what->items; ++item) {
      WorkItem& found = self.state->items[item];
      if (found.state.load_relaxed() == WorkItem::kThere && take(found)) {
        return &found;
      }
    }
    return nullptr;
  }
  static void take_back(Self& self) {
    WorkItem& item = self.state->items[0];
    if (take(item)) {
      finish(item);
    }
  }

  static void push(Self& self, std::uint32_t number) {
    WorkItem& item = self.state->items[number];
    self.current = &self.state->tasks[number < first_to_take(self) ? 0 : 1];
    item.payload.set(1, "payload");
    item.state.store_release(WorkItem::kThere);
    if (self.state->sleepers.wanted_after_push()) {
      Idle::wake_one(self);
    }
  }

  static void run(Self& self, WorkItem& item) {
    const SleeperProgram& what = *self.what;
    const auto number = static_cast<std::uint32_t>(&item - self.state->items);
    if (what.spawns && number == 0) {
      push(self, what.items - 1);
    }
    if (what.meet > 1) {
      self.state->begun.fetch_add_relaxed(1);
      Checked::await_reached(self.state->begun, what.meet, platform::YieldingIdle<Checked>{});
    }
    finish(item);
    self.left = what.takes_back && number == 1 ? 0 : self.left - 1;
    if (self.left == 0) {
      self.over.store_release(1);
    }
  }
  static void finish(WorkItem& item) {
    expect(++item.runs == 1, "an item was run twice");
    expect(item.payload.get("payload") == 1, "an item without what its maker wrote");
  }
};

template <class Variant = Protocol>
Program sleeper_program(const SleeperProgram& what, Fences fences) {
  Program program;
  program.name = std::string("sleepers/") + what.name + (what.crowded ? "/crowded" : "") +
                 (fences == Fences::full ? "" : "/process_wide");
  program.threads = 1 + what.idle_threads;
  program.fences = fences;
  program.waiter_runs = true;
  program.early_returns = what.early_returns;
  const Fresh<SleeperState<Variant>> state;
  program.setup = [state, what] { state.make(what); };
  program.thread = [state](ThreadId id) {
    if (id == 0) {
      SleeperThread<Variant>::make(state->workers[id]);
    } else {
      SleeperThread<Variant>::idle(state->workers[id]);
    }
  };
  program.check = [state] {
    for (std::uint32_t item = 0; item < state->what.items; ++item) {
      expect(state->items[item].runs == 1, "an item was never run");
    }
    expect(state->sleepers.word() == 0, "somebody is counted as asleep or looking, and is neither");
  };
  return program;
}

// A thread sleeps, is woken, and sleeps again, while the maker looks for somebody to wake.
inline constexpr SleeperProgram kSleepsAgain{.name = "sleeps_again", .idle_threads = 1, .items = 2, .share = 2};
inline constexpr SleeperProgram kTakenBack{
    .name = "taken_back", .idle_threads = 1, .items = 2, .share = 2, .takes_back = true};
// Two items that wait for each other.
inline constexpr SleeperProgram kMeet{.name = "meet", .idle_threads = 2, .items = 2, .meet = 2};

}  // namespace muster::verify
