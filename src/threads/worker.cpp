// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/worker.h"

#include "threads/pool.h"

namespace muster::threads {
namespace {

using Waiter = waiting::Waiter<Native>;

// Waits for a go, a move to another seat, or the end. False when there is nothing to run in this seat.
bool await_go(Thread& self, Seat& seat, Waiter& waiter) {
  waiter.expect(seat.barrier_episode, pool_settings().idle_blocktime_ns.load_relaxed(), true);
  const auto ready = [&](base::Episode episode) {
    return episode != seat.followed || self.assigned.load_relaxed() != &seat || self.stop.load_relaxed() != 0;
  };
  // B: acquire, pairs with A (go line).
  const base::Episode episode = Native::await_acquire(seat.go.episode, ready, waiter);
  if (episode == seat.followed) {
    return false;
  }
  return true;
}

}  // namespace

void* worker_main(void* argument) {
  Thread& self = *static_cast<Thread*>(argument);
  self.presence.cpu = Native::own_cpu_probe();
  while (self.stop.load_relaxed() == 0) {
    // B: acquire, pairs with A (assigned).
    Seat& seat = *self.assigned.load_acquire();
    self.presence.waiting_for.store_relaxed(0);
    // C: release, pairs with D (await_in_lobby).
    self.at.store_release(&seat);
    Waiter waiter;
    waiter.attach(self.presence, *seat.roster, *seat.idle_sleepers);
    while (await_go(self, seat, waiter)) {
      seat.go.run(self, seat);
    }
  }
  return nullptr;
}

}  // namespace muster::threads
