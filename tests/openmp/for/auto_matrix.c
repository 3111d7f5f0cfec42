// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(auto) over the loops of loop_matrix.h.
#define SCHEDULE schedule(auto)
#include "loop_matrix.h"

int main(void) { return run_loop_matrix(); }
