// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One variable that all threads of a team reduce, by the methods of reductions::choose, with the barriers around them. Threads spin: each has a CPU.
#pragma once

#include <cstdint>
#include <string>

#include "programs/program.h"
#include "reductions/reductions.h"

namespace muster::simulate {

// What comes after the threads' results have met.
enum class Ending : std::uint8_t {
  barrier,  // the construct's own barrier, as in a worksharing loop: a gather is its first half
  join,     // the join of the region, and the fork of the next one (Clang's nowait form): a gather is a barrier more
};

std::string name_of(Ending ending);

// The rows of the barriers' registry that meet: one that gathers, the team's plain barrier, and the one of its forks and joins.
struct ReductionRows {
  std::string gathering;
  std::string plain;
  std::string fork_join;
};

// `method` is gather or atomic. The join is a gather and the fork a release of the same row.
Outcome run_reduction_by(reductions::Method method, Ending ending, const ReductionRows& rows, const Course& course);

}  // namespace muster::simulate
