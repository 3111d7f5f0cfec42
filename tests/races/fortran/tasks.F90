! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! A task's result is read without a taskwait.

program task_result
  implicit none
  integer :: a, seen
  a = 0
  seen = 0
  !$omp parallel num_threads(4)
  !$omp single
  !$omp task shared(a)
  a = 1
  !$omp end task
#ifndef RACE
  !$omp taskwait
#endif
  seen = a
  a = 2
  !$omp end single
  !$omp end parallel
  print *, seen
end program
