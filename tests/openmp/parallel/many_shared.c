// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that share from no to many variables: some compilers hand each one over as an argument of its own, so the call of
// the region's body has from none to dozens of them, in registers and on the stack; active and serialized regions alike.
#include <omp.h>

#include "check.h"

#define V(n)       v##n
#define ADD(n)     V(n) += (n) + 1;
#define DECLARE(n) long V(n) = 0;
#define VERIFY(n)  CHECK_EQUAL(V(n), expected*((n) + 1));

// Each REGION_n runs a body that adds to n shared variables, one thread at a time.
#define REGION(count, LIST)                                   \
  static void share_##count(int size) {                       \
    int ran = 0;                                              \
    int expected = size;                                      \
    LIST(DECLARE)                                             \
    _Pragma("omp parallel num_threads(size) if (size > 1)") { \
      _Pragma("omp critical") {                               \
        ran++;                                                \
        LIST(ADD)                                             \
      }                                                       \
    }                                                         \
    CHECK_EQUAL(ran, expected);                               \
    LIST(VERIFY)                                              \
  }

#define LIST_0(X)
#define LIST_1(X)  LIST_0(X) X(0)
#define LIST_2(X)  LIST_1(X) X(1)
#define LIST_3(X)  LIST_2(X) X(2)
#define LIST_4(X)  LIST_3(X) X(3)
#define LIST_5(X)  LIST_4(X) X(4)
#define LIST_6(X)  LIST_5(X) X(5)
#define LIST_7(X)  LIST_6(X) X(6)
#define LIST_8(X)  LIST_7(X) X(7)
#define LIST_9(X)  LIST_8(X) X(8)
#define LIST_12(X) LIST_9(X) X(9) X(10) X(11)
#define LIST_13(X) LIST_12(X) X(12)
#define LIST_14(X) LIST_13(X) X(13)
#define LIST_15(X) LIST_14(X) X(14)
#define LIST_16(X) LIST_15(X) X(15)
#define LIST_17(X) LIST_16(X) X(16)
#define LIST_20(X) LIST_17(X) X(17) X(18) X(19)
#define LIST_33(X) LIST_20(X) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31) X(32)

REGION(0, LIST_0)
REGION(1, LIST_1)
REGION(2, LIST_2)
REGION(3, LIST_3)
REGION(4, LIST_4)
REGION(5, LIST_5)
REGION(6, LIST_6)
REGION(7, LIST_7)
REGION(8, LIST_8)
REGION(9, LIST_9)
REGION(12, LIST_12)
REGION(13, LIST_13)
REGION(14, LIST_14)
REGION(15, LIST_15)
REGION(16, LIST_16)
REGION(17, LIST_17)
REGION(20, LIST_20)
REGION(33, LIST_33)

// Nothing shared at all, not even the counter.
static int ran_without_arguments;

static void share_nothing(void) {
  ran_without_arguments = 0;
#pragma omp parallel num_threads(3)
  hit(&ran_without_arguments);
  CHECK_EQUAL(ran_without_arguments, 3);
}

int main(void) {
  share_nothing();
  for (int size = 1; size <= 4; size++) {
    share_0(size);
    share_1(size);
    share_2(size);
    share_3(size);
    share_4(size);
    share_5(size);
    share_6(size);
    share_7(size);
    share_8(size);
    share_9(size);
    share_12(size);
    share_13(size);
    share_14(size);
    share_15(size);
    share_16(size);
    share_17(size);
    share_20(size);
    share_33(size);
  }
  return finish();
}
