! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Reductions over Fortran arrays: explicit shape, allocatable, max of arrays, and declare reduction of a derived type.
! Flang 19 accepts scalars only.
! compilers: gfortran
module points
  implicit none
  type point
    integer :: x = 0, y = 0
  end type
end module

program arrays
  use points
  use checks
  implicit none
  integer :: i, histogram(7)
  real(8), allocatable :: sums(:)
  integer :: largest(3)
  type(point) :: total
  !$omp declare reduction(add_points : point : omp_out = point(omp_out%x + omp_in%x, omp_out%y + omp_in%y)) &
  !$omp& initializer(omp_priv = point(0, 0))

  histogram = 1
  allocate(sums(-2:2))
  sums = 0
  largest = 0
  !$omp parallel do reduction(+:histogram, sums) reduction(max:largest) reduction(add_points:total)
  do i = 1, 700
    histogram(mod(i, 7) + 1) = histogram(mod(i, 7) + 1) + 1
    sums(mod(i, 5) - 2) = sums(mod(i, 5) - 2) + 0.5d0
    largest(mod(i, 3) + 1) = max(largest(mod(i, 3) + 1), i)
    total%x = total%x + 1
    total%y = total%y + i
  end do
  call check(all(histogram == 101), "explicit shape")
  call check(all(sums == 70d0), "allocatable")
  call check(all(largest == [699, 700, 698]), "max")
  call check_equal(total%x, 700, "declared reduction")
  call check_equal(total%y, 700 * 701 / 2, "declared reduction, second component")
  call finish()
end program
