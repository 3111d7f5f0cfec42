// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Workers that move from seat to seat and end: nobody uses a seat that has been freed, nobody reads of a thread that has ended, and
// a worker that sleeps in the seat it shall leave is woken. A copy of what threads/worker.cpp and threads/pool.cpp do, without their
// types: when those change, so must this.
#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "clients/roles.h"
#include "data.h"

namespace muster::verify {
namespace {

enum Run : std::uint64_t { kNudge = 1, kRegion = 2 };

struct Seat {
  Checked::Atomic<base::Episode> episode;
  Data<std::uint64_t> run;
  Data<base::Episode> followed;
  Lifetime memory;
};

struct Worker {
  Checked::Atomic<Seat*> assigned;
  Checked::Atomic<base::Episode> moves_asked;
  Checked::Atomic<base::Episode> moves_done;
  Checked::Atomic<std::uint32_t> stop;
  // Stands for the CPU probe, which ends with the thread and which others read while they wait.
  Data<std::uint64_t> probe;
  Data<std::uint64_t> result;
  Checked::Atomic<base::Episode> arrived;
};

struct PoolState {
  explicit PoolState(std::uint32_t threads) : waiting(threads) {}

  // A worker's two seats, in the order in which it has them. Worker and presence 0 are the primary thread's.
  Seat seats[kMaxThreads][2];
  Worker workers[kMaxThreads];
  WaitingTeam waiting;
  Checked::Atomic<base::Episode> may_end;
};

class Pool {
 public:
  explicit Pool(std::uint32_t threads) : threads_(threads) {}

  Program program(Fences fences, bool parks) const {
    Program program;
    program.name = std::string("worker_moves/") + std::to_string(threads_) + (parks ? "/parking" : "") +
                   (fences == Fences::full ? "" : "/process_wide");
    program.threads = threads_;
    program.fences = fences;
    program.waiter_runs = parks;
    program.setup = [*this] { set_up(); };
    program.thread = primary_and_workers([*this] { run_primary(); }, [*this](ThreadId id) { run_worker(id); });
    return program;
  }

 private:
  void set_up() const {
    state_.make(threads_);
    for (std::uint32_t id = 1; id < threads_; ++id) {
      for (Seat& seat : state_->seats[id]) {
        seat.memory.covers(&seat.episode, sizeof(seat.episode));
      }
      state_->workers[id].assigned.store_relaxed(&state_->seats[id][0]);
    }
  }

  void wake(std::uint32_t id) const {
    Checked::light_fence();
    state_->waiting.presences[id].parker.wake_if_parked();
  }

  static void nudge(Seat& seat) {
    seat.run.set(kNudge, "run");
    seat.episode.store_release(seat.episode.load_relaxed() + 1);
  }

  void assign(std::uint32_t id, Seat& seat) const {
    Worker& worker = state_->workers[id];
    Seat& left = *worker.assigned.load_relaxed();
    worker.moves_asked.store_relaxed(worker.moves_asked.load_relaxed() + 1);
    worker.assigned.store_release(&seat);
    nudge(left);
    Checked::full_fence();
    state_->waiting.presences[id].parker.wake_if_parked();
  }

  void await_move(std::uint32_t id) const {
    Worker& worker = state_->workers[id];
    Checked::await_reached(worker.moves_done, worker.moves_asked.load_relaxed(), platform::YieldingIdle<Checked>{});
  }

  // A region of one worker, from fork to join.
  void run_region(std::uint32_t id, Seat& seat, base::Episode region) const {
    seat.run.set(kRegion, "run");
    seat.episode.store_release(seat.episode.load_relaxed() + 1);
    wake(id);
    Checked::await_reached(state_->workers[id].arrived, region, platform::YieldingIdle<Checked>{});
    expect(state_->workers[id].result.get("result") == region, "the join came before the worker's writes");
  }

  void run_primary() const {
    for (std::uint32_t id = 1; id < threads_; ++id) {
      Seat& first = state_->seats[id][0];
      Seat& second = state_->seats[id][1];
      run_region(id, first, 1);
      second.memory.make();
      second.followed.set(0, "followed");
      assign(id, second);
      await_move(id);
      first.memory.free();
      first.followed.set(0, "followed");
      run_region(id, second, 2);
    }
    for (std::uint32_t id = 1; id < threads_; ++id) {
      state_->workers[id].stop.store_relaxed(1);
      assign(id, state_->seats[id][1]);
    }
    for (std::uint32_t id = 1; id < threads_; ++id) {
      await_move(id);
      state_->seats[id][1].memory.free();
    }
    state_->may_end.store_release(1);
  }

  void stay_until_told_to_leave(Worker& self, Seat& seat, ParkingWaiter& waiter) const {
    do {
      Checked::await_reached(seat.episode, seat.followed.get("followed") + 1, waiter);
      for (std::uint32_t other = 1; other < threads_; ++other) {
        state_->workers[other].probe.get("probe");
      }
      const std::uint64_t run = seat.run.get("run");
      seat.followed.set(seat.episode.load_relaxed(), "followed");
      if (run == kRegion) {
        self.result.set(self.result.get("result") + 1, "result");
        self.arrived.store_release(self.arrived.load_relaxed() + 1);
      }
    } while (self.assigned.load_relaxed() == &seat && self.stop.load_relaxed() == 0);
  }

  void run_worker(std::uint32_t id) const {
    Worker& self = state_->workers[id];
    ParkingWaiter waiter(state_->waiting.waiters[id]);
    while (self.stop.load_relaxed() == 0) {
      Seat& seat = *self.assigned.load_acquire();
      self.moves_done.store_release(self.moves_asked.load_relaxed());
      stay_until_told_to_leave(self, seat, waiter);
    }
    self.moves_done.store_release(self.moves_asked.load_relaxed() + 1);
    Checked::await_reached(state_->may_end, 1, platform::YieldingIdle<Checked>{});
    self.probe.set(1, "probe");
  }

  std::uint32_t threads_;
  Fresh<PoolState> state_;
};

}  // namespace

void add_worker_moves(Programs& programs, bool deep) {
  programs.push_back(Pool(2).program(Fences::full, false));
  programs.push_back(Pool(3).program(Fences::full, false));
  programs.push_back(Pool(2).program(Fences::full, true));
  programs.push_back(Pool(2).program(Fences::process_wide, true));
  if (!deep) {
    programs.back().enough = 10'000;
  }
}

}  // namespace muster::verify
