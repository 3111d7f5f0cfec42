// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(guided, chunk) over the loops of loop_matrix.h.
#define SCHEDULE schedule(guided, chunk)
#include "loop_matrix.h"

int main(void) { return run_loop_matrix(); }
