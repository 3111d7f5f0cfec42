! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Dependences in Fortran: a chain, and readers between writers.
program depend
  use checks
  implicit none
  integer, parameter :: laps = 20
  integer :: wrong

  wrong = 0
  !$omp parallel
  !$omp single
  call chain()
  call readers()
  !$omp end single
  !$omp end parallel
  call check_equal(wrong, 0, "tasks that ran out of order")
  call finish()

contains

  subroutine count_wrong()
    !$omp atomic
    wrong = wrong + 1
  end subroutine

  subroutine chain()
    integer :: value
    value = 0
    call make_chain(value)
    !$omp taskwait
    call check_equal(value, 3 * laps, "the chain's end")
  end subroutine

  subroutine make_chain(value)
    integer, intent(inout) :: value
    integer :: lap
    do lap = 1, laps
      call link(value)
    end do
  end subroutine

  subroutine link(value)
    integer, intent(inout) :: value
    !$omp task depend(inout: value) shared(value)
    if (mod(value, 3) /= 0) call count_wrong()
    value = value + 1
    !$omp end task
    !$omp task depend(inout: value) shared(value)
    value = value + 2
    if (mod(value, 3) /= 0) call count_wrong()
    !$omp end task
  end subroutine

  subroutine readers()
    integer :: value, reader
    value = 0
    !$omp task depend(out: value) shared(value)
    value = 7
    !$omp end task
    do reader = 1, 8
      !$omp task depend(in: value) shared(value)
      if (value /= 7) call count_wrong()
      !$omp end task
    end do
    !$omp task depend(out: value) shared(value)
    value = 8
    !$omp end task
    !$omp taskwait
    call check_equal(value, 8, "the last writer")
  end subroutine
end program
