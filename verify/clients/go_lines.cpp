// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region from fork to join: the payload travels in the line of the word that the worker watches. A copy of what
// teams/fork_join.cpp and threads/worker.cpp do, without their types: when those change, so must this.
#include "barriers/barriers.h"
#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "clients/placed.h"
#include "clients/roles.h"
#include "data.h"

namespace muster::verify {
namespace {

using Row = barriers::Algorithm<ParkingWaiter>;

struct GoLine {
  Checked::Atomic<base::Episode> episode;
  Data<std::uint64_t> payload;
};

struct RegionState {
  explicit RegionState(std::uint32_t threads) : waiting(threads) {}

  GoLine go[kMaxThreads];
  Data<std::uint64_t> result[kMaxThreads];
  WaitingTeam waiting;
};

// Regions of a team that joins by the gather of a row. The fork tells all workers itself (flat), or along the row's release.
class Regions {
 public:
  Regions(const Row& row, std::uint32_t threads, base::Episode regions, bool flat)
      : row_(row),
        shape_{.capacity = threads, .fan_in = 0, .fan_out = 0, .topology = {2, 2, 0}},
        threads_(threads),
        regions_(regions),
        flat_(flat),
        storage_(std::make_shared<ZeroedLines>(row.storage_needed(shape_))) {}

  Program program(Fences fences, bool parks) const {
    Program program;
    program.name = std::string("go_line/") + std::string(row_.name) + (flat_ ? "/flat/" : "/tree/") +
                   std::to_string(threads_) + (parks ? "/parking" : "") +
                   (fences == Fences::full ? "" : "/process_wide");
    program.threads = threads_;
    program.fences = fences;
    program.waiter_runs = parks;
    program.setup = [*this] {
      state_.make(threads_);
      storage_->reset("barrier");
      row_.init(storage_->get(), shape_);
    };
    program.thread = primary_and_workers([*this] { run_primary(); }, [*this](ThreadId id) { run_worker(id); });
    return program;
  }

 private:
  static void tell(GoLine& go, base::Episode region, std::uint64_t payload) {
    go.payload.set(payload, "payload");
    go.episode.store_release(region);
  }

  void pass_on(std::uint32_t from, std::uint32_t to) const {
    GoLine& own = state_->go[from];
    GoLine& child = state_->go[to];
    child.payload.set(own.payload.get("payload"), "payload");
    child.episode.store_release(own.episode.load_relaxed());
    waiting::fence_before_waking<Checked>(state_->waiting.gauge.fences());
    state_->waiting.roster.at(to)->parker.wake_if_parked();
  }

  void pass_on_to_those_below(std::uint32_t slot) const {
    struct Context {
      const Regions& regions;
      std::uint32_t slot;
    } context{*this, slot};
    row_.for_each_released(storage_->get(), slot, threads_,
                           {[](void* untyped, std::uint32_t other) {
                              const auto& to = *static_cast<const Context*>(untyped);
                              to.regions.pass_on(to.slot, other);
                            },
                            &context});
  }

  void release_workers(base::Episode region) const {
    if (row_.follows_positions) {
      // Bound to other places than in the last region.
      row_.init(storage_->get(), placed(shape_, region));
    }
    if (flat_) {
      for (std::uint32_t number = 1; number < threads_; ++number) {
        tell(state_->go[number], region, region * 10);
      }
    } else {
      tell(state_->go[0], region, region * 10);
      pass_on_to_those_below(0);
    }
    waiting::fence_before_waking<Checked>(state_->waiting.gauge.fences());
    if (const std::uint32_t sleepers = state_->waiting.gauge.sleepers.load_relaxed(); sleepers != 0) {
      waiting::wake_team<Checked>(state_->waiting.roster, threads_, 0, sleepers, nullptr);
    }
  }

  void run_primary() const {
    ParkingWaiter waiter(state_->waiting.waiters[0]);
    for (base::Episode region = 1; region <= regions_; ++region) {
      release_workers(region);
      row_.gather(storage_->get(), {0, threads_, region}, waiter, barriers::Combiner{});
      for (std::uint32_t number = 1; number < threads_; ++number) {
        expect(state_->result[number].get("result") == region * 10 + number, "the join came before a worker's writes");
      }
    }
  }

  void run_worker(std::uint32_t number) const {
    ParkingWaiter waiter(state_->waiting.waiters[number]);
    for (base::Episode region = 1; region <= regions_; ++region) {
      Checked::await_reached(state_->go[number].episode, region, waiter);
      if (!flat_) {
        pass_on_to_those_below(number);
      }
      state_->result[number].set(state_->go[number].payload.get("payload") + number, "result");
      row_.gather(storage_->get(), {number, threads_, region}, waiter, barriers::Combiner{});
    }
  }

  const Row& row_;
  barriers::Shape shape_;
  std::uint32_t threads_;
  base::Episode regions_;
  bool flat_;
  Fresh<RegionState> state_;
  std::shared_ptr<ZeroedLines> storage_;
};

struct CrowdedState {
  CrowdedState() {
    for (std::uint32_t slot = 0; slot < 2; ++slot) {
      barrier_waiters[slot].attach(idle.presences[slot], idle.roster, idle.roster, in_region, slot);
      barrier_waiters[slot].set_blocktime(0);
    }
  }

  GoLine go;
  WaitingTeam idle{2};
  waiting::Gauge<Checked> in_region;
  waiting::Waiter<Checked> barrier_waiters[2];
};

// The first two regions with more threads than CPUs, and a barrier in each: from the first fork on all members sleep and wake by full
// fences, in regions and between them.
Program crowded_region(Fences fences) {
  const Row& row = *barriers::find<Checked, ParkingWaiter>("linear");
  const barriers::Shape shape{.capacity = 2};
  const auto storage = std::make_shared<ZeroedLines>(row.storage_needed(shape));
  const Fresh<CrowdedState> state;
  Program program;
  program.name = std::string("go_line/crowded/2/parking") + (fences == Fences::full ? "" : "/process_wide");
  program.threads = 2;
  program.fences = fences;
  program.waiter_runs = true;
  program.setup = [=] {
    state.make();
    storage->reset("barrier");
    row.init(storage->get(), shape);
  };
  program.thread = [=](ThreadId id) {
    waiting::Waiter<Checked>& waiter = state->barrier_waiters[id];
    if (id == 0) {
      state->in_region.full_fences.store_relaxed(1);
      state->idle.gauge.full_fences.store_relaxed(1);
    }
    for (base::Episode region = 1; region <= 2; ++region) {
      if (id == 0) {
        state->go.payload.set(region * 10, "payload");
        state->go.episode.store_release(region);
        waiting::fence_before_waking<Checked>(state->idle.gauge.fences());
        state->idle.presences[1].parker.wake_if_parked();
      } else {
        // Before the first region the worker may have come to its seat before it became known how the team sleeps.
        state->idle.waiters[id].set_fences(state->idle.gauge.fences());
        Checked::await_reached(state->go.episode, region, state->idle.waiters[id]);
        expect(state->go.payload.get("payload") == region * 10, "a worker got the payload of another region");
      }
      // What the fork says about sleeping holds for the region that it begins.
      waiter.set_fences(state->in_region.fences());
      ParkingWaiter parking(waiter);
      row.exchange(storage->get(), {id, 2, region}, parking);
    }
  };
  return program;
}

}  // namespace

void add_go_lines(Programs& programs, bool deep) {
  const Row& flat = *barriers::find<Checked, ParkingWaiter>("linear");
  programs.push_back(Regions(flat, 2, 3, true).program(Fences::full, false));
  programs.push_back(Regions(flat, 3, 2, true).program(Fences::full, false));
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    programs.push_back(Regions(flat, 2, deep ? 2 : 1, true).program(fences, true));
    programs.push_back(crowded_region(fences));
    programs.back().enough = 10'000;
  }
  for (const Row& row : barriers::algorithms<Checked, ParkingWaiter>()) {
    if (row.capabilities.rooted) {
      // Four, so that a worker that has been told tells another.
      programs.push_back(Regions(row, 4, 2, false).program(Fences::full, false));
      programs.back().enough = 10'000;
      programs.push_back(Regions(row, 4, 1, false).program(Fences::full, true));
      programs.back().enough = 5'000;
      if (deep) {
        programs.push_back(Regions(row, 3, 1, false).program(Fences::full, true));
      }
    }
  }
}

}  // namespace muster::verify
