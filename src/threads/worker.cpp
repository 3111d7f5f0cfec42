// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/worker.h"

#include "threads/everybody.h"
#include "threads/pool.h"
#include "threads/start.h"
#include "threads/threadprivate.h"

namespace muster::threads {
namespace {

struct Life {
  using Platform = Native;
  using Thread = threads::Thread;
  using Waiter = waiting::Waiter<Native>;

  static regions::Moves<Native, Thread>& moves_of(Thread& thread) { return thread.moves; }

  template <class Use>
  static void with_waiter(Thread& self, const Seat& seat, const Use& use) {
    Waiter waiter;
    waiter.attach(self.presence, everybody(), *seat.roster, *seat.idle_gauge, seat.roster_slot);
    waiter.set_cpus(pool_settings().cpus);
    waiter.set_idle_work(seat.idle_work);
    use(waiter);
    if (pool_settings().on_worker_left != nullptr) {
      pool_settings().on_worker_left();
    }
  }

  static void prepare(Waiter& waiter, const Seat& seat) {
    waiter.set_team_size(seat.roster->size());
    waiter.set_fences(seat.idle_gauge->fences());
    waiter.set_blocktime(pool_settings().idle_blocktime_ns.load_relaxed());
  }
};

// One that was never in a region has not been told of.
void tell_end(Thread& self) {
  if (events::this_thread != &self.record) {
    return;
  }
  events::Task& initial = self.record.initial_task;
  if (self.record.task == &initial) {
    events::emit(events::ImplicitTaskEnd{initial, 0, 1});
  }
  // A tool may call routines where it is told of the end, which begin no task any more.
  self.record.task = &initial;
  events::emit(events::ThreadEnd{self.record});
  events::this_thread = nullptr;
}

}  // namespace

void* worker_main(void* argument) {
  Thread& self = *static_cast<Thread*>(argument);
  events::outermost_frame = __builtin_frame_address(0);
  if (const topology::CpuSet* cpus = pool_settings().first_cpus; cpus != nullptr && self.birth.cpus == nullptr) {
    topology::bind_caller(*cpus);
  }
  self.presence.system_thread.store_relaxed(Native::own_system_thread());
  self.presence.cpu.store_relaxed(Native::own_cpu_probe());
  await_start(self);
  regions::WorkerLife<Life>::work(self);
  if (events::listening) {
    // The thread has been told to end: what it still runs of the program's comes after what led to that.
    events::emit(events::HappensAfter{&may_end()});
  }
  if (pool_settings().on_worker_end != nullptr) {
    pool_settings().on_worker_end();
  }
  end_threadprivate(self);
  if (events::listening) {
    tell_end(self);
    pool_settings().after_worker_told();
  }
  // Teammates read this thread's CPU probe, which ends with it: nobody ends before all have left their seats.
  regions::WorkerLife<Life>::await_end(self, may_end());
  hide(self);
  return nullptr;
}

}  // namespace muster::threads
