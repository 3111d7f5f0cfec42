// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machines that the project comes with.
#pragma once

#include <string>
#include <vector>

#include "engine/machine.h"

namespace muster::simulate {

// The one of that name, or file; all of them, in the order of their names, where there is none. Throws std::runtime_error with what is wrong.
std::vector<Machine> machines_for(const std::string& name_or_path);

}  // namespace muster::simulate
