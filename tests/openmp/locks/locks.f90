! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Simple and nestable locks in Fortran, set and tested.
program locks
  use omp_lib
  use checks
  implicit none
  integer(omp_lock_kind) :: lock, tested
  integer(omp_nest_lock_kind) :: nest
  integer :: lap, plain, nested, threads

  plain = 0
  nested = 0
  threads = 0
  call omp_init_lock(lock)
  call omp_init_lock(tested)
  call omp_init_nest_lock(nest)
  !$omp parallel private(lap)
  !$omp atomic
  threads = threads + 1
  do lap = 1, 500
    call omp_set_lock(lock)
    plain = plain + 1
    call omp_unset_lock(lock)
    do while (.not. omp_test_lock(tested))
    end do
    call omp_unset_lock(tested)
    call omp_set_nest_lock(nest)
    call omp_set_nest_lock(nest)
    nested = nested + 1
    call omp_unset_nest_lock(nest)
    call omp_unset_nest_lock(nest)
  end do
  !$omp end parallel
  call check_equal(plain, 500 * threads, "simple lock")
  call check_equal(nested, 500 * threads, "nestable lock")
  call check_equal(omp_test_nest_lock(nest), 1, "free nestable lock")
  call check_equal(omp_test_nest_lock(nest), 2, "owned nestable lock")
  call omp_unset_nest_lock(nest)
  call omp_unset_nest_lock(nest)
  call omp_destroy_lock(lock)
  call omp_destroy_lock(tested)
  call omp_destroy_nest_lock(nest)
  call finish()
end program
