// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(static, chunk) over the loops of loop_matrix.h.
// GCC 12 adds chunk sizes to a 32-bit index in the program itself, which overflows with the largest.
#if !defined(__clang__)
#define LARGEST_CHUNK 1000000
#endif
#define SCHEDULE schedule(static, chunk)
#include "loop_matrix.h"

int main(void) { return run_loop_matrix(); }
