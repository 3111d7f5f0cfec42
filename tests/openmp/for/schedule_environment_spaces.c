// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// White space before and after each part of OMP_SCHEDULE means nothing (OpenMP 5.2, chapter 21).
// libomp 19 is left out: it takes such white space for an error.
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=" Guided , 5 " EXPECT=3,5
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE="Guided, 5" EXPECT=3,5
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE="  static " EXPECT=1,0
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=" nonmonotonic : dynamic , 3 " EXPECT=2,3
// peers: libgomp
#include "schedule_environment.c"
