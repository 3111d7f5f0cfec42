// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/rows.h"

#include "programs/spinning_team.h"
#include "programs/uneven_work.h"

namespace muster::simulate {
namespace {

using barriers::Combiner;

bool can_serve(const SpinningRow& row, Construct construct) {
  return construct == Construct::barrier || (construct == Construct::reduction && row.capabilities.combines) ||
         (construct == Construct::region && row.capabilities.rooted);
}

Outcome run_barrier(const SpinningRow& row, const Course& course) {
  SpinningBarrier barrier(row, course);
  return run_all(course, barrier.simulation, barrier.cpus, [&](std::uint32_t slot, Stopwatch& stopwatch) {
    SpinningIdle waiter(barrier.sleepers, slot);
    for (std::uint32_t done = 0; done <= stopwatch.constructs(); ++done) {
      if (slot == 0) {
        stopwatch.note(done);
      }
      work_before(course, slot, done);
      row.exchange(barrier.storage, {slot, course.threads, done + 1}, waiter);
    }
  });
}

// Each thread has a line with what it contributes.
Outcome run_reduction(const SpinningRow& row, const Course& course) {
  struct alignas(base::kCacheLineBytes) Share {
    Simulated::Plain<std::uint64_t> value;
  };
  SpinningBarrier barrier(row, course);
  auto* const shares = barrier.simulation.arena().make_array<Share>(course.threads);
  const Combiner combiner{[](void* context, std::uint32_t into, std::uint32_t from) {
                            auto* const all = static_cast<Share*>(context);
                            all[into].value.set(all[into].value.get() + all[from].value.get());
                          },
                          shares};
  return run_all(course, barrier.simulation, barrier.cpus, [&](std::uint32_t slot, Stopwatch& stopwatch) {
    SpinningIdle waiter(barrier.sleepers, slot);
    for (std::uint32_t done = 0; done <= stopwatch.constructs(); ++done) {
      if (slot == 0) {
        stopwatch.note(done);
      }
      work_before(course, slot, done);
      shares[slot].value.set(slot);
      row.gather(barrier.storage, {slot, course.threads, done + 1}, waiter, combiner);
      row.release(barrier.storage, {slot, course.threads, done + 1}, waiter);
    }
  });
}

using Fork = regions::Fork<SpinningTraits>;

void take_part(SpinningMember& self, std::uint32_t size, base::Episode region) {
  SpinningIdle waiter(*self.team->sleepers, self.slot);
  // Regions count from 1, as episodes do.
  work_before(*self.team->course, self.slot, region - 1);
  self.team->row->gather(self.team->storage, {self.slot, size, region}, waiter, Combiner{});
}

void run_worker_part(SpinningWorker& worker, SpinningSeat& seat) {
  SpinningMember& self = *worker.member;
  const base::Episode region = Fork::enter(self, seat);
  take_part(self, seat.line.go.get().team_size, region);
}

Outcome run_region(const SpinningRow& row, const Course& course) {
  Simulation simulation(*course.machine, course.seed);
  const std::vector<std::uint32_t> cpus = cpus_of_team(course);
  SpinningTeam& team = make_team(simulation, row, course, cpus);
  return run_all(course, simulation, cpus, [&](std::uint32_t slot, Stopwatch& stopwatch) {
    SpinningMember& self = team.members[slot];
    SpinningWorker worker{&self};
    for (std::uint32_t done = 0; done <= stopwatch.constructs(); ++done) {
      if (slot == 0) {
        stopwatch.note(done);
        Fork::release(team, self, {}, &run_worker_part, course.threads, done + 1);
        take_part(self, course.threads, done + 1);
      } else {
        SpinningIdle waiter(*team.sleepers, slot);
        regions::WorkerLife<SpinningLife>::follow(worker, self, waiter);
      }
    }
  });
}

}  // namespace

std::vector<std::string> rows_for(Construct construct) {
  std::vector<std::string> names;
  for (const SpinningRow& row : barriers::algorithms<Simulated, SpinningIdle>()) {
    if (can_serve(row, construct)) {
      names.emplace_back(row.name);
    }
  }
  return names;
}

Outcome run_row(Construct construct, const std::string& name, const Course& course) {
  const SpinningRow& row = find_row(name);
  switch (construct) {
    case Construct::barrier: return run_barrier(row, course);
    case Construct::reduction: return run_reduction(row, course);
    case Construct::region: break;
  }
  return run_region(row, course);
}

}  // namespace muster::simulate
