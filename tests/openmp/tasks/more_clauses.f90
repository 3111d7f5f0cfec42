! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Dependences on elements of an array, untied and mergeable tasks and priorities in Fortran.
! compilers: gfortran
! (flang 19 has no code for any of them.)
program more_clauses
  use checks
  implicit none
  integer :: ran

  ran = 0
  !$omp parallel
  !$omp single
  call elements()
  !$omp end single
  !$omp task mergeable untied priority(2) shared(ran)
  !$omp taskyield
  !$omp atomic
  ran = ran + 1
  !$omp end task
  !$omp end parallel
  call check(ran > 0, "an untied task a thread")
  call finish()

contains

  subroutine elements()
    integer :: cells(10), i
    cells = 0
    do i = 1, 10
      call fill(cells, i)
    end do
    !$omp taskwait
    call check(all(cells == [(i, i = 1, 10)]), "each element by the one before")
  end subroutine

  subroutine fill(cells, i)
    integer, intent(inout) :: cells(10)  ! of (:) gfortran shares a variable of this call, which the tasks outlive
    integer, intent(in) :: i
    if (i == 1) then
      !$omp task depend(out: cells(i)) shared(cells) firstprivate(i)
      cells(i) = 1
      !$omp end task
    else
      !$omp task depend(in: cells(i - 1)) depend(out: cells(i)) shared(cells) firstprivate(i)
      cells(i) = cells(i - 1) + 1
      !$omp end task
    end if
  end subroutine
end program
