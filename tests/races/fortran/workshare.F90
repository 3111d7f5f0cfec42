! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The units of a workshare construct are ordered; without it each thread does all.

program shared_work
  implicit none
  real :: a(100), b(100)
  a = 1.0
  !$omp parallel num_threads(4)
#ifndef RACE
  !$omp workshare
#endif
  b = a + 1.0
  a = b * 2.0
#ifndef RACE
  !$omp end workshare
#endif
  !$omp end parallel
  print *, a(7)
end program
