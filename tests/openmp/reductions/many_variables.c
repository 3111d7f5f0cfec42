// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From one to many reduction variables of different types and operators on one construct.
#include <omp.h>

#include "check.h"

enum { kCount = 64 };

int main(void) {
  for (int round = 0; round < 60; round++) {
    int a = 1, b = 1000, c = -1, d = 0, e = 255;
    long f = 0, g = 1L << 40, h = 0;
    double i = 0.5, j = 1, k = -1e300;
    float l = 2;
    char m = 0;
    short n = 1;
    unsigned o = 0;
    unsigned long long p = 7;
#pragma omp parallel for reduction(+ : a, f, i, l, p) reduction(min : b, g) reduction(max : c, h, k) \
    reduction(| : d, o) reduction(& : e) reduction(* : j) reduction(|| : m) reduction(&& : n)
    for (int x = 0; x < kCount; x++) {
      a += x;
      b = x + 3 < b ? x + 3 : b;
      c = x > c ? x : c;
      d |= 1 << x % 16;
      e &= ~(1 << x % 4);
      f -= x;
      g = x < g ? x : g;
      h = 3L * x > h ? 3L * x : h;
      i += 0.25;
      j *= x % 2 ? 2 : 0.5;
      k = x > k ? x : k;
      l += 1;
      m = m || x == 5;
      n = n && x >= 0;
      o |= 1u << x % 31;
      p += 1ull << 33;
    }
    CHECK_EQUAL(a, 1 + kCount * (kCount - 1) / 2);
    CHECK_EQUAL(b, 3);
    CHECK_EQUAL(c, kCount - 1);
    CHECK_EQUAL(d, 65535);
    CHECK_EQUAL(e, 240);
    CHECK_EQUAL(f, -kCount * (kCount - 1) / 2);
    CHECK_EQUAL(g, 0);
    CHECK_EQUAL(h, 3 * (kCount - 1));
    CHECK_NEAR(i, 0.5 + 0.25 * kCount, 0);
    CHECK_NEAR(j, 1, 0);
    CHECK_NEAR(k, kCount - 1, 0);
    CHECK_NEAR(l, 2 + kCount, 0);
    CHECK_EQUAL(m, 1);
    CHECK_EQUAL(n, 1);
    CHECK_EQUAL(o, 0x7fffffff);
    CHECK_EQUAL(p, 7 + (64ull << 33));
  }
  return finish();
}
