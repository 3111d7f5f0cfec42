! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The sum of a loop is shared.

program sum_of_loop
  implicit none
  integer :: i, total
  total = 0
#ifdef RACE
  !$omp parallel do num_threads(4)
#else
  !$omp parallel do num_threads(4) reduction(+:total)
#endif
  do i = 1, 200
    total = total + i
  end do
  print *, total
end program
