! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The procedures about places: each thread's place is in its part, and has CPUs.
! run: OMP_NUM_THREADS=2 OMP_PLACES=threads OMP_PROC_BIND=close
! run: OMP_NUM_THREADS=3 OMP_PLACES=cores OMP_PROC_BIND=spread
program places
  use omp_lib
  use checks
  implicit none
  integer :: place, count, ran
  integer, allocatable :: numbers(:), ids(:)

  count = omp_get_num_places()
  call check(count >= 1, "places")
  call check_equal(omp_get_place_num_procs(count), 0, "no such place")
  ran = 0
  !$omp parallel private(place, numbers, ids) reduction(+:ran)
  place = omp_get_place_num()
  call check(place >= 0 .and. place < count, "place")
  allocate (numbers(omp_get_partition_num_places()))
  numbers = -1
  call omp_get_partition_place_nums(numbers)
  call check(any(numbers == place), "place in the thread's part")
  call check(all(numbers >= 0 .and. numbers < count), "places of the part")
  allocate (ids(omp_get_place_num_procs(place)))
  ids = -1
  call omp_get_place_proc_ids(place, ids)
  call check(size(ids) >= 1 .and. all(ids >= 0), "CPUs of the place")
  ran = ran + 1
  !$omp end parallel
  call check(ran >= 2, "threads")
  call finish()
end program places
