! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Clauses of task in Fortran: if and final; what the queries say inside; taskyield.
program clauses
  use checks
  use omp_lib
  implicit none
  integer :: ran, wrong, maker

  ran = 0
  wrong = 0
  !$omp parallel private(maker)
  maker = omp_get_thread_num()
  !$omp task if(.false.) shared(ran, wrong) firstprivate(maker)
  if (omp_get_thread_num() /= maker) call add(wrong)
  call add(ran)
  !$omp end task
  !$omp task final(.true.) shared(ran, wrong)
  if (.not. omp_in_final()) call add(wrong)
  call inside()
  call add(ran)
  !$omp end task
  !$omp task shared(ran, wrong)
  !$omp taskyield
  if (omp_in_final()) call add(wrong)
  call add(ran)
  !$omp end task
  !$omp end parallel
  call check_equal(wrong, 0, "queries")
  call check(ran > 0 .and. mod(ran, 4) == 0, "four tasks a thread")
  call check(omp_get_max_task_priority() >= 0, "max-task-priority-var")
  call finish()

contains

  subroutine add(counter)
    integer, intent(inout) :: counter
    !$omp atomic
    counter = counter + 1
  end subroutine

  ! A task of a final task is run at once.
  subroutine inside()
    integer :: done
    done = 0
    !$omp task shared(done, ran)
    done = 1
    call add(ran)
    !$omp end task
    if (done /= 1) call add(wrong)
  end subroutine
end program
