// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of 1 and 2 threads in turn.
#include "alternate.h"

enum { kSmall = 1, kLarge = 2 };

static long timed(int threads, long count) {
  (void)threads;
  return alternate_timed(kSmall, kLarge, count);
}

static long expected(int threads, long count) {
  (void)threads;
  return (kSmall + kLarge) * (count / 2);
}

static const char* check(int threads) {
  (void)threads;
  return alternate_check(kSmall, kLarge);
}

const struct construct region_1_2_construct = {
    .name = "region_1_2",
    .title = "region, team sizes 1 and 2 in turn",
    .team_size = kLarge,
    .count_granule = 2,
    .timed = timed,
    .expected = expected,
    .check = check,
};
