// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs with tasks of kind mutexinoutset: none of a set runs beside another of it, whatever sets each has, and each sees what the one before it
// has done. Each becomes ready on another thread, when what it waits for completes there.
#include "clients/clients.h"
#include "clients/dependence_programs.h"

namespace muster::verify {
namespace {

// What the n-th of them waits for, and itself.
constexpr Clause kBefore[][1] = {{out(2)}, {out(3)}, {out(4)}};
constexpr Clause kOf0[][2] = {{in(2), exclusive(0)}, {in(3), exclusive(0)}, {in(4), exclusive(0)}};
constexpr Clause kOf1[][2] = {{in(2), exclusive(1)}, {in(3), exclusive(1)}, {in(4), exclusive(1)}};
constexpr Clause kOfBoth[][3] = {
    {in(2), exclusive(0), exclusive(1)}, {in(3), exclusive(0), exclusive(1)}, {in(4), exclusive(0), exclusive(1)}};

constexpr TaskOfGraph before(std::uint32_t n) { return {kBefore[n], 0, Starts::elsewhere}; }

constexpr TaskOfGraph kPair[] = {before(0), before(1), {kOf0[0], 0b1}, {kOf0[1], 0b10}};
constexpr TaskOfGraph kPairOfBoth[] = {before(0), before(1), {kOfBoth[0], 0b1}, {kOfBoth[1], 0b10}};
constexpr TaskOfGraph kThree[] = {before(0), before(1), before(2), {kOf0[0], 0b1}, {kOf0[1], 0b10}, {kOf0[2], 0b100}};
constexpr TaskOfGraph kNeighbours[] = {before(0),      before(1),          before(2),
                                       {kOf0[0], 0b1}, {kOfBoth[1], 0b10}, {kOf1[2], 0b100}};
constexpr TaskOfGraph kThreeOfBoth[] = {before(0),         before(1),          before(2),
                                        {kOfBoth[0], 0b1}, {kOfBoth[1], 0b10}, {kOfBoth[2], 0b100}};
// The maker waits for its turn among them, runs, and passes it on.
constexpr TaskOfGraph kUndeferred[] = {before(0), {kOf0[0], 0b1}, {kOf0[1], 0b0, Starts::undeferred}};

}  // namespace

void add_exclusions(Programs& programs, bool deep) {
  const auto add = [&programs](const char* name, std::span<const TaskOfGraph> tasks, bool begins_late) {
    programs.push_back(dependence_program("exclusions", {name, tasks, begins_late}));
    programs.back().enough = 200'000;
  };
  add("pair_while_made", kPair, false);
  add("undeferred", kUndeferred, false);
  add("pair", kPair, true);
  add("pair_of_both", kPairOfBoth, true);
  add("three", kThree, true);
  add("neighbours", kNeighbours, true);
  if (deep) {
    add("three_of_both", kThreeOfBoth, true);
  }
}

}  // namespace muster::verify
