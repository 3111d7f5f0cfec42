// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// omp_get_wtime and omp_get_wtick (OpenMP 5.2, 18.10).
#include "abi/omp/fortran.h"
#include "platform/native.h"

namespace muster::abi::omp {

// Both clocks that programs may compare, in different threads, are the one monotonic clock of the machine.
MUSTER_OMP(OMP_2_0, double, omp_get_wtime, ()) { return static_cast<double>(platform::Native::now_ns()) * 1e-9; }
MUSTER_OMP_ALIAS(OMP_2_0, omp_get_wtime_, omp_get_wtime);

// The resolution of that clock (clock_getres on every Linux with high-resolution timers).
MUSTER_OMP(OMP_2_0, double, omp_get_wtick, ()) { return 1e-9; }
MUSTER_OMP_ALIAS(OMP_2_0, omp_get_wtick_, omp_get_wtick);

}  // namespace muster::abi::omp
