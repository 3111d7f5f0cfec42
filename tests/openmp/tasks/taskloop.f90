! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! taskloop in Fortran: every iteration once, grainsize, num_tasks, negative steps, collapse, and reductions of tasks.
! compilers: gfortran
! (flang 19 has no code for taskloop.)
program taskloops
  use checks
  implicit none
  integer :: ran(200), pairs(10, 20), i, j, total

  ran = 0
  pairs = 0
  total = 0
  !$omp parallel
  !$omp single
  !$omp taskloop shared(ran) grainsize(7)
  do i = 1, 200
    ran(i) = ran(i) + 1
  end do
  call check(all(ran == 1), "grainsize")
  !$omp taskloop shared(ran) num_tasks(9)
  do i = 200, 2, -2
    ran(i) = ran(i) + 1
  end do
  call check(all(ran(2::2) == 2) .and. all(ran(1::2) == 1), "a negative step")
  !$omp taskloop shared(pairs) collapse(2)
  do i = 1, 10
    do j = 1, 20
      pairs(i, j) = pairs(i, j) + i * j
    end do
  end do
  call check(all(pairs == reshape([((i * j, i = 1, 10), j = 1, 20)], [10, 20])), "collapse")
  !$omp taskloop reduction(+: total) num_tasks(5)
  do i = 1, 100
    total = total + i
  end do
  call check_equal(total, 5050, "reduction")
  !$omp taskgroup task_reduction(+: total)
  do i = 1, 10
    !$omp task in_reduction(+: total) firstprivate(i)
    total = total + i
    !$omp end task
  end do
  !$omp end taskgroup
  call check_equal(total, 5105, "task_reduction")
  !$omp end single
  !$omp end parallel
  call finish()
end program
