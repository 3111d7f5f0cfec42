// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region from fork to join: the payload travels in the line of the word that the worker watches. A copy of what
// teams/fork_join.cpp and threads/worker.cpp do, without their types: when those change, so must this.
#include "barriers/barriers.h"
#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "data.h"

namespace muster::verify {
namespace {

using Linear = barriers::Algorithm<ParkingWaiter>;

struct GoLine {
  Checked::Atomic<base::Episode> episode;
  Data<std::uint64_t> payload;
};

struct RegionState {
  explicit RegionState(std::uint32_t threads) : waiting(threads) {}

  GoLine go[kMaxThreads];
  Data<std::uint64_t> result[kMaxThreads];
  WaitingTeam waiting;
  Checked::Atomic<base::Episode> arrived[kMaxThreads];
};

void release_workers(RegionState& state, std::uint32_t threads, base::Episode region) {
  for (std::uint32_t number = 1; number < threads; ++number) {
    state.go[number].payload.set(region * 10, "payload");
    state.go[number].episode.store_release(region);
  }
  Checked::light_fence();
  if (const std::uint32_t sleepers = state.waiting.gauge.sleepers.load_relaxed(); sleepers != 0) {
    waiting::wake_team(state.waiting.roster, threads, 0, sleepers);
  }
}

void run_primary(RegionState& state, std::uint32_t threads, base::Episode regions) {
  ParkingWaiter waiter(state.waiting.waiters[0]);
  for (base::Episode region = 1; region <= regions; ++region) {
    release_workers(state, threads, region);
    for (std::uint32_t number = 1; number < threads; ++number) {
      Checked::await_reached(state.arrived[number], region, waiter);
      expect(state.result[number].get("result") == region * 10 + number, "the join came before the worker's writes");
    }
  }
}

void run_worker(RegionState& state, std::uint32_t number, base::Episode regions) {
  ParkingWaiter waiter(state.waiting.waiters[number]);
  for (base::Episode region = 1; region <= regions; ++region) {
    Checked::await_reached(state.go[number].episode, region, waiter);
    state.result[number].set(state.go[number].payload.get("payload") + number, "result");
    state.arrived[number].store_release(region);
    waiter.signalled(0);
  }
}

Program region(std::uint32_t threads, base::Episode regions, Fences fences, bool parks) {
  Program program;
  program.name = "go_line/" + std::to_string(threads) + (parks ? "/parking" : "") +
                 (fences == Fences::full ? "" : "/process_wide");
  program.threads = threads;
  program.fences = fences;
  program.waiter_runs = parks;
  const Fresh<RegionState> state;
  program.setup = [state, threads] { state.make(threads); };
  program.thread = [state, threads, regions](ThreadId id) {
    if (id == 0) {
      run_primary(state.get(), threads, regions);
    } else {
      run_worker(state.get(), id, regions);
    }
  };
  return program;
}

}  // namespace

void add_go_lines(Programs& programs, bool deep) {
  programs.push_back(region(2, 3, Fences::full, false));
  programs.push_back(region(3, 2, Fences::full, false));
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    programs.push_back(region(2, deep ? 2 : 1, fences, true));
  }
}

}  // namespace muster::verify
