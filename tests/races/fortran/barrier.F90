! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! A thread reads its neighbour's element before the barrier, or after it.

program neighbours
  use omp_lib
  implicit none
  integer :: a(0:3), b(0:3), me
  a = 0
  !$omp parallel num_threads(4) private(me)
  me = omp_get_thread_num()
  a(me) = me
#ifndef RACE
  !$omp barrier
#endif
  b(me) = a(mod(me + 1, 4))
  !$omp end parallel
  print *, b(0)
end program
