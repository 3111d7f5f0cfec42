// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `simulate` does, by mode. Each returns the exit status: 0 good, 1 a bound does not hold, 2 not possible.
#pragma once

#include "runner/options.h"

namespace muster::simulate {

int run_constructs(const Options& options);
// Teams that wait as the runtime does, with work and other processes; and what their waiters decided.
int run_waits(const Options& options);
// Barriers at whose end the threads ask for tasks.
int run_drains(const Options& options);
// Lists the machine that is named, or all.
int list_machines(const Options& options);
// What barriers::choose gives, on the machine that is named or on all.
int try_rules(const Options& options);
// The same of reductions::choose.
int try_reductions(const Options& options);
int validate(const Options& options);
// What waiting::decide makes of situations that the runtime has written down; 1 where it decides otherwise than was recorded.
int replay(const Options& options);

}  // namespace muster::simulate
