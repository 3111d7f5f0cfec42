// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An object that a task captures, which counts how many of its kind there are.
#pragma once

#include "check.h"

inline int alive = 0;

struct Counted {
  int value = 1;
  Counted() { hit(&alive); }
  Counted(const Counted& other) : value(other.value) { hit(&alive); }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
};
