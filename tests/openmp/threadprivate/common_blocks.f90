! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! threadprivate common blocks, saved variables and module variables in Fortran, with copyin.
! Flang 19 copies the primary thread's block onto itself while the others read it.
! not-under: thread:flang
module private_data
  implicit none
  integer :: module_value = 4
  !$omp threadprivate(module_value)
end module

program common_blocks
  use omp_lib
  use checks
  use private_data
  implicit none
  integer :: a, b(10), me, round, wrong
  real(8) :: c
  common /block/ a, b, c
  !$omp threadprivate(/block/)
  integer, save :: saved = 9
  !$omp threadprivate(saved)

  wrong = 0
  a = 17
  b = 3
  c = 0.5d0
  !$omp parallel copyin(/block/) private(me)
  me = omp_get_thread_num()
  call check_equal(a, 17, "copyin of a block")
  call check_equal(b(10), 3, "copyin of an array")
  call check_equal(module_value, 4, "module variable")
  call check_equal(saved, 9, "saved variable")
  a = me
  b = me * 2
  module_value = me * 3
  saved = me * 4
  call set_in_subroutine(me)
  !$omp end parallel
  do round = 1, 50
    !$omp parallel private(me)
    me = omp_get_thread_num()
    if (a /= me + round - 1 .or. b(5) /= me * 2 .or. module_value /= me * 3 .or. saved /= me * 4 .or. &
        c /= me * 0.25d0) then
      !$omp atomic
      wrong = wrong + 1
    end if
    a = a + 1
    !$omp end parallel
  end do
  call check_equal(wrong, 0, "values that did not persist")
  call check_equal(a, 50, "primary thread's copy")
  call finish()

contains

  subroutine set_in_subroutine(me)
    integer, intent(in) :: me
    c = me * 0.25d0
  end subroutine
end program
