// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/epcc.h"

#include "programs/spinning_team.h"

namespace muster::simulate {
namespace {

using Word = Simulated::Atomic<base::Episode>;

// The primary's instructions for a region. An estimate: libomp's are 2,800 ns by `simulate validate`, OpenUH's are not known.
constexpr double kRegion_ns = 1000;

// The algorithms as the publication has them from the literature: the tournament of Hensgen, Finkel and Manber (1988) has two in a round.
constexpr std::uint32_t kTournamentFan = 2;

struct Shared {
  alignas(base::kCacheLineBytes) Word go;
  // The critical section of reductions.
  alignas(base::kCacheLineBytes) Word ticket;
  alignas(base::kCacheLineBytes) Word turn;
  alignas(base::kCacheLineBytes) Simulated::Plain<std::uint64_t> sum;
};

void await(const Word& word, base::Episode episode) {
  Simulated::await_reached(word, episode, platform::YieldingIdle<Simulated>{});
}

}  // namespace

Outcome run_epcc(Construct construct, const std::string& name, Course course) {
  const SpinningRow& row = find_row(name);
  course.fan = name == "tournament" ? kTournamentFan : 0;
  SpinningBarrier barrier(row, course);
  auto& shared = barrier.simulation.arena().make<Shared>();
  return run_all(course, barrier.simulation, barrier.cpus, [&](std::uint32_t slot, Stopwatch& stopwatch) {
    SpinningIdle waiter(barrier.sleepers, slot);
    for (std::uint32_t done = 0; done <= stopwatch.constructs(); ++done) {
      if (slot == 0) {
        stopwatch.note(done);
      }
      if (construct != Construct::barrier) {
        if (slot == 0) {
          barrier.simulation.pass(from_ns(kRegion_ns), Part::software);
        }
        slot == 0 ? shared.go.store_release(done + 1) : await(shared.go, done + 1);
      }
      if (construct == Construct::reduction) {
        // Itanium has no atomic addition of any number, and OpenUH adds in a critical section. That its lock is fair is an assumption.
        const base::Episode mine = shared.ticket.fetch_add_acq_rel(1);
        await(shared.turn, mine);
        shared.sum.set(shared.sum.get() + 1);
        shared.turn.store_release(mine + 1);
      }
      row.exchange(barrier.storage, {slot, course.threads, done + 1}, waiter);
    }
  });
}

}  // namespace muster::simulate
