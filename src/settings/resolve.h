// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What settings say about each other.
#pragma once

#include "settings/settings.h"

namespace muster::settings {

// Called once, when all variables are read. Origins of implied values name the variable that implied them.
void resolve(Settings& settings);

}  // namespace muster::settings
