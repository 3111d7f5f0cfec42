// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of 2 and 4 threads in turn.
#include "alternate.h"

enum { kSmall = 2, kLarge = 4 };

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

const struct construct region_2_4_construct = {
    .name = "region_2_4",
    .title = "region, team sizes 2 and 4 in turn",
    .team_size = kLarge,
    .count_granule = 2,
    .timed = timed,
    .expected = expected,
    .check = check,
};
