// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads of a team can run at once.
#pragma once

// Forks the default team once and notes the CPUs that its threads may use. The primary thread alone would not do: where threads are bound, it
// may use one CPU.
void meet_cpus(void);
