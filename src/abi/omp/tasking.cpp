// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program asks about the task that it is in (OpenMP 5.2, 18.5 and 18.6), and events. Thread-safe.
#include <cstdint>

#include "abi/exports/export.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {

MUSTER_OMP(OMP_3_1, std::int32_t, omp_in_final, ()) {
  const teams::Member* self = teams::current_member;
  return self != nullptr && self->current->is(tasks::kFinal) ? 1 : 0;
}
MUSTER_OMP_ALIAS(OMP_3_1, omp_in_final_, omp_in_final);

MUSTER_OMP(OMP_5_2, std::int32_t, omp_in_explicit_task, ()) {
  const teams::Member* self = teams::current_member;
  return self != nullptr && self->current->is(tasks::kExplicit) ? 1 : 0;
}
MUSTER_OMP_ALIAS(OMP_5_2, omp_in_explicit_task_, omp_in_explicit_task);

// OpenMP 6.0, 21.1.7 and 21.1.8, as libiomp5 exports them. No thread outside of a team runs its tasks.
MUSTER_KMP(std::int32_t, omp_is_free_agent, ()) { return 0; }
MUSTER_KMP_ALIAS(omp_is_free_agent_, omp_is_free_agent);
MUSTER_KMP(std::int32_t, omp_ancestor_is_free_agent, (std::int32_t /*level*/)) { return 0; }
MUSTER_KMP_ALIAS(omp_ancestor_is_free_agent_, omp_ancestor_is_free_agent);

// The handle is the address of the task, in C and in Fortran alike by value. Any thread, also one that the runtime has
// not met.
MUSTER_OMP(OMP_5_0_1, void, omp_fulfill_event, (std::uintptr_t event)) {
  tasks::fulfil(teams::current_member, *reinterpret_cast<tasks::Task*>(event));
}
MUSTER_OMP_ALIAS(OMP_5_0_1, omp_fulfill_event_, omp_fulfill_event);

}  // namespace muster::abi::omp
