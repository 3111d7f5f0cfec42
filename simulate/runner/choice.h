// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rules of the runtime give a simulated team.
#pragma once

#include "barriers/choose.h"
#include "programs/rows.h"

namespace muster::simulate {

// For a default team in a process that has the machine.
barriers::Choice choice_for(Construct construct, const Course& course);

}  // namespace muster::simulate
