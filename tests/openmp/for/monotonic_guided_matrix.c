// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(monotonic: guided, chunk) over the loops of loop_matrix.h.
#define SCHEDULE schedule(monotonic : guided, chunk)
#include "loop_matrix.h"

int main(void) { return run_loop_matrix(); }
