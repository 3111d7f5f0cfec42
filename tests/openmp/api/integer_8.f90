! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The same calls with arguments of kind 8, which libgomp has as procedures of their own (names that end in _8_).
! compilers: gfortran
! flags: -fdefault-integer-8
program integer_8
  use omp_lib
  use checks
  implicit none
  integer(omp_sched_kind) :: kind
  integer(8) :: chunk
  integer :: ran

  call omp_set_num_threads(3_8)
  call check_equal(int(omp_get_max_threads(), 8), 3_8, "max threads")
  call omp_set_max_active_levels(2_8)
  call check_equal(int(omp_get_max_active_levels(), 8), 2_8, "max active levels")
  call omp_set_schedule(omp_sched_dynamic, 5_8)
  call omp_get_schedule(kind, chunk)
  call check_equal(int(kind, 8), int(omp_sched_dynamic, 8), "schedule kind")
  call check_equal(chunk, 5_8, "schedule chunk")
  call omp_set_dynamic(.true._8)
  call check(logical(omp_get_dynamic(), 8), "dynamic on")
  call omp_set_dynamic(.false._8)
  call check(.not. logical(omp_get_dynamic(), 8), "dynamic off")
  ran = 0
  !$omp parallel reduction(+:ran)
  ran = ran + 1
  call check_equal(int(omp_get_ancestor_thread_num(1_8), 8), int(omp_get_thread_num(), 8), "ancestor")
  call check_equal(int(omp_get_team_size(1_8), 8), 3_8, "team size")
  !$omp end parallel
  call check_equal(ran, 3_8, "threads")
  call finish()
end program
