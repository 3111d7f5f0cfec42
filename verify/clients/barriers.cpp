// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every row of the registry keeps the contract, and wakes whom it lets go on.
#include "clients/barrier_programs.h"
#include "clients/clients.h"

namespace muster::verify {
namespace {

// What a team of that size makes of a row: each part of the contract that the row claims.
void add_row(Programs& programs, const barriers::Algorithm<SignallingWaiter>& row, std::uint32_t threads,
             base::Episode episodes, std::uint32_t fan, std::uint32_t sleeps, bool is_placed = false) {
  const BarrierPrograms<SignallingWaiter> of_row(row, threads, episodes, fan, is_placed);
  Programs all = {of_row.exchange()};
  if (row.capabilities.rooted) {
    all.push_back(of_row.gather_and_release());
  }
  if (row.capabilities.combines) {
    all.push_back(of_row.combine());
  }
  if (sleeps == 0 || threads == 2) {
    all.push_back(of_row.resize());
  }
  if (is_placed) {
    all.push_back(BarrierPrograms<SignallingWaiter>(row, threads, episodes + 1, fan, is_placed).move());
  }
  for (Program& program : all) {
    program.sleeps = sleeps;
    program.name += sleeps == 0 ? "" : "/signalled";
    programs.push_back(std::move(program));
  }
}

// Rows that follow where the threads are, on a machine where that is not how they are numbered.
void add_placed_row(Programs& programs, const barriers::Algorithm<SignallingWaiter>& row, bool deep) {
  add_row(programs, row, 3, 3, 0, 0, true);
  add_row(programs, row, 3, 1, 0, 1, true);
  add_row(programs, row, 4, 2, 0, 0, true);
  add_row(programs, row, 4, 1, 0, 1, true);
  // Clusters of two where two share a cache.
  add_row(programs, row, 4, 2, 2, 0, true);
  add_row(programs, row, 4, 1, 2, 1, true);
  if (deep) {
    add_row(programs, row, 4, 2, 0, 1, true);
    add_row(programs, row, 6, 2, 0, 0, true);
    add_row(programs, row, 8, 2, 0, 0, true);
  }
}

}  // namespace

void add_barriers(Programs& programs, bool deep) {
  constexpr std::uint32_t kDefaultFan = 0;
  for (const auto& row : barriers::algorithms<Checked, SignallingWaiter>()) {
    add_row(programs, row, 2, 3, kDefaultFan, 0);
    add_row(programs, row, 2, 3, kDefaultFan, 1);
    add_row(programs, row, 3, 3, kDefaultFan, 0);
    add_row(programs, row, 3, 1, kDefaultFan, 1);
    add_row(programs, row, 4, 2, kDefaultFan, 0);
    // Trees of three levels.
    add_row(programs, row, 4, 2, 2, 0);
    add_row(programs, row, 4, 1, 2, 1);
    if (deep) {
      add_row(programs, row, 4, 2, kDefaultFan, 1);
      add_row(programs, row, 5, 2, kDefaultFan, 0);
      add_row(programs, row, 6, 2, 2, 0);
      add_row(programs, row, 8, 2, 2, 0);
    }
    if (row.follows_positions) {
      add_placed_row(programs, row, deep);
    }
  }
}

}  // namespace muster::verify
