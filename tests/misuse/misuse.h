// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of this folder have in common. With -DMISUSE a program breaks one restriction, without it none.
#pragma once

#include <omp.h>

#define NOINLINE __attribute__((noinline))

static inline void use(int value) { __asm__ volatile("" : : "r"(value) : "memory"); }
