// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Timing of one construct: calibration, repetitions, verification.
#pragma once

#include "harness.h"

enum { kMaxRepetitions = 64 };

// Cost of one bench_body on one thread, the least of several short runs: preemption can only lengthen them.
double reference_body_us(void);

// Fills samples[0 .. options->repetitions). Returns what is wrong, or NULL.
const char* measure_construct(const struct construct* construct, const struct options* options, int threads,
                              double body_us, struct sample* samples);
