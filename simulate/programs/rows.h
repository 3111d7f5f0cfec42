// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers, reductions and regions by the rows of the barriers' registry. Threads spin: each has a CPU.
#pragma once

#include <string>
#include <vector>

#include "programs/program.h"

namespace muster::simulate {

enum class Construct : std::uint8_t { barrier, reduction, region };

// The rows that can serve the construct, by name.
std::vector<std::string> rows_for(Construct construct);

// A region is forked and joined by the row as regions/ does it: along the row's release, or all go lines by the primary where the row tells all from
// its root. `row` is one of rows_for(construct).
Outcome run_row(Construct construct, const std::string& row, const Course& course);

}  // namespace muster::simulate
