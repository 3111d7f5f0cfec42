// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry points that a tool looks up by name (OpenMP 5.2, 19.6.1). Thread-safe; those that tell of the calling thread answer for a
// thread that the runtime does not know as the specification says: with 0, -1 or null.
#pragma once

#include "ompt/types.h"

namespace muster::ompt {

// What ompt_initialize is given. Null for a name that there is not.
InterfaceFunction lookup(const char* name);

}  // namespace muster::ompt
