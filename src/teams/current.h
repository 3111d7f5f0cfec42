// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one thread-local word: the member as which the calling thread acts; null for a thread that the runtime has not met.
#pragma once

#include "teams/member.h"

namespace muster::teams {

// constinit spares the wrapper call that C++ would put around each use.
extern constinit thread_local Member* current_member __attribute__((visibility("hidden")));

}  // namespace muster::teams
