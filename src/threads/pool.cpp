// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/pool.h"

#include <pthread.h>

#include "platform/pages.h"
#include "platform/unchecked.h"
#include "threads/everybody.h"
#include "threads/make_thread.h"
#include "threads/reaper.h"
#include "threads/start.h"
#include "threads/threadprivate.h"
#include "threads/worker.h"

namespace muster::threads {
namespace {

struct Pool {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  Thread* free_workers = nullptr;
  Thread* known = nullptr;
  // Structures of threads that have ended; their numbers are used again, the smallest first.
  Thread* unused = nullptr;
  std::int32_t next_number = 0;
  std::uint32_t workers = 0;
  // Workers in the lobby are nobody's teammates.
  waiting::Roster<Native> lobby_roster;
  waiting::Gauge<Native> lobby_gauge;
  Native::Atomic<base::Episode> may_end{0};
  // may_end is for those that have been told to stop by one thread.
  pthread_mutex_t ends = PTHREAD_MUTEX_INITIALIZER;
};

constinit Pool pool;
constinit PoolSettings settings;

constexpr std::int32_t kAnyNumber = 0;

// That helper's, or the smallest number that is no helper's.
Thread* take_unused(std::int32_t helper) {
  Thread** best = nullptr;
  for (Thread** link = &pool.unused; *link != nullptr; link = &(*link)->next_known) {
    const std::int32_t number = (*link)->number;
    const bool fits = helper == kAnyNumber ? number >= 0 : number == helper;
    if (fits && (best == nullptr || number < (*best)->number)) {
      best = link;
    }
  }
  if (best == nullptr) {
    return nullptr;
  }
  Thread* thread = *best;
  *best = thread->next_known;
  return thread;
}

// The caller holds the pool's lock, and the list is one of the pool's.
std::uint32_t length(const Thread* first, Thread* Thread::* next) {
  std::uint32_t count = 0;
  for (; first != nullptr; first = first->*next) {
    ++count;
  }
  return count;
}

Thread* new_thread_locked(std::int32_t helper = kAnyNumber) {
  Thread* thread = take_unused(helper);
  if (thread == nullptr) {
    thread = make_thread(settings.wait_steps);
    if (thread == nullptr) {
      return nullptr;
    }
    thread->number = helper != kAnyNumber ? helper : pool.next_number++;
    add_presence(thread->presence);
  }
  thread->lobby.roster = &pool.lobby_roster;
  thread->lobby.idle_gauge = &pool.lobby_gauge;
  thread->next_known = pool.known;
  pool.known = thread;
  return thread;
}

// Makes an ended thread's structure as good as new. Waiters may still read the presence, so it stays, with nothing in it.
void clear(Thread& thread) {
  thread.presence.cpu.store_relaxed(nullptr);
  thread.presence.awaited.store_relaxed(nullptr);
  thread.moves.reset();
  thread.is_worker = false;
  thread.ends = false;
  thread.lobby.line.episode.store_relaxed(0);
  thread.lobby.followed.set(0);
  thread.threadprivate = nullptr;
  thread.place = affinity::kNoPlace;
  thread.birth = {};
  thread.shown = {};
}

void discard_locked(Thread& thread) {
  clear(thread);
  Thread** link = &pool.known;
  while (*link != &thread) {
    link = &(*link)->next_known;
  }
  *link = thread.next_known;
  thread.next_known = pool.unused;
  pool.unused = &thread;
}

// A list by next_free of workers that idle.
void end(Thread* workers) {
  if (events::listening) {
    events::emit(events::HappensBefore{&pool.may_end});
  }
  for (Thread* worker = workers; worker != nullptr; worker = worker->next_free) {
    worker->moves.end_in(worker->lobby, worker->presence);
  }
  for (Thread* worker = workers; worker != nullptr; worker = worker->next_free) {
    worker->moves.await_move();
  }
  regions::let_workers_end<Native>(pool.may_end);
  while (workers != nullptr) {
    Thread* next = workers->next_free;
    platform::join_os_thread(workers->os_thread);
    const platform::UncheckedLock locked(pool.lock);
    discard_locked(*workers);
    workers = next;
  }
}

}  // namespace

Native::Atomic<base::Episode>& may_end() { return pool.may_end; }

PoolSettings& pool_settings() { return settings; }

Thread* adopt_current_thread(std::int32_t helper) {
  const platform::UncheckedLock locked(pool.lock);
  Thread* root = new_thread_locked(helper);
  if (root != nullptr) {
    root->presence.system_thread.store_relaxed(Native::own_system_thread());
    root->presence.cpu.store_relaxed(Native::own_cpu_probe());
  }
  return root;
}

void hide(Thread& self) {
  self.presence.cpu.store_relaxed(nullptr);
  self.presence.system_thread.store_relaxed({});
  waiting::await_readers(everybody());
}

void forget(Thread& root) {
  hide(root);
  const platform::UncheckedLock locked(pool.lock);
  discard_locked(root);
}

namespace {

// Takes free workers for the first seats that have none; returns how many seats then have one.
std::uint32_t seat_free_workers_locked(const Seats& seats, std::uint32_t begin, Thread** workers) {
  while (begin < seats.count && pool.free_workers != nullptr) {
    Thread* worker = pool.free_workers;
    pool.free_workers = worker->next_free;
    worker->moves.move_to(seats.at(seats.team, begin), worker->presence);
    workers[begin++] = worker;
  }
  return begin;
}

// The system has refused some of the new threads: those that run take the first of their seats.
std::uint32_t close_ranks_locked(const Seats& seats, std::uint32_t begin, std::uint32_t end, Thread** workers) {
  while (begin < end && workers[begin]->is_worker) {
    ++begin;
  }
  for (std::uint32_t index = begin; index < end; ++index) {
    Thread& worker = *workers[index];
    if (!worker.is_worker) {
      discard_locked(worker);
      continue;
    }
    Seat& seat = seats.at(seats.team, index);
    worker.moves.move_to(worker.lobby, worker.presence);
    worker.moves.await_move();
    // As if nobody had ever sat there.
    seat.line.episode.store_relaxed(0);
    seat.followed.set(0);
    worker.free_since_ns = Native::tick_ns();
    worker.next_free = pool.free_workers;
    pool.free_workers = &worker;
  }
  return begin;
}

}  // namespace

std::uint32_t seat_workers(const Seats& seats, Thread** workers) {
  const platform::UncheckedLock locked(pool.lock);
  const std::uint32_t begin = seat_free_workers_locked(seats, 0, workers);
  std::uint32_t end = begin;
  while (end < seats.count && (workers[end] = new_thread_locked()) != nullptr) {
    if (seats.choose_birth != nullptr) {
      seats.choose_birth(seats.team, end, *workers[end]);
    }
    workers[end]->moves.begin_in(seats.at(seats.team, end));
    ++end;
  }
  const std::uint32_t started = start_workers(workers + begin, end - begin);
  pool.workers += started;
  if (started == end - begin) [[likely]] {
    return end;
  }
  return seat_free_workers_locked(seats, close_ranks_locked(seats, begin, end, workers), workers);
}

void send_to_lobby(Thread& worker) { worker.moves.move_to(worker.lobby, worker.presence); }

void await_in_lobby(Thread& worker, std::uint64_t since_ns) {
  worker.moves.await_move();
  {
    const platform::UncheckedLock locked(pool.lock);
    worker.free_since_ns = since_ns;
    worker.next_free = pool.free_workers;
    pool.free_workers = &worker;
  }
  call_reaper();
}

std::uint32_t free_worker_count() {
  const platform::UncheckedLock locked(pool.lock);
  return length(pool.free_workers, &Thread::next_free);
}

void end_idle_workers() { end_workers_free_since(~std::uint64_t{0}); }

void end_workers_free_since(std::uint64_t since_ns) {
  pthread_mutex_lock(&pool.ends);
  Thread* workers = nullptr;
  {
    const platform::UncheckedLock locked(pool.lock);
    for (Thread** link = &pool.free_workers; *link != nullptr;) {
      Thread* worker = *link;
      if (worker->free_since_ns > since_ns) {
        link = &worker->next_free;
        continue;
      }
      *link = worker->next_free;
      worker->next_free = workers;
      worker->ends = true;
      workers = worker;
      --pool.workers;
    }
  }
  if (workers != nullptr) {
    end(workers);
    // For those that are told to end next.
    pool.may_end.store_relaxed(0);
  }
  pthread_mutex_unlock(&pool.ends);
}

namespace {

// A list by next_free.
Thread* take_all_workers() {
  const platform::UncheckedLock locked(pool.lock);
  pool.free_workers = nullptr;
  pool.workers = 0;
  Thread* workers = nullptr;
  for (Thread* thread = pool.known; thread != nullptr; thread = thread->next_known) {
    if (thread->is_worker) {
      thread->next_free = workers;
      thread->ends = true;
      workers = thread;
    }
  }
  return workers;
}

}  // namespace

void stop_workers() {
  // What the program runs at the end of one may need others.
  while (Thread* workers = take_all_workers()) {
    end(workers);
  }
}

void free_all() {
  while (pool.known != nullptr) {
    discard_locked(*pool.known);
  }
  while (pool.unused != nullptr) {
    Thread* thread = pool.unused;
    pool.unused = thread->next_known;
    free_thread(*thread);
  }
  forget_everybody();
  platform::release_shared_pages();
}

void lock_for_fork() {
  lock_reaper_for_fork();
  pthread_mutex_lock(&pool.lock);
  lock_threadprivate();
  platform::lock_pages();
}
void unlock_after_fork() {
  platform::unlock_pages();
  unlock_threadprivate();
  pthread_mutex_unlock(&pool.lock);
  unlock_reaper_after_fork();
}

void reset_after_fork(Thread* survivor) {
  pool.free_workers = nullptr;
  pool.workers = 0;
  pool.lobby_gauge.sleepers.forget(pool.lobby_gauge.sleeper_groups);
  pool.ends = PTHREAD_MUTEX_INITIALIZER;
  pool.may_end.store_relaxed(0);
  Thread* thread = pool.known;
  pool.known = nullptr;
  while (thread != nullptr) {
    Thread* next = thread->next_known;
    if (thread != survivor) {
      clear(*thread);
      // It may have ended in the middle of a look.
      thread->presence.reads.store_relaxed(0);
    }
    if (thread == survivor) {
      // The system knows it by another number now.
      thread->presence.system_thread.store_relaxed(Native::own_system_thread());
    }
    Thread*& list = thread == survivor ? pool.known : pool.unused;
    thread->next_known = list;
    list = thread;
    thread = next;
  }
  unlock_threadprivate();
  pthread_mutex_unlock(&pool.lock);
  reset_reaper_after_fork();
}

Census take_census() {
  const platform::UncheckedLock locked(pool.lock);
  Census census;
  for (const Thread* thread = pool.known; thread != nullptr; thread = thread->next_known) {
    const bool is_helper = thread->number < 0;
    if (!thread->is_worker && !is_helper) {
      ++census.roots;
    } else if (thread->is_worker && !thread->ends) {
      ++census.workers;
      census.stacks += platform::stack_use(thread->os_thread);
    }
  }
  return census;
}

std::uint32_t worker_count() {
  const platform::UncheckedLock locked(pool.lock);
  return pool.workers;
}

std::uint32_t known_count() {
  const platform::UncheckedLock locked(pool.lock);
  return length(pool.known, &Thread::next_known);
}

}  // namespace muster::threads
