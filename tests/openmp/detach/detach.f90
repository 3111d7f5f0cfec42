! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! compilers: gfortran
! Detached tasks from Fortran, where the handle goes to omp_fulfill_event by value. (flang 19 does not know the clause.)
program detach
  use omp_lib
  use checks, only: check_equal, finish
  implicit none
  integer(omp_event_handle_kind) :: event
  integer :: lap, ran, wrong, size

  ran = 0
  wrong = 0
  size = 1
  !$omp parallel private(event, lap)
  !$omp single
  size = omp_get_num_threads()
  !$omp end single
  do lap = 1, 50
    !$omp task detach(event) shared(ran)
    !$omp atomic
    ran = ran + 1
    !$omp end task
    call omp_fulfill_event(event)
    !$omp taskwait
    !$omp task final(lap > 25) shared(wrong)
    if (omp_in_final() .neqv. (lap > 25)) then
      !$omp atomic
      wrong = wrong + 1
    end if
    !$omp end task
  end do
  !$omp end parallel
  call check_equal(wrong, 0, 'in_final')
  call check_equal(ran, 50 * size, 'ran')
  call finish()
end program
