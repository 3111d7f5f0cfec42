! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! critical in Fortran, unnamed and named.
program critical_program
  use checks
  use omp_lib
  implicit none
  integer :: lap, plain, first, second, threads

  plain = 0
  first = 0
  second = 0
  threads = 0
  !$omp parallel private(lap)
  !$omp atomic
  threads = threads + 1
  do lap = 1, 2000
    !$omp critical
    plain = plain + 1
    !$omp end critical
    !$omp critical (one)
    first = first + 1
    !$omp critical (two)
    second = second + 1
    !$omp end critical (two)
    !$omp end critical (one)
  end do
  !$omp end parallel
  call check_equal(plain, 2000 * threads, "unnamed")
  call check_equal(first, 2000 * threads, "one")
  call check_equal(second, 2000 * threads, "two")
  call finish()
end program
