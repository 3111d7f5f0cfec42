// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Workers that move from seat to seat and end: nobody uses a seat that has been freed, nobody reads of a thread that has ended, and
// a worker that sleeps in the seat it shall leave is woken.
#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "clients/roles.h"
#include "data.h"
#include "regions/regions.h"

namespace muster::verify {
namespace {

struct PoolState;

struct PoolThread {
  muster::regions::Moves<Checked, PoolThread> moves;
  // Stands for the CPU probe, which ends with the thread and which others read while they wait.
  Data<std::uint64_t> probe;
  Data<std::uint64_t> result;
  Checked::Atomic<base::Episode> arrived;
  PoolState* pool = nullptr;
  ThreadId id = 0;
};
using PoolSeat = muster::regions::Seat<Checked, PoolThread>;

struct PoolState {
  explicit PoolState(std::uint32_t threads) : waiting(threads), count(threads) {
    for (ThreadId id = 1; id < threads; ++id) {
      threads_of_pool[id].pool = this;
      threads_of_pool[id].id = id;
      for (std::uint32_t number = 0; number < 2; ++number) {
        memory[id][number].covers(&seats[id][number].line.episode, sizeof seats[id][number].line.episode);
      }
      threads_of_pool[id].moves.begin_in(seats[id][0]);
    }
  }

  // A worker's two seats, in the order in which it has them. Thread and presence 0 are the primary's.
  PoolSeat seats[kMaxThreads][2];
  Lifetime memory[kMaxThreads][2];
  PoolThread threads_of_pool[kMaxThreads];
  WaitingTeam waiting;
  Checked::Atomic<base::Episode> may_end;
  ThreadId count;
};

class LookingWaiter : public ParkingWaiter {
 public:
  LookingWaiter(waiting::Waiter<Checked>& waiter, const PoolState& pool) : ParkingWaiter(waiter), pool_(pool) {}

  // A waiting thread looks at the others, and what it looks at has not ended.
  void look() const {
    for (ThreadId other = 1; other < pool_.count; ++other) {
      pool_.threads_of_pool[other].probe.get("probe");
    }
  }

 private:
  const PoolState& pool_;
};

class Pool {
 public:
  // `at_once`: workers are moved before they have had a region, maybe before they have begun.
  explicit Pool(std::uint32_t threads, bool at_once = false) : threads_(threads), at_once_(at_once) {}

  Program program(Fences fences, bool parks) const {
    Program program;
    program.name = std::string("worker_moves/") + std::to_string(threads_) + (at_once_ ? "/at_once" : "") +
                   (parks ? "/parking" : "") + (fences == Fences::full ? "" : "/process_wide");
    program.threads = threads_;
    program.fences = fences;
    program.waiter_runs = parks;
    program.setup = [*this] { state_.make(threads_); };
    program.thread = primary_and_workers([*this] { run_primary(); }, [*this](ThreadId id) { run_worker(id); });
    return program;
  }

 private:
  struct Life {
    using Platform = Checked;
    using Thread = PoolThread;

    static auto& moves_of(PoolThread& thread) { return thread.moves; }
    template <class Use>
    static void with_waiter(PoolThread& self, const PoolSeat& /*seat*/, const Use& use) {
      LookingWaiter waiter(self.pool->waiting.waiters[self.id], *self.pool);
      use(waiter);
    }
    static void prepare(const LookingWaiter& waiter, const PoolSeat& /*seat*/) { waiter.look(); }
  };
  using WorkerLife = muster::regions::WorkerLife<Life>;

  static void run_region(PoolThread& self, PoolSeat& seat) {
    seat.followed.set(seat.line.episode.load_relaxed());
    self.result.set(self.result.get("result") + 1, "result");
    self.arrived.store_release(self.arrived.load_relaxed() + 1);
  }

  // A region of one worker, from fork to join.
  void await_region(ThreadId id, PoolSeat& seat, base::Episode in_seat, base::Episode region) const {
    seat.line.tell({}, &run_region, 1, in_seat);
    Checked::light_fence();
    state_->waiting.presences[id].parker.wake_if_parked();
    Checked::await_reached(state_->threads_of_pool[id].arrived, region, platform::YieldingIdle<Checked>{});
    expect(state_->threads_of_pool[id].result.get("result") == region, "the join came before the worker's writes");
  }

  void run_primary() const {
    for (ThreadId id = 1; id < threads_; ++id) {
      PoolThread& worker = state_->threads_of_pool[id];
      PoolSeat& first = state_->seats[id][0];
      PoolSeat& second = state_->seats[id][1];
      if (!at_once_) {
        await_region(id, first, 1, 1);
      }
      state_->memory[id][1].make();
      second.followed.set(0, "followed");
      worker.moves.move_to(second, state_->waiting.presences[id]);
      worker.moves.await_move();
      state_->memory[id][0].free();
      first.followed.set(0, "followed");
      await_region(id, second, 1, at_once_ ? 1 : 2);
    }
    for (ThreadId id = 1; id < threads_; ++id) {
      state_->threads_of_pool[id].moves.end_in(state_->seats[id][1], state_->waiting.presences[id]);
    }
    for (ThreadId id = 1; id < threads_; ++id) {
      state_->threads_of_pool[id].moves.await_move();
      state_->memory[id][1].free();
    }
    muster::regions::let_workers_end<Checked>(state_->may_end);
  }

  void run_worker(ThreadId id) const {
    PoolThread& self = state_->threads_of_pool[id];
    WorkerLife::work(self);
    WorkerLife::await_end(self, state_->may_end);
    self.probe.set(1, "probe");
  }

  std::uint32_t threads_;
  bool at_once_;
  Fresh<PoolState> state_;
};

}  // namespace

void add_worker_moves(Programs& programs, bool deep) {
  programs.push_back(Pool(2).program(Fences::full, false));
  programs.push_back(Pool(2, true).program(Fences::full, false));
  programs.push_back(Pool(3).program(Fences::full, false));
  programs.push_back(Pool(2, true).program(Fences::full, true));
  programs.push_back(Pool(2).program(Fences::full, true));
  programs.push_back(Pool(2).program(Fences::process_wide, true));
  if (!deep) {
    programs.back().enough = 10'000;
  }
}

}  // namespace muster::verify
