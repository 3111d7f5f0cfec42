! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Barriers in Fortran publish plain data.
program barrier_program
  use omp_lib
  use checks
  implicit none
  integer :: episode, me, threads, wrong, other
  integer :: values(0:63)

  wrong = 0
  values = 0
  !$omp parallel private(episode, me, threads, other) reduction(+:wrong)
  me = omp_get_thread_num()
  threads = omp_get_num_threads()
  do episode = 1, 1000
    values(me) = episode + me
    !$omp barrier
    do other = 0, threads - 1
      if (values(other) /= episode + other) wrong = wrong + 1
    end do
    !$omp barrier
  end do
  !$omp end parallel
  call check_equal(wrong, 0, "stale values")
  call check_equal(values(0), 1000, "last value")
  call finish()
end program
