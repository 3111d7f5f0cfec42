// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal control variables of the calling task: how many threads, how deep, how dynamic (OpenMP 5.2, 18.2). Thread-safe:
// a task has its own. A number out of range is brought into range, silently, as libgomp and libomp do.
#include <cstdint>

#include "abi/omp/fortran.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

settings::Icvs& writable() { return teams::writable_icvs(runtime::current()); }
const settings::Icvs& readable() { return *runtime::current().icvs; }

}  // namespace

MUSTER_OMP(OMP_1_0, void, omp_set_num_threads, (std::int32_t num_threads)) {
  settings::set_num_threads(writable(), num_threads > 0 ? num_threads : 1);
}
MUSTER_OMP_BY_REFERENCE(OMP_1_0, void, omp_set_num_threads)
MUSTER_KMP_ALIAS(ompc_set_num_threads, omp_set_num_threads);

MUSTER_OMP(OMP_1_0, void, omp_set_dynamic, (std::int32_t dynamic)) {
  teams::set_dynamic(runtime::current(), dynamic != 0);
}
MUSTER_OMP_BY_REFERENCE(OMP_1_0, void, omp_set_dynamic)
MUSTER_KMP_ALIAS(ompc_set_dynamic, omp_set_dynamic);

MUSTER_OMP(OMP_1_0, std::int32_t, omp_get_dynamic, ()) { return readable().dynamic ? 1 : 0; }
MUSTER_OMP_ALIAS(OMP_1_0, omp_get_dynamic_, omp_get_dynamic);

// Deprecated in OpenMP 5.0, where nesting became a matter of levels: true allows all of them, and false one. The peers differ where another number was
// set: libgomp allows all the same, and libomp keeps more than one, as it keeps none. The version of the name tells whose program calls.
MUSTER_ABI_DEFAULT(OMP_1_0, omp_set_nested, gomp_set_nested);
MUSTER_ABI_DEFINE(void, gomp_set_nested, (std::int32_t nested)) {
  settings::Icvs& icvs = writable();
  if (nested != 0) {
    icvs.max_active_levels = settings::kSupportedActiveLevels;
  } else if (icvs.max_active_levels > 1) {
    icvs.max_active_levels = 1;
  }
}
MUSTER_ABI_HIDDEN(VERSION, omp_set_nested, kmp_set_nested);
MUSTER_ABI_DEFINE(void, kmp_set_nested, (std::int32_t nested)) {
  settings::Icvs& icvs = writable();
  if (nested == 0) {
    icvs.max_active_levels = 1;
  } else if (icvs.max_active_levels == 1) {
    icvs.max_active_levels = settings::kSupportedActiveLevels;
  }
}
MUSTER_KMP_ALIAS(ompc_set_nested, kmp_set_nested);

MUSTER_ABI_DEFAULT(OMP_1_0, omp_set_nested_, gomp_set_nested_4);
MUSTER_ABI_DEFINE(void, gomp_set_nested_4, (const std::int32_t* nested)) { gomp_set_nested(*nested); }
MUSTER_ABI_DEFAULT(OMP_1_0, omp_set_nested_8_, gomp_set_nested_8);
MUSTER_ABI_DEFINE(void, gomp_set_nested_8, (const std::int64_t* nested)) { gomp_set_nested(saturate(*nested)); }
MUSTER_ABI_HIDDEN(VERSION, omp_set_nested_, kmp_set_nested_4);
MUSTER_ABI_DEFINE(void, kmp_set_nested_4, (const std::int32_t* nested)) { kmp_set_nested(*nested); }
MUSTER_ABI_HIDDEN(VERSION, omp_set_nested_8_, kmp_set_nested_8);
MUSTER_ABI_DEFINE(void, kmp_set_nested_8, (const std::int64_t* nested)) { kmp_set_nested(saturate(*nested)); }

MUSTER_OMP(OMP_1_0, std::int32_t, omp_get_nested, ()) {
  const teams::Member& self = runtime::current();
  const auto active = static_cast<std::int32_t>(teams::active_level(self));
  return self.icvs->max_active_levels > 1 && self.icvs->max_active_levels > active ? 1 : 0;
}
MUSTER_OMP_ALIAS(OMP_1_0, omp_get_nested_, omp_get_nested);

MUSTER_OMP(OMP_3_0, void, omp_set_max_active_levels, (std::int32_t levels)) {
  if (levels >= 0) {
    const bool is_supported = levels <= settings::kSupportedActiveLevels;
    writable().max_active_levels = is_supported ? levels : settings::kSupportedActiveLevels;
  }
}
MUSTER_OMP_BY_REFERENCE(OMP_3_0, void, omp_set_max_active_levels)
MUSTER_KMP_ALIAS(ompc_set_max_active_levels, omp_set_max_active_levels);

MUSTER_OMP(OMP_3_0, std::int32_t, omp_get_max_active_levels, ()) { return readable().max_active_levels; }
MUSTER_OMP_ALIAS(OMP_3_0, omp_get_max_active_levels_, omp_get_max_active_levels);

MUSTER_OMP(OMP_5_0_1, std::int32_t, omp_get_supported_active_levels, ()) { return settings::kSupportedActiveLevels; }
MUSTER_OMP_ALIAS(OMP_5_0_1, omp_get_supported_active_levels_, omp_get_supported_active_levels);

MUSTER_OMP(OMP_3_0, std::int32_t, omp_get_thread_limit, ()) { return settings::thread_limit_of(readable()); }
MUSTER_OMP_ALIAS(OMP_3_0, omp_get_thread_limit_, omp_get_thread_limit);

MUSTER_OMP(OMP_4_0, std::int32_t, omp_get_cancellation, ()) {
  return runtime::settings_at_start().global.cancellation ? 1 : 0;
}
MUSTER_OMP_ALIAS(OMP_4_0, omp_get_cancellation_, omp_get_cancellation);

MUSTER_OMP(OMP_4_5, std::int32_t, omp_get_max_task_priority, ()) {
  return runtime::settings_at_start().global.max_task_priority;
}
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_max_task_priority_, omp_get_max_task_priority);

}  // namespace muster::abi::omp
