! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Every intrinsic reduction operator of Fortran, and several kinds, on regions, loops and sections.
program reductions
  use omp_lib
  use checks
  implicit none
  integer :: i, total, product_of_signs, largest, smallest, ones, bits, parity, threads
  integer(8) :: wide
  integer(2) :: short
  real :: single
  real(8) :: double, product_of_powers
  complex(8) :: complex_sum
  logical :: every, any_one, same, different

  total = 5
  product_of_signs = 1
  largest = -1
  smallest = 1000
  ones = 255
  bits = 0
  parity = 0
  wide = 0
  short = 0
  single = 1
  double = 0
  product_of_powers = 1
  complex_sum = 0
  every = .true.
  any_one = .false.
  same = .true.
  different = .false.
  !$omp parallel do schedule(dynamic, 3) &
  !$omp& reduction(+:total, wide, short, single, complex_sum) reduction(+:double) &
  !$omp& reduction(*:product_of_signs, product_of_powers) reduction(max:largest) reduction(min:smallest) &
  !$omp& reduction(iand:ones) reduction(ior:bits) reduction(ieor:parity) &
  !$omp& reduction(.and.:every) reduction(.or.:any_one) reduction(.eqv.:same) reduction(.neqv.:different)
  do i = 1, 100
    total = total + i
    product_of_signs = -product_of_signs
    largest = max(largest, mod(i * 37, 101))
    smallest = min(smallest, mod(i * 37, 101))
    ones = iand(ones, not(ishft(1, mod(i, 4))))
    bits = ior(bits, ishft(1, mod(i, 8)))
    parity = ieor(parity, i)
    wide = wide + 10000000000_8
    short = short + 1_2
    single = single + 0.5
    double = double - 0.25d0
    if (mod(i, 2) == 0) then
      product_of_powers = product_of_powers * 2
    else
      product_of_powers = product_of_powers / 2
    end if
    complex_sum = complex_sum + (1d0, 2d0)
    every = every .and. i > 0
    any_one = any_one .or. i == 50
    same = same .eqv. .false.
    different = different .neqv. .true.
  end do
  call check_equal(total, 5055, "+")
  call check_equal(product_of_signs, 1, "*")
  call check_equal(largest, 100, "max")
  call check_equal(smallest, 1, "min")
  call check_equal(ones, 240, "iand")
  call check_equal(bits, 255, "ior")
  call check_equal(parity, 100, "ieor")
  call check_equal(wide, 1000000000000_8, "integer(8)")
  call check_equal(int(short), 100, "integer(2)")
  call check_near(real(single, 8), 51d0, 0d0, "real")
  call check_near(double, -25d0, 0d0, "real(8)")
  call check_near(product_of_powers, 1d0, 0d0, "* of real(8)")
  call check_near(aimag(complex_sum), 200d0, 0d0, "complex")
  call check(every, ".and.")
  call check(any_one, ".or.")
  call check(same, ".eqv.")
  call check(.not. different, ".neqv.")

  threads = 0
  !$omp parallel reduction(+:threads)
  threads = threads + 1
  !$omp end parallel
  call check(threads >= 1, "region")
  total = 1
  !$omp parallel
  !$omp do reduction(+:total)
  do i = 1, 10
    total = total + i
  end do
  !$omp end do
  call check_equal(total, 56, "after the loop")
  !$omp end parallel
  call finish()
end program
