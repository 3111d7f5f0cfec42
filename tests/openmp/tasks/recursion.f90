! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Recursive tasks with taskwait in Fortran.
program tasks
  use checks
  implicit none
  integer :: result

  result = -1
  !$omp parallel
  !$omp single
  call fibonacci(14, result)
  !$omp end single
  !$omp end parallel
  call check_equal(result, 377, "recursion")
  call finish()

contains

  recursive subroutine fibonacci(n, answer)
    integer, intent(in) :: n
    integer, intent(out) :: answer
    integer :: a, b
    if (n < 2) then
      answer = n
      return
    end if
    !$omp task shared(a)
    call fibonacci(n - 1, a)
    !$omp end task
    !$omp task shared(b)
    call fibonacci(n - 2, b)
    !$omp end task
    !$omp taskwait
    answer = a + b
  end subroutine
end program
