// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs in which idle threads fall asleep and are woken for work. What an idle thread does copies Waiter::park_until_done with the
// helpers of tasks/wait.cpp, and what a waker does tasks/idle.cpp; items of work are words, not tasks in a deque. The maker runs none
// that is left, so a lost wake-up is a program that cannot go on.
#pragma once

#include <string>

#include "checked_platform.h"
#include "clients/fresh.h"
#include "data.h"
#include "tasks/sleepers.h"
#include "waiting/parker.h"

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

struct SleeperState {
  using Sleepers = tasks::Sleepers<Checked, TaskOfMaker>;

  Sleepers sleepers;
  Sleepers::Member members[kMaxThreads];
  waiting::Parker<Checked> parkers[kMaxThreads];
  WorkItem items[kMostItems];
  Checked::Atomic<base::Episode> begun;
  Checked::Atomic<std::uint32_t> over;
  TaskOfMaker tasks[2];
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
  // Who runs item 0 makes the last item.
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
class SleeperThread {
 public:
  SleeperThread(SleeperState& state, const SleeperProgram& what, ThreadId id) : state_(state), what_(what), id_(id) {}

  void make() {
    if (what_.leaves) {
      state_.over.store_relaxed(1);
      Checked::full_fence();
      state_.parkers[1].wake_if_parked();
    }
    const std::uint32_t made = what_.items - (what_.spawns ? 1 : 0);
    for (std::uint32_t item = 0; item < made; ++item) {
      push(item);
      if (item == 0 && (what_.takes_back || what_.waits_inside)) {
        take_back();
      }
    }
  }

  void idle() {
    std::uint32_t left = what_.share;
    if (leaves()) {
      sleep();
      has_work();
      left = 0;
    } else if (what_.have_looked) {
      sleep();
    }
    while (left != 0) {
      if (!has_work()) {
        sleep();
      } else if (const std::uint32_t item = take(); item != kMostItems) {
        stop_looking();
        run(item);
        left = what_.takes_back && item == 1 ? 0 : left - 1;
      }
    }
    stop_looking();
  }

 private:
  using Asleep = tasks::Asleep;

  std::uint32_t first_to_take() const { return what_.waits_inside ? 1 : 0; }
  const TaskOfMaker* maker_of(std::uint32_t item) const { return &state_.tasks[item < first_to_take() ? 0 : 1]; }
  Asleep kind() const { return what_.waits_inside ? Asleep::kForDescendants : Asleep::kForAny; }
  SleeperState::Sleepers::Member& self() { return state_.members[id_]; }

  bool leaves() const { return what_.leaves && id_ == 1; }
  bool is_over() const { return leaves() && state_.over.load_relaxed() != 0; }

  bool any_work() const {
    for (std::uint32_t item = first_to_take(); item < what_.items; ++item) {
      if (state_.items[item].state.load_relaxed() == WorkItem::kThere) {
        return true;
      }
    }
    return false;
  }
  bool is_claimed() { return !Variant::kSleepsOnWhenClaimed && state_.sleepers.is_claimed(self()); }
  bool has_work() {
    state_.sleepers.start_looking(self());
    return any_work();
  }

  bool take(std::uint32_t item) {
    std::uint32_t there = WorkItem::kThere;
    return state_.items[item].state.compare_exchange_acquire(there, WorkItem::kTaken);
  }
  std::uint32_t take() {
    for (std::uint32_t item = first_to_take(); item < what_.items; ++item) {
      if (state_.items[item].state.load_relaxed() == WorkItem::kThere && take(item)) {
        return item;
      }
    }
    return kMostItems;
  }
  void take_back() {
    if (take(0)) {
      finish(0);
    }
  }

  void push(std::uint32_t item) {
    state_.items[item].payload.set(1, "payload");
    state_.items[item].state.store_release(WorkItem::kThere);
    if (state_.sleepers.wanted_after_push()) {
      wake_one(maker_of(item));
    }
  }

  void wake_one(const TaskOfMaker* current) {
    const auto search = [&] { return wake_one_for(current); };
    if constexpr (Variant::kRemembersWord) {
      state_.sleepers.wake_one(self(), current, state_.sleepers.word(), search);
    } else {
      state_.sleepers.wake_one(self(), current, search);
    }
  }
  bool wake_one_for(const TaskOfMaker* current) {
    for (ThreadId mate = 1; mate <= what_.idle_threads; ++mate) {
      auto& member = state_.members[mate];
      if (mate != id_ && member.is(kind()) && (kind() == Asleep::kForAny || member.waits_in() == current) &&
          state_.sleepers.claim(member, kind())) {
        state_.parkers[mate].wake_if_parked();
        return true;
      }
    }
    return false;
  }

  void stop_looking() {
    if (state_.sleepers.stop_looking(self(), [&] { return any_work(); }) && Variant::kWakesNext) {
      wake_one(&state_.tasks[1]);
    }
  }

  void sleep() {
    const TaskOfMaker* waits_in = what_.waits_inside ? &state_.tasks[1] : nullptr;
    state_.sleepers.fall_asleep(self(), kind(), waits_in);
    state_.parkers[id_].park_for_errand_unless([&] { return is_over() || is_claimed() || has_work(); },
                                               state_.sleepers.fences());
    state_.sleepers.wake_up(self());
  }

  void run(std::uint32_t item) {
    if (what_.spawns && item == 0) {
      push(what_.items - 1);
    }
    if (what_.meet > 1) {
      state_.begun.fetch_add_relaxed(1);
      Checked::await_reached(state_.begun, what_.meet, platform::YieldingIdle<Checked>{});
    }
    finish(item);
  }
  void finish(std::uint32_t item) {
    expect(++state_.items[item].runs == 1, "an item was run twice");
    expect(state_.items[item].payload.get("payload") == 1, "an item without what its maker wrote");
  }

  SleeperState& state_;
  const SleeperProgram& what_;
  ThreadId id_;
};

template <class Variant = Protocol>
Program sleeper_program(const SleeperProgram& what, Fences fences) {
  Program program;
  program.name = std::string("sleepers/") + what.name + (what.crowded ? "/crowded" : "") +
                 (fences == Fences::full ? "" : "/process_wide");
  program.threads = 1 + what.idle_threads;
  program.fences = fences;
  program.early_returns = what.early_returns;
  const Fresh<SleeperState> state;
  program.setup = [state, what] {
    state.make();
    if (what.crowded) {
      state->sleepers.use_full_fences();
    }
  };
  program.thread = [state, what](ThreadId id) {
    SleeperThread<Variant> thread(state.get(), what, id);
    if (id == 0) {
      thread.make();
    } else {
      thread.idle();
    }
  };
  program.check = [state, what] {
    for (std::uint32_t item = 0; item < what.items; ++item) {
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
