! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Tasks in Fortran: captured values and taskgroup. Flang 19 captures a loop index too late when a task is deferred.
! compilers: gfortran
program tasks
  use checks
  implicit none
  integer :: i, ran(100), total

  ran = 0
  !$omp parallel
  !$omp single
  do i = 1, 100
    !$omp task firstprivate(i) shared(ran)
    ran(i) = ran(i) + i
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  call check(all(ran == [(i, i = 1, 100)]), "each task once")

  total = 0
  !$omp parallel
  !$omp single
  !$omp taskgroup
  do i = 1, 20
    !$omp task shared(total) firstprivate(i)
    !$omp atomic
    total = total + i
    !$omp end task
  end do
  !$omp end taskgroup
  call check_equal(total, 210, "taskgroup")
  !$omp end single
  !$omp end parallel
  call finish()
end program
