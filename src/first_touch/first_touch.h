// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public header of first_touch/: which thread touched the program's large arrays first, and which threads use them (MUSTER_MEMORY=report).
#pragma once

#include <string_view>

#include "affinity/affinity.h"

namespace muster::first_touch {

// What all threads touch from now on is seen. Further calls do nothing. Not thread-safe.
void start();

// Whether finish() has something to tell.
bool is_on();

// The program ends: tells on standard error what was seen, what `hints` say, and the sentence about other processes that are bound
// (affinity::describe), once. Nothing where start() was not called.
void finish(const affinity::Hints& hints, std::string_view neighbours);

// In a child made by fork(2), which has neither the thread that watches nor anything to tell.
void forget_after_fork();

}  // namespace muster::first_touch
