// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the constructs that run a tree or a graph of tasks have in common: the time is that of all of it, and the result is checked.
#pragma once

#include <stddef.h>

#include "harness.h"

#define TREE_CONSTRUCT(id, words, function, result)                      \
  static long timed(int threads, long count) {                           \
    (void)threads;                                                       \
    long sum = 0;                                                        \
    for (long i = 0; i < count; ++i) {                                   \
      sum += function();                                                 \
    }                                                                    \
    return sum;                                                          \
  }                                                                      \
  static long expected(int threads, long count) {                        \
    (void)threads;                                                       \
    return (result) * count;                                             \
  }                                                                      \
  static const char* check(int threads) {                                \
    (void)threads;                                                       \
    return function() == (result) ? NULL : "the result is not " #result; \
  }                                                                      \
  const struct construct id##_construct = {                              \
      .name = #id,                                                       \
      .title = words,                                                    \
      .bodiless = true,                                                  \
      .timed = timed,                                                    \
      .expected = expected,                                              \
      .check = check,                                                    \
  }
