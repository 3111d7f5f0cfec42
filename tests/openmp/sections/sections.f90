! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! sections in Fortran, split and combined, with nowait, lastprivate and reduction.
program sections_program
  use omp_lib
  use checks
  implicit none
  integer :: ran(4), last, total, size

  do size = 1, 6
    ran = 0
    total = 0
    last = 0
    !$omp parallel num_threads(size)
    !$omp sections reduction(+:total) lastprivate(last)
    !$omp section
    total = total + 1
    last = 1
    !$omp section
    total = total + 10
    last = 2
    !$omp section
    total = total + 100
    last = 3
    !$omp end sections
    !$omp sections
    !$omp section
    ran(1) = ran(1) + 1
    !$omp section
    ran(2) = ran(2) + 1
    !$omp end sections nowait
    !$omp end parallel
    !$omp parallel sections num_threads(size)
    !$omp section
    ran(3) = ran(3) + 1
    !$omp section
    ran(4) = ran(4) + 1
    !$omp end parallel sections
    call check(all(ran == 1), "each section once")
    call check_equal(total, 111, "reduction")
    call check_equal(last, 3, "lastprivate")
  end do
  call finish()
end program
