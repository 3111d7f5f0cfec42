! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Fortran face of check.h. Kinds are explicit, so that programs built with other default kinds can use the module too.
module checks
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_long_long, c_null_char
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
  implicit none
  private
  public :: check, check_equal, check_near, finish

  interface
    subroutine c_check_true(holds, condition, file, line) bind(c, name="check_true")
      import :: c_char, c_int
      integer(c_int), value :: holds, line
      character(kind=c_char), intent(in) :: condition(*), file(*)
    end subroutine
    subroutine c_check_equal(actual, expected, what, file, line) bind(c, name="check_equal")
      import :: c_char, c_int, c_long_long
      integer(c_long_long), value :: actual, expected
      character(kind=c_char), intent(in) :: what(*), file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_check_near(actual, expected, tolerance, what, file, line) bind(c, name="check_near")
      import :: c_char, c_double, c_int
      real(c_double), value :: actual, expected, tolerance
      character(kind=c_char), intent(in) :: what(*), file(*)
      integer(c_int), value :: line
    end subroutine
    function c_finish() bind(c, name="finish") result(status)
      import :: c_int
      integer(c_int) :: status
    end function
    subroutine c_exit(status) bind(c, name="exit")
      import :: c_int
      integer(c_int), value :: status
    end subroutine
  end interface

  interface check
    module procedure check_logical_4, check_logical_8
  end interface

  interface check_equal
    module procedure check_equal_32, check_equal_64, check_equal_32_64, check_equal_64_32
  end interface

  interface check_near
    module procedure check_near_32, check_near_64
  end interface

contains

  subroutine check_logical_4(holds, what)
    logical(4), intent(in) :: holds
    character(*), intent(in) :: what
    call c_check_true(merge(1_c_int, 0_c_int, holds), what // c_null_char, "fortran" // c_null_char, 0_c_int)
  end subroutine

  subroutine check_logical_8(holds, what)
    logical(8), intent(in) :: holds
    character(*), intent(in) :: what
    call c_check_true(merge(1_c_int, 0_c_int, holds), what // c_null_char, "fortran" // c_null_char, 0_c_int)
  end subroutine

  subroutine check_equal_64(actual, expected, what)
    integer(int64), intent(in) :: actual, expected
    character(*), intent(in) :: what
    call c_check_equal(actual, expected, what // c_null_char, "fortran" // c_null_char, 0_c_int)
  end subroutine

  subroutine check_equal_32(actual, expected, what)
    integer(int32), intent(in) :: actual, expected
    character(*), intent(in) :: what
    call check_equal_64(int(actual, int64), int(expected, int64), what)
  end subroutine

  subroutine check_equal_32_64(actual, expected, what)
    integer(int32), intent(in) :: actual
    integer(int64), intent(in) :: expected
    character(*), intent(in) :: what
    call check_equal_64(int(actual, int64), expected, what)
  end subroutine

  subroutine check_equal_64_32(actual, expected, what)
    integer(int64), intent(in) :: actual
    integer(int32), intent(in) :: expected
    character(*), intent(in) :: what
    call check_equal_64(actual, int(expected, int64), what)
  end subroutine

  subroutine check_near_64(actual, expected, tolerance, what)
    real(real64), intent(in) :: actual, expected, tolerance
    character(*), intent(in) :: what
    call c_check_near(actual, expected, tolerance, what // c_null_char, "fortran" // c_null_char, 0_c_int)
  end subroutine

  subroutine check_near_32(actual, expected, tolerance, what)
    real(real32), intent(in) :: actual, expected, tolerance
    character(*), intent(in) :: what
    call check_near_64(real(actual, real64), real(expected, real64), real(tolerance, real64), what)
  end subroutine

  subroutine finish()
    call c_exit(c_finish())
  end subroutine
end module
