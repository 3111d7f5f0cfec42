! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Fortran loops without any iteration, under each schedule.
! Each is told by a flag that every iteration sets, too: a count of 2^32 iterations too many is 0 in a default integer.
! libomp 19 is left out: Flang asks it for the iterations from 0 to 2^32 - 1 (that is, to -1) and it divides by zero.
! peers: libgomp
program do_zero_trip
  use checks
  implicit none

  call run(1, 0, 1)
  call run(5, 4, 1)
  call run(4, 5, -1)
  call run(10, -10, 3)
  call run(-huge(1), -huge(1) - 1, 1)
  call finish()

contains

  subroutine run(first, last, step)
    integer, intent(in) :: first, last, step
    integer :: i, ran, chunk
    integer(8) :: j
    logical :: touched

    touched = .false.
    !$omp parallel do shared(touched)
    do i = first, last, step
      touched = .true.
    end do
    call check_equal(merge(1, 0, touched), 0, "static, touched")
    !$omp parallel do shared(touched)
    do j = first, last, step
      touched = .true.
    end do
    call check_equal(merge(1, 0, touched), 0, "static, integer(8), touched")
    !$omp parallel do shared(touched) collapse(2)
    do chunk = 1, 3
      do i = first, last, step
        touched = .true.
      end do
    end do
    call check_equal(merge(1, 0, touched), 0, "static, collapsed, touched")
    do chunk = 1, 9, 4
      ran = 0
      !$omp parallel do reduction(+:ran)
      do i = first, last, step
        ran = ran + 1
      end do
      call check_equal(ran, 0, "static")
      !$omp parallel do schedule(static, chunk) reduction(+:ran)
      do i = first, last, step
        ran = ran + 1
      end do
      call check_equal(ran, 0, "static, chunk")
      !$omp parallel do schedule(static, chunk) reduction(+:ran)
      do j = first, last, step
        ran = ran + 1
      end do
      call check_equal(ran, 0, "static, chunk, integer(8)")
      !$omp parallel do schedule(dynamic, chunk) reduction(+:ran)
      do i = first, last, step
        ran = ran + 1
      end do
      call check_equal(ran, 0, "dynamic")
      !$omp parallel do schedule(guided, chunk) reduction(+:ran)
      do j = first, last, step
        ran = ran + 1
      end do
      call check_equal(ran, 0, "guided, integer(8)")
      !$omp parallel do schedule(runtime) reduction(+:ran)
      do i = first, last, step
        ran = ran + 1
      end do
      call check_equal(ran, 0, "runtime")
    end do
  end subroutine
end program
