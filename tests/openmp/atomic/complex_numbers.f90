! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! atomic on complex numbers, which Flang 19 does not accept.
! compilers: gfortran
program complex_program
  use omp_lib
  use checks
  implicit none
  integer :: lap, threads
  complex :: small
  complex(8) :: large

  threads = 0
  small = 0
  large = 1
  !$omp parallel private(lap)
  !$omp atomic
  threads = threads + 1
  do lap = 1, 400
    !$omp atomic
    small = small + (1.0, -0.5)
    !$omp atomic
    large = large * (0d0, 1d0)
  end do
  !$omp end parallel
  call check_near(real(small), 400.0 * threads, 0.0, "real part of the sum")
  call check_near(aimag(small), -200.0 * threads, 0.0, "imaginary part of the sum")
  call check_near(real(large), 1d0, 0d0, "real part of the product")
  call check_near(aimag(large), 0d0, 0d0, "imaginary part of the product")
  call finish()
end program
