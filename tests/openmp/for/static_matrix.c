// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(static) without a chunk size, over the loops of loop_matrix.h.
#define SCHEDULE schedule(static)
#include "loop_matrix.h"

int main(void) { return run_loop_matrix(); }
