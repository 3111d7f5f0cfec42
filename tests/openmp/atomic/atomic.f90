! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! atomic in Fortran: intrinsic operators and procedures, on the kinds it has.
program atomic_program
  use omp_lib
  use checks
  implicit none
  integer :: lap, threads, me
  integer(1) :: tiny_sum
  integer(2) :: short_sum
  integer :: total, largest, smallest, ones, bits, parity, captured, claimed(0:96000)
  integer(8) :: wide
  real :: single_sum
  real(8) :: double_sum, double_largest
  complex(8) :: complex_sum
  logical :: every, any_one, same

  threads = 0
  tiny_sum = 0
  short_sum = 0
  total = 0
  largest = -1
  smallest = huge(1)
  ones = -1
  bits = 0
  parity = 0
  wide = 0
  single_sum = 0
  double_sum = 0
  double_largest = 0
  complex_sum = 0
  every = .true.
  any_one = .false.
  same = .true.
  claimed = 0
  !$omp parallel private(lap, me, captured)
  me = omp_get_thread_num()
  !$omp atomic
  threads = threads + 1
  do lap = 1, 500
    !$omp atomic
    tiny_sum = tiny_sum + 0_1
    !$omp atomic
    short_sum = short_sum + 1_2
    !$omp atomic update
    total = 2 + total
    !$omp atomic
    largest = max(largest, lap * 10 + me)
    !$omp atomic
    smallest = min(smallest, lap * 10 + me)
    !$omp atomic
    wide = wide + 10000000000_8
    !$omp atomic
    single_sum = single_sum + 0.5
    !$omp atomic
    double_sum = double_sum - 0.25d0
    !$omp atomic
    double_largest = max(double_largest, lap + me * 0.5d0)
    !$omp critical
    complex_sum = complex_sum + (1d0, -2d0)
    !$omp end critical
  end do
  !$omp atomic
  ones = iand(ones, not(ishft(1, mod(me, 7))))
  !$omp atomic
  bits = ior(bits, ishft(1, mod(me, 7)))
  !$omp atomic
  parity = ieor(parity, 5)
  !$omp atomic
  every = every .and. me >= 0
  !$omp atomic
  any_one = any_one .or. me == 0
  !$omp atomic
  same = same .eqv. .false.
  do lap = 1, 500
    !$omp atomic capture
    captured = total
    total = total + 1
    !$omp end atomic
    claimed(captured) = claimed(captured) + 1
  end do
  !$omp end parallel

  call check_equal(int(tiny_sum), 0, "integer(1)")
  call check_equal(int(short_sum), 500 * threads, "integer(2)")
  call check_equal(total, 1500 * threads, "captured total")
  call check_equal(sum(claimed), 500 * threads, "claimed values")
  call check_equal(maxval(claimed), 1, "claims of one value")
  call check_equal(largest, 5000 + threads - 1, "max")
  call check_equal(smallest, 10, "min")
  call check_equal(wide, 5000000000000_8 * threads, "integer(8)")
  call check_near(real(single_sum, 8), 250d0 * threads, 0d0, "real")
  call check_near(double_sum, -125d0 * threads, 0d0, "real(8)")
  call check_near(double_largest, 500 + (threads - 1) * 0.5d0, 0d0, "max of real(8)")
  call check_near(real(complex_sum, 8), 500d0 * threads, 0d0, "complex")
  call check_equal(bits, 2**min(threads, 7) - 1, "ior")
  call check_equal(ones, not(2**min(threads, 7) - 1), "iand")
  call check_equal(parity, merge(5, 0, mod(threads, 2) == 1), "ieor")
  call check(every, ".and.")
  call check(any_one, ".or.")
  call check(same .eqv. mod(threads, 2) == 0, ".eqv.")
  call finish()
end program
