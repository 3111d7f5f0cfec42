! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Regions in Fortran: clauses, nesting, level queries, data sharing of arrays and allocatables.
program regions
  use omp_lib
  use checks
  implicit none
  integer :: size, ran, total, me
  integer, allocatable :: values(:)
  real(8) :: pieces(4)

  do size = 1, 6
    ran = 0
    !$omp parallel num_threads(size) default(none) shared(ran, size)
    call check_equal(omp_get_num_threads(), size, "team size")
    !$omp atomic
    ran = ran + 1
    !$omp end parallel
    call check_equal(ran, size, "threads that ran")
  end do

  ran = 0
  !$omp parallel if(size < 0) num_threads(4) reduction(+:ran)
  ran = ran + omp_get_num_threads()
  !$omp end parallel
  call check_equal(ran, 1, "threads of an inactive region")

  call omp_set_max_active_levels(2)
  ran = 0
  !$omp parallel num_threads(2) private(me, total)
  me = omp_get_thread_num()
  total = 0
  !$omp parallel num_threads(3) reduction(+:total)
  call check_equal(omp_get_level(), 2, "level")
  call check_equal(omp_get_ancestor_thread_num(1), me, "ancestor")
  call check_equal(omp_get_team_size(1), 2, "outer team")
  total = total + 1
  !$omp end parallel
  call check_equal(total, 3, "inner threads")
  !$omp atomic
  ran = ran + 1
  !$omp end parallel
  call check_equal(ran, 2, "outer threads")

  allocate(values(10))
  values = 3
  pieces = 0
  !$omp parallel num_threads(4) firstprivate(values) private(me) shared(pieces)
  me = omp_get_thread_num()
  values = values + me
  !$omp barrier
  pieces(me + 1) = sum(values)
  !$omp end parallel
  do me = 0, 3
    call check_near(pieces(me + 1), real(10 * (3 + me), 8), 0d0, "firstprivate allocatable")
  end do
  call check_equal(sum(values), 30, "original allocatable")
  call finish()
end program
