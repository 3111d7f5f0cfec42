! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! workshare: array assignments, where and forall see the statements before them complete.
program workshare
  use omp_lib
  use checks
  implicit none
  integer, parameter :: n = 100
  integer :: a(n), b(n), c(n), i, total

  do i = 1, 20
    a = 1
    b = 0
    c = 0
    total = 0
    !$omp parallel num_threads(3) shared(a, b, c, total)
    !$omp workshare
    b = a + 2
    c = b(n:1:-1) * 2
    where (c > 5) a = c
    total = sum(a)
    !$omp end workshare
    !$omp end parallel
    call check(all(b == 3), "first statement")
    call check(all(c == 6), "second statement")
    call check_equal(total, 6 * n, "sum")
  end do
  !$omp parallel workshare
  a = b * c
  !$omp end parallel workshare
  call check(all(a == 18), "parallel workshare")
  call finish()
end program
