! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The same with arguments of kind 8, which libgomp has as procedures of their own (names that end in _8_).
! compilers: gfortran
! flags: -fdefault-integer-8
! run: OMP_NUM_THREADS=2 OMP_PLACES=threads OMP_PROC_BIND=close
! run: OMP_NUM_THREADS=3 OMP_PLACES=cores OMP_PROC_BIND=spread
program places_8
  use omp_lib
  use checks
  implicit none
  integer :: place, count, ran
  integer, allocatable :: numbers(:), ids(:)

  count = omp_get_num_places()
  call check(logical(count >= 1, 8), "places")
  call check_equal(int(omp_get_place_num_procs(count), 8), 0_8, "no such place")
  ran = 0
  !$omp parallel private(place, numbers, ids) reduction(+:ran)
  place = omp_get_place_num()
  call check(logical(place >= 0 .and. place < count, 8), "place")
  allocate (numbers(omp_get_partition_num_places()))
  numbers = -1
  call omp_get_partition_place_nums(numbers)
  call check(logical(any(numbers == place), 8), "place in the thread's part")
  call check(logical(all(numbers >= 0 .and. numbers < count), 8), "places of the part")
  allocate (ids(omp_get_place_num_procs(place)))
  ids = -1
  call omp_get_place_proc_ids(place, ids)
  call check(logical(size(ids) >= 1 .and. all(ids >= 0), 8), "CPUs of the place")
  ran = ran + 1
  !$omp end parallel
  call check(logical(ran >= 2, 8), "threads")
  call finish()
end program places_8
