// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places (OpenMP 5.2, 18.3). Threads are not bound to places yet, so the place list is empty, as it is under libgomp when
// OMP_PLACES is not set: no place has processors, and no thread is on one.
#include <cstdint>

#include "abi/omp/fortran.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {

MUSTER_OMP(OMP_4_0, std::int32_t, omp_get_proc_bind, ()) {
  // omp_proc_bind_t numbers the kinds in the same order.
  static_assert(static_cast<int>(settings::ProcBind::spread) == 4);
  return static_cast<std::int32_t>(settings::bind_at(*runtime::current().icvs, 0));
}
MUSTER_OMP_ALIAS(OMP_4_0, omp_get_proc_bind_, omp_get_proc_bind);

MUSTER_OMP(OMP_4_5, std::int32_t, omp_get_num_places, ()) { return 0; }
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_num_places_, omp_get_num_places);
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_partition_num_places, omp_get_num_places);
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_partition_num_places_, omp_get_num_places);

MUSTER_OMP(OMP_4_5, std::int32_t, omp_get_place_num, ()) { return -1; }
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_place_num_, omp_get_place_num);

MUSTER_OMP(OMP_4_5, std::int32_t, omp_get_place_num_procs, (std::int32_t /*place*/)) { return 0; }
MUSTER_OMP_BY_REFERENCE(OMP_4_5, std::int32_t, omp_get_place_num_procs)

// A place without processors leaves the caller's array, which has no elements, alone.
MUSTER_OMP(OMP_4_5, void, omp_get_place_proc_ids, (std::int32_t /*place*/, std::int32_t* /*ids*/)) {}
MUSTER_OMP(OMP_4_5, void, omp_get_place_proc_ids_, (const std::int32_t* /*place*/, std::int32_t* /*ids*/)) {}
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_place_proc_ids_8_, omp_get_place_proc_ids_);

MUSTER_OMP(OMP_4_5, void, omp_get_partition_place_nums, (std::int32_t* /*places*/)) {}
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_partition_place_nums_, omp_get_partition_place_nums);
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_partition_place_nums_8_, omp_get_partition_place_nums);

}  // namespace muster::abi::omp
