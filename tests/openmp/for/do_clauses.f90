! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! collapse, ordered, lastprivate, firstprivate and nowait on Fortran loops.
program do_clauses
  use omp_lib
  use checks
  implicit none
  integer :: i, j, k, last, next, wrong, offset
  integer :: cube(4, 5, 6), chain(200)

  cube = 0
  !$omp parallel do collapse(3) schedule(dynamic, 7)
  do k = 1, 6
    do j = 1, 5
      do i = 1, 4
        cube(i, j, k) = cube(i, j, k) + 1
      end do
    end do
  end do
  call check(all(cube == 1), "collapse(3), dynamic")
  !$omp parallel do collapse(2)
  do k = 6, 1, -1
    do j = 1, 5
      do i = 1, 4
        cube(i, j, k) = cube(i, j, k) + 1
      end do
    end do
  end do
  call check(all(cube == 2), "collapse(2), static")

  next = 1
  wrong = 0
  !$omp parallel do ordered schedule(dynamic, 3)
  do i = 1, 100
    !$omp ordered
    if (next /= i) wrong = wrong + 1
    next = next + 1
    !$omp end ordered
  end do
  call check_equal(wrong, 0, "out of order")
  call check_equal(next, 101, "ordered regions")

  last = -1
  offset = 10
  !$omp parallel do lastprivate(last) firstprivate(offset) schedule(dynamic)
  do i = 1, 77
    last = i + offset
  end do
  call check_equal(last, 87, "lastprivate")

  chain = 0
  !$omp parallel private(i)
  !$omp do schedule(static)
  do i = 1, 200
    chain(i) = i
  end do
  !$omp end do nowait
  !$omp do schedule(static)
  do i = 1, 200
    chain(i) = chain(i) * 2
  end do
  !$omp end do
  !$omp do schedule(dynamic, 11)
  do i = 1, 200
    chain(i) = chain(i) + chain(201 - i) - chain(201 - i)
  end do
  !$omp end parallel
  call check_equal(sum(chain), 200 * 201, "nowait chain")
  call finish()
end program
