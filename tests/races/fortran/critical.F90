! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Sections of two names guard one variable.

program names
  use omp_lib
  implicit none
  integer :: total
  total = 0
  !$omp parallel num_threads(4)
  if (mod(omp_get_thread_num(), 2) == 0) then
    !$omp critical (first)
    total = total + 1
    !$omp end critical (first)
  else
#ifdef RACE
    !$omp critical (second)
    total = total + 2
    !$omp end critical (second)
#else
    !$omp critical (first)
    total = total + 2
    !$omp end critical (first)
#endif
  end if
  !$omp end parallel
  print *, total
end program
