! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! finds: barrier.* inside of a critical
! compilers: gcc clang
subroutine step()
  !$omp barrier ! told
  call after()
end subroutine

subroutine after()
end subroutine

program barrier_in_critical
  external :: step
  !$omp parallel num_threads(1)
#ifdef MISUSE
  !$omp critical
  call step()
  !$omp end critical
#else
  call step()
#endif
  !$omp end parallel
end program
