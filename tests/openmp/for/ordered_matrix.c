// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An ordered clause without an ordered region, over the loops of loop_matrix.h.
#define SCHEDULE schedule(dynamic, chunk) ordered
#include "loop_matrix.h"

int main(void) { return run_loop_matrix(); }
