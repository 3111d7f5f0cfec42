// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of the construct benchmarks.
#pragma once

#include "harness.h"

// Fills `options`, bench_work and the lengths; returns the index of the first construct's name. Ends the process with status 2 where the words
// are not to be understood.
int read_options(int argc, char** argv, struct options* options);
