// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/epcc.h"

#include <stdexcept>

#include "programs/spinning_team.h"

namespace muster::simulate {
namespace {

using Word = Simulated::Atomic<base::Episode>;

// The primary's instructions for a region. An estimate: libomp's are 2,800 ns by `simulate validate`, OpenUH's are not known.
constexpr double kRegion_ns = 1000;

struct Shared {
  alignas(base::kCacheLineBytes) Word go;
  alignas(base::kCacheLineBytes) Word sum;
};

void await(const Word& word, base::Episode episode) {
  Simulated::await_reached(word, episode, platform::YieldingIdle<Simulated>{});
}

}  // namespace

Outcome run_epcc(Construct construct, const std::string& name, const Course& course) {
  const SpinningRow* const row = barriers::find<Simulated, SpinningIdle>(name);
  if (row == nullptr) {
    throw std::invalid_argument("no barrier algorithm is called " + name);
  }
  SpinningBarrier barrier(*row, course);
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
        shared.sum.fetch_add_acq_rel(1);
      }
      row->exchange(barrier.storage, {slot, course.threads, done + 1}, waiter);
    }
  });
}

}  // namespace muster::simulate
