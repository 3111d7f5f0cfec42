! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The omp_* procedures through the omp_lib module: ICVs, levels, schedule, timing.
program api
  use omp_lib
  use checks
  implicit none
  integer(omp_sched_kind) :: kind
  integer :: chunk, threads, outer
  real(8) :: start

  call check_equal(omp_get_num_threads(), 1, "threads outside")
  call check_equal(omp_get_thread_num(), 0, "number outside")
  call check(.not. omp_in_parallel(), "in_parallel outside")
  call check_equal(omp_get_level(), 0, "level outside")
  call check_equal(omp_get_active_level(), 0, "active level outside")
  call check_equal(omp_get_ancestor_thread_num(0), 0, "ancestor 0")
  call check_equal(omp_get_team_size(0), 1, "team size 0")
  call check_equal(omp_get_team_size(1), -1, "team size 1")
  call check(omp_get_num_procs() >= 1, "procs")
  call check(omp_get_thread_limit() >= 1, "thread limit")
  call check(.not. omp_in_final(), "final")
  call check(omp_is_initial_device(), "initial device")
  call check_equal(omp_get_num_devices(), 0, "devices")
  call check_equal(omp_get_num_teams(), 1, "teams")
  call check_equal(omp_get_team_num(), 0, "team")
  call check(omp_get_supported_active_levels() >= 1, "supported levels")
  call check(openmp_version >= 201511, "version")

  call omp_set_dynamic(.true.)
  call check(omp_get_dynamic(), "dynamic on")
  call omp_set_dynamic(.false.)
  call check(.not. omp_get_dynamic(), "dynamic off")
  call omp_set_max_active_levels(2)
  call check_equal(omp_get_max_active_levels(), 2, "max active levels")
  call omp_set_schedule(omp_sched_guided, 7)
  call omp_get_schedule(kind, chunk)
  call check_equal(int(kind), int(omp_sched_guided), "schedule kind")
  call check_equal(chunk, 7, "schedule chunk")
  call omp_set_num_threads(3)
  call check_equal(omp_get_max_threads(), 3, "max threads")

  threads = 0
  !$omp parallel private(outer)
  outer = omp_get_thread_num()
  call check(omp_in_parallel(), "in_parallel inside")
  !$omp parallel num_threads(2)
  call check_equal(omp_get_level(), 2, "level inside")
  call check_equal(omp_get_ancestor_thread_num(1), outer, "ancestor 1")
  call check_equal(omp_get_team_size(1), 3, "outer team")
  call check_equal(omp_get_team_size(2), 2, "inner team")
  !$omp atomic
  threads = threads + 1
  !$omp end parallel
  !$omp end parallel
  call check_equal(threads, 6, "inner threads")

  start = omp_get_wtime()
  call check(omp_get_wtick() > 0d0, "wtick")
  call check(omp_get_wtime() >= start, "wtime")
  call finish()
end program
