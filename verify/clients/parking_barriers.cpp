// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every row with the runtime's own way of waiting: Waiter, Presence and Parker run under the explorer, park() and unpark() are
// its sleepers.
#include "clients/barrier_programs.h"
#include "clients/clients.h"

namespace muster::verify {
namespace {

void add(Programs& programs, Program program, Fences fences, std::uint32_t early_returns) {
  program.waiter_runs = true;
  program.fences = fences;
  program.early_returns = early_returns;
  program.name += fences == Fences::full ? "/parking" : "/parking/process_wide";
  programs.push_back(std::move(program));
}

}  // namespace

void add_parking_barriers(Programs& programs, bool deep) {
  for (const auto& row : barriers::algorithms<Checked, ParkingWaiter>()) {
    for (const Fences fences : {Fences::full, Fences::process_wide}) {
      // Under a process-wide fence everything depends on everything: early returns are left to the other model.
      const std::uint32_t early_returns = fences == Fences::full ? 1 : 0;
      const BarrierPrograms<ParkingWaiter> two(row, 2, deep ? 2 : 1, 0);
      add(programs, two.exchange(), fences, early_returns);
      if (row.capabilities.rooted) {
        add(programs, two.gather_and_release(), fences, early_returns);
      }
      add(programs, two.cancel(), fences, early_returns);
      if (deep || fences == Fences::full) {
        add(programs, BarrierPrograms<ParkingWaiter>(row, 3, 1, 0).cancel(), fences, 0);
        programs.back().enough = 5'000;
        add(programs, BarrierPrograms<ParkingWaiter>(row, 3, 1, 0).exchange(), fences, deep ? early_returns : 0);
        // Hundreds of thousands: a look at each row every time, the rest in hours that nobody waits in.
        programs.back().enough = 10'000;
      }
    }
  }
}

}  // namespace muster::verify
