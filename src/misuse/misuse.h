// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of misuse/: says where a program breaks a restriction of OpenMP, a line for each place, on standard error.
#pragma once

#include "misuse/look_times.h"
#include "misuse/standstill.h"

namespace muster::misuse {

// Listens to events from now on. To be called before the first event and by one thread; further calls do nothing. `path`: the file to
// which the lines are appended; empty: they go to standard error, as they do where the file can't be opened.
void start(const char* path);

// The program uses OpenMP for the first time: the file of start() is there from now on, with or without lines. Nothing where start() was not called.
void note_use();

// The program ends: what is still held is told. Nothing where start() was not called.
void finish();

// In the child of fork(), whose one thread calls it.
void forget_after_fork();

}  // namespace muster::misuse
