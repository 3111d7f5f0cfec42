// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constructs of EPCC's syncbench as OpenUH has them, with one barrier of the registry in all of them: what the published tables compare.
//
// Source    Nanjegowda, Hernandez, Chapman, Jin: "Scalability evaluation of barrier algorithms for OpenMP", IWOMP 2009.
#pragma once

#include <string>

#include "programs/rows.h"

namespace muster::simulate {

// barrier    the barrier
// region     the primary lets all workers go by one word; all meet at the barrier
// reduction  the same, and each thread adds its share to one variable, in a critical section, before the barrier
Outcome run_epcc(Construct construct, const std::string& row, Course course);

}  // namespace muster::simulate
