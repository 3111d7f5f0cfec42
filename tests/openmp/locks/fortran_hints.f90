! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Fortran locks made with a hint. libgomp 12 declares these procedures but has none.
! compilers: flang
program hints
  use omp_lib
  use checks
  implicit none
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest
  integer :: lap, plain, nested, threads

  plain = 0
  nested = 0
  threads = 0
  call omp_init_lock_with_hint(lock, omp_sync_hint_contended)
  call omp_init_nest_lock_with_hint(nest, omp_sync_hint_uncontended)
  !$omp parallel private(lap)
  !$omp atomic
  threads = threads + 1
  do lap = 1, 300
    call omp_set_lock(lock)
    plain = plain + 1
    call omp_unset_lock(lock)
    call omp_set_nest_lock(nest)
    nested = nested + 1
    call omp_unset_nest_lock(nest)
  end do
  !$omp end parallel
  call check_equal(plain, 300 * threads, "simple lock")
  call check_equal(nested, 300 * threads, "nestable lock")
  call omp_destroy_lock(lock)
  call omp_destroy_nest_lock(nest)
  call finish()
end program
