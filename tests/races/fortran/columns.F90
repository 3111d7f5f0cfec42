! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Columns are independent, and rows are not.

program columns
  implicit none
  integer :: i, j
  integer :: a(40, 40)
  a = 0
#ifdef RACE
  !$omp parallel do num_threads(4) private(j)
  do i = 2, 40
    do j = 1, 40
      a(j, i) = a(j, i - 1) + 1
    end do
  end do
#else
  !$omp parallel do num_threads(4) private(i)
  do j = 1, 40
    do i = 2, 40
      a(j, i) = a(j, i - 1) + 1
    end do
  end do
#endif
  print *, a(3, 40)
end program
