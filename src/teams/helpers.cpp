// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/helpers.h"

#include <pthread.h>

#include "locks/locks.h"
#include "platform/standard_error.h"
#include "platform/unchecked.h"
#include "teams/conditions.h"
#include "teams/current.h"
#include "teams/root.h"

namespace muster::teams {
namespace {

// A helper's slot.
//   idle       task null
//   runs       task and its home; the task's code is under way
//   completes  and the team is being told of its end
struct Slot {
  platform::OsThread os_thread{};
  std::int32_t number = 0;
  tasks::Task* task = nullptr;
  tasks::Board* home = nullptr;
  bool completes = false;
};

// Linked by Task::next, which has no other use until a task runs.
struct Queue {
  tasks::Task* first = nullptr;
  tasks::Task* last = nullptr;
  std::uint32_t length = 0;

  void add(tasks::Task& task) {
    task.next = nullptr;
    if (first == nullptr) {
      first = &task;
    } else {
      last->next = &task;
    }
    last = &task;
    ++length;
  }
  tasks::Task* take() {
    tasks::Task* task = first;
    if (task != nullptr) {
      first = static_cast<tasks::Task*>(task->next);
      --length;
    }
    return task;
  }
};

struct Helpers {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  // Helpers that idle wait for a task.
  locks::EventCount<Native> work;
  // A task is complete or a helper bound.
  locks::EventCount<Native> progress;
  Queue queue;
  std::uint32_t threads = 0;
  std::uint32_t bound = 0;  // of them, those that run where they are to run
  bool stops = false;
  bool refused = false;  // the system had no thread left: nobody asks again
  Slot slots[kMostHelpers];
};
constinit HelperSettings helper_settings;
constinit Helpers helpers;
constinit pthread_mutex_t one_stops_them = PTHREAD_MUTEX_INITIALIZER;
// Hints, so that most questions need no lock: whether there are threads, and how many tasks have been handed over and are not complete.
constinit Native::Atomic<std::uint32_t> any_threads{0};
constinit Native::Atomic<std::uint32_t> on_their_way{0};

struct Lock {
  static void lock() { pthread_mutex_lock(&helpers.lock); }
  static void unlock() { pthread_mutex_unlock(&helpers.lock); }
};
// What orders the tasks of helpers for the program is told by their events.
class Locked : platform::UncheckedLock {
 public:
  Locked() : UncheckedLock(helpers.lock) {}
};

void await_locked(locks::EventCount<Native>& event) {
  Lock lock;
  event.await(lock);
}

// --- the life of a helper ------------------------------------------------------------------------------------------------

void bind_helper(Member& self) {
  const affinity::Plan& plan = conditions.helper_binding;
  if (!plan.binds()) {
    // It begins life where its maker ran, which may be bound.
    if (const topology::CpuSet* cpus = threads::pool_settings().first_cpus; cpus != nullptr) {
      topology::bind_caller(*cpus);
    }
    return;
  }
  const auto index = static_cast<std::uint32_t>(self.thread_number_in_process - kFirstHelper);
  const affinity::TeamBinding binding{plan.usual, 0, {0, static_cast<std::uint16_t>(plan.places.size())}};
  const affinity::Assignment to = affinity::assign(binding, {helper_settings.most, index, index}, plan.list);
  topology::bind_caller(plan.places[to.place]);
}

// A region in a task may have bound the thread as others are.
void bind_again_if_moved(Member& self) {
  if (self.thread->place != affinity::kNoPlace) {
    self.thread->place = affinity::kNoPlace;
    self.assigned = {};
    bind_helper(self);
  }
}

// The next task for the slot; null: there will be none.
tasks::Task* await_task(Member& self, Slot& slot) {
  const Locked locked;
  // A helper that idles here keeps nobody from a CPU (waiting/presence.h).
  self.thread->presence.cpu.store_relaxed(nullptr);
  while (helpers.queue.first == nullptr && !helpers.stops) {
    await_locked(helpers.work);
  }
  self.thread->presence.cpu.store_relaxed(Native::own_cpu_probe());
  slot.task = helpers.queue.take();
  slot.home = slot.task != nullptr ? &tasks::home_of(*slot.task) : nullptr;
  return slot.task;
}

void complete(Slot& slot) {
  {
    const Locked locked;
    slot.completes = true;
  }
  tasks::complete_from_outside(*slot.task, *slot.home);
  on_their_way.fetch_add_relaxed(~0U);
  const Locked locked;
  slot.completes = false;
  slot.task = nullptr;
  slot.home = nullptr;
  helpers.progress.advance_for_all();
}

void* helper_main(void* argument) {
  Slot& slot = *static_cast<Slot*>(argument);
  threads::Thread* thread = threads::adopt_current_thread(-slot.number);
  if (thread == nullptr) {
    platform::fail("muster: no memory for a helper thread");
  }
  Member& self = enter_root(*thread);
  bind_helper(self);
  if (conditions.helper_binding.verbose && conditions.show_helper != nullptr) {
    conditions.show_helper(self);
  }
  {
    const Locked locked;
    ++helpers.bound;
    helpers.progress.advance_for_all();
  }
  while (tasks::Task* task = await_task(self, slot)) {
    tasks::run_as_helper(self, *task, *slot.home);
    bind_again_if_moved(self);
    complete(slot);
  }
  leave_root();
  return nullptr;
}

// --- giving them work ----------------------------------------------------------------------------------------------------

// False if the system has no thread for it.
bool start_one_locked() {
  Slot& slot = helpers.slots[helpers.threads];
  slot = Slot{};
  slot.number = kFirstHelper + static_cast<std::int32_t>(helpers.threads);
  if (platform::start_os_thread(slot.os_thread, threads::pool_settings().stack_bytes, &helper_main, &slot) != 0) {
    return false;
  }
  ++helpers.threads;
  any_threads.store_relaxed(1);
  return true;
}

// `wanted`: as many are needed now. Those that the user has asked for are there, and shown, before the first task is.
void start_locked(std::uint32_t wanted) {
  if (helpers.threads == 0 && conditions.helper_binding.verbose && conditions.show_helper_places != nullptr) {
    conditions.show_helper_places();
  }
  const std::uint32_t most = helper_settings.most;
  wanted = helper_settings.all_at_once || wanted > most ? most : wanted;
  while (helpers.threads < wanted && !helpers.refused) {
    helpers.refused = !start_one_locked();
  }
  while (helper_settings.all_at_once && helpers.bound < helpers.threads) {
    await_locked(helpers.progress);
  }
}

void take_over(tasks::Task& task) {
  bool taken = true;
  {
    const Locked locked;
    helpers.queue.add(task);
    // The thread that stops them looks at the queue afterwards.
    if (!helpers.stops) {
      if (helpers.queue.length > helpers.work.waiting()) {
        start_locked(helpers.threads + 1);
      }
      taken = helpers.threads != 0;
      helpers.work.advance(1);
    }
    if (!taken) {
      // Without threads the queue was empty before.
      helpers.queue = Queue{};
    }
  }
  if (!taken) {
    on_their_way.fetch_add_relaxed(~0U);
    tasks::hand_back(task);
  }
}

bool belongs_to_helper(const Member& member) {
  const Member* next = &member;
  while (next != nullptr) {
    if (next->thread->number < 0) {
      return true;
    }
    next = next->team->header.parent != nullptr ? next->team->header.parent : next->team->resting;
  }
  return false;
}

bool is_awaited_locked(const tasks::Board& board) {
  for (const Slot& slot : helpers.slots) {
    if (slot.home == &board) {
      return true;
    }
  }
  for (const tasks::Task* task = helpers.queue.first; task != nullptr; task = static_cast<tasks::Task*>(task->next)) {
    if (&tasks::home_of(*task) == &board) {
      return true;
    }
  }
  return false;
}

tasks::Task* take_queued() {
  const Locked locked;
  return helpers.queue.take();
}

// False when as many as a deque has room for are on their way.
bool admit_target_task() {
  if (on_their_way.load_relaxed() >= tasks::queue_capacity) {
    return false;
  }
  on_their_way.fetch_add_relaxed(1);
  return true;
}

// In a forked child: another thread of the parent runs it or is about to. Its data is not touched.
void give_up(tasks::Task& task, tasks::Board& home) {
  if (task.extra != nullptr) {
    task.extra->dispose = nullptr;
  }
  tasks::complete_from_outside(task, home);
}

}  // namespace

void set_helpers(const HelperSettings& settings) {
  helper_settings = settings;
  tasks::give_to_helper = &take_over;
  tasks::admit_to_helpers = &admit_target_task;
}

bool has_helpers_for(const Member& member) {
  if (helper_settings.most == 0 || belongs_to_helper(member)) {
    return false;
  }
  if (any_threads.load_relaxed() != 0) {
    return true;
  }
  const Locked locked;
  if (helpers.threads == 0 && !helpers.stops) {
    start_locked(1);
  }
  return helpers.threads != 0;
}

void await_helpers(const tasks::Board& board) {
  if (any_threads.load_relaxed() == 0) {
    return;
  }
  const Locked locked;
  while (is_awaited_locked(board)) {
    await_locked(helpers.progress);
  }
}

void stop_helpers() {
  if (current_member != nullptr && belongs_to_helper(*current_member)) {
    return;
  }
  platform::lock_unchecked(one_stops_them);
  platform::lock_unchecked(helpers.lock);
  helpers.stops = true;
  const std::uint32_t threads = helpers.threads;
  helpers.work.advance_for_all();
  platform::unlock_unchecked(helpers.lock);
  for (std::uint32_t i = 0; i < threads; ++i) {
    platform::join_os_thread(helpers.slots[i].os_thread);
  }
  platform::lock_unchecked(helpers.lock);
  helpers.stops = false;
  helpers.threads = helpers.bound = 0;
  helpers.refused = false;
  any_threads.store_relaxed(0);
  // A task of a thread that did not see that they stop.
  tasks::Task* left = helpers.queue.take();
  if (left != nullptr) {
    start_locked(1);
  }
  platform::unlock_unchecked(helpers.lock);
  platform::unlock_unchecked(one_stops_them);
  for (; left != nullptr; left = take_queued()) {
    take_over(*left);
  }
}

void lock_helpers_for_fork() {
  pthread_mutex_lock(&helpers.lock);
  const auto somebody_else_completes = [] {
    for (const Slot& slot : helpers.slots) {
      if (slot.completes && pthread_equal(slot.os_thread, pthread_self()) == 0) {
        return true;
      }
    }
    return false;
  };
  while (somebody_else_completes()) {
    await_locked(helpers.progress);
  }
}

void unlock_helpers_after_fork() { pthread_mutex_unlock(&helpers.lock); }

void reset_helpers_after_fork() {
  pthread_mutex_unlock(&helpers.lock);
  helpers.work.forget_waiting();
  helpers.progress.forget_waiting();
  one_stops_them = PTHREAD_MUTEX_INITIALIZER;
  helpers.threads = helpers.bound = 0;
  helpers.refused = false;
  // Nobody starts threads for what becomes ready here.
  helpers.stops = true;
  for (Slot& slot : helpers.slots) {
    if (slot.task != nullptr && pthread_equal(slot.os_thread, pthread_self()) == 0) {
      give_up(*slot.task, *slot.home);
      slot = Slot{};
    }
  }
  while (tasks::Task* task = helpers.queue.take()) {
    give_up(*task, tasks::home_of(*task));
  }
  on_their_way.store_relaxed(0);
  any_threads.store_relaxed(0);
  // A helper that has forked is what is left of the process, and ends it with its task.
  helpers.stops = current_member != nullptr && current_member->thread->number < 0;
  if (helpers.stops) {
    helper_settings.most = 0;
  }
}

}  // namespace muster::teams
