! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! single, copyprivate and master in Fortran.
program single_program
  use omp_lib
  use checks
  implicit none
  integer :: ran, masters, lap, value, wrong, threads
  real(8) :: array(50)

  ran = 0
  masters = 0
  wrong = 0
  !$omp parallel private(lap, value, array)
  do lap = 1, 100
    !$omp single
    ran = ran + 1
    !$omp end single
    !$omp master
    masters = masters + 1 + omp_get_thread_num()
    !$omp end master
    value = -1
    array = 0
    !$omp single
    value = lap
    array = lap * 0.5d0
    !$omp end single copyprivate(value, array)
    if (value /= lap .or. any(array /= lap * 0.5d0)) then
      !$omp atomic
      wrong = wrong + 1
    end if
    !$omp single
    threads = omp_get_num_threads()
    !$omp end single nowait
  end do
  !$omp end parallel
  call check_equal(ran, 100, "singles")
  call check_equal(masters, 100, "masters")
  call check_equal(wrong, 0, "copyprivate")
  call check(threads >= 1, "nowait single")
  call finish()
end program
