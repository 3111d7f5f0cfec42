! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! do loops in Fortran: schedules, strides of both signs, integer kinds.
program do_schedules
  use omp_lib
  use checks
  implicit none
  integer :: chunk

  do chunk = 1, 30, 7
    call cover(1, 100, 1, chunk)
    call cover(100, 1, -1, chunk)
    call cover(-7, 93, 5, chunk)
    call cover(50, -50, -3, chunk)
    call cover_long(9000000000_8, 9000000400_8, 4_8, chunk)
    call cover_long(huge(1_8) - 100_8, huge(1_8) - 1_8, 1_8, chunk)
    call cover_long(-huge(1_8) + 99_8, -huge(1_8) + 1_8, -1_8, chunk)
  end do
  call finish()

contains

  subroutine verify(ran, first, last, step, what)
    integer, intent(in) :: ran(0:), first, last, step
    character(*), intent(in) :: what
    integer :: trips
    trips = max(0, (last - first + step) / step)
    call check(all(ran(0:trips - 1) == 1) .and. all(ran(trips:) == 0), what)
  end subroutine

  subroutine cover(first, last, step, chunk)
    integer, intent(in) :: first, last, step, chunk
    integer :: i, ran(0:199)

    ran = 0
    !$omp parallel do
    do i = first, last, step
      ran((i - first) / step) = ran((i - first) / step) + 1
    end do
    call verify(ran, first, last, step, "static")
    ran = 0
    !$omp parallel do schedule(static, chunk)
    do i = first, last, step
      ran((i - first) / step) = ran((i - first) / step) + 1
    end do
    call verify(ran, first, last, step, "static, chunk")
    ran = 0
    !$omp parallel do schedule(dynamic, chunk)
    do i = first, last, step
      ran((i - first) / step) = ran((i - first) / step) + 1
    end do
    call verify(ran, first, last, step, "dynamic")
    ran = 0
    !$omp parallel do schedule(guided, chunk)
    do i = first, last, step
      ran((i - first) / step) = ran((i - first) / step) + 1
    end do
    call verify(ran, first, last, step, "guided")
    ran = 0
    !$omp parallel do schedule(runtime)
    do i = first, last, step
      ran((i - first) / step) = ran((i - first) / step) + 1
    end do
    call verify(ran, first, last, step, "runtime")
    ran = 0
    !$omp parallel do schedule(auto)
    do i = first, last, step
      ran((i - first) / step) = ran((i - first) / step) + 1
    end do
    call verify(ran, first, last, step, "auto")
  end subroutine

  subroutine cover_long(first, last, step, chunk)
    integer(8), intent(in) :: first, last, step
    integer, intent(in) :: chunk
    integer(8) :: i, at
    integer :: ran(0:199), trips

    trips = int((last - first) / step) + 1
    ran = 0
    !$omp parallel do schedule(static, chunk) private(at)
    do i = first, last, step
      at = (i - first) / step
      ran(at) = ran(at) + 1
    end do
    call verify(ran, 1, trips, 1, "static, integer(8)")
    ran = 0
    !$omp parallel do schedule(dynamic, chunk) private(at)
    do i = first, last, step
      at = (i - first) / step
      ran(at) = ran(at) + 1
    end do
    call verify(ran, 1, trips, 1, "dynamic, integer(8)")
    ran = 0
    !$omp parallel do schedule(guided, chunk) private(at)
    do i = first, last, step
      at = (i - first) / step
      ran(at) = ran(at) + 1
    end do
    call verify(ran, 1, trips, 1, "guided, integer(8)")
  end subroutine
end program
