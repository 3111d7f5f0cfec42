// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/worker.h"

#include "threads/everybody.h"
#include "threads/pool.h"
#include "threads/start.h"
#include "threads/threadprivate.h"

namespace muster::threads {
namespace {

using Waiter = waiting::Waiter<Native>;

void stay_until_told_to_leave(Thread& self, Seat& seat) {
  Waiter waiter;
  waiter.attach(self.presence, everybody(), *seat.roster, *seat.idle_gauge, seat.roster_slot);
  waiter.set_cpus(pool_settings().cpus);
  waiter.set_helper(seat.helper);
  do {
    waiter.set_team_size(seat.roster->size());
    waiter.set_fences(seat.idle_gauge->fences());
    waiter.set_blocktime(pool_settings().idle_blocktime_ns.load_relaxed());
    // B: acquire, pairs with A and A in teams/fork_join.cpp
    Native::await_reached(seat.go.episode, seat.followed + 1, waiter);
    seat.go.run(self, seat);
  } while (self.assigned.load_relaxed() == &seat && self.stop.load_relaxed() == 0);
}

}  // namespace

void nudge(Seat& seat) {
  seat.go.run = [](Thread& /*thread*/, Seat& own) { own.followed = own.go.episode.load_relaxed(); };
  // A: release, pairs with B
  seat.go.episode.store_release(seat.go.episode.load_relaxed() + 1);
}

void* worker_main(void* argument) {
  Thread& self = *static_cast<Thread*>(argument);
  if (const topology::CpuSet* cpus = pool_settings().first_cpus; cpus != nullptr && self.birth.cpus == nullptr) {
    topology::bind_caller(*cpus);
  }
  self.presence.system_thread.store_relaxed(Native::own_system_thread());
  self.presence.cpu.store_relaxed(Native::own_cpu_probe());
  await_start(self);
  while (self.stop.load_relaxed() == 0) {
    // M: acquire, pairs with M in threads/pool.cpp
    Seat& seat = *self.assigned.load_acquire();
    // C: release, pairs with D in threads/pool.cpp
    self.moves_done.store_release(self.moves_asked.load_relaxed());
    stay_until_told_to_leave(self, seat);
  }
  if (pool_settings().on_worker_end != nullptr) {
    pool_settings().on_worker_end();
  }
  end_threadprivate(self);
  // Teammates read this thread's CPU probe, which ends with it: nobody ends before all have left their seats. A thread may see
  // that it is to stop before it sees that it has been asked to move, hence one more: this is its last move, asked or not.
  // C: release, pairs with D in threads/pool.cpp
  self.moves_done.store_release(self.moves_asked.load_relaxed() + 1);
  // F: acquire, pairs with E in threads/pool.cpp
  Native::await_reached(may_end(), 1, platform::YieldingIdle<Native>{});
  hide(self);
  return nullptr;
}

}  // namespace muster::threads
