// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// omp_pause_resource (OpenMP 5.2, 18.6): "returns zero in case of success, and non-zero otherwise". Threads are kept for the
// next region, so nothing is relinquished, and the answer says so.
#include <cstdint>

#include "abi/exports/export.h"

namespace muster::abi::omp {
namespace {

constexpr std::int32_t kNotRelinquished = -1;

}  // namespace

MUSTER_OMP(OMP_5_0, std::int32_t, omp_pause_resource, (std::int32_t /*kind*/, std::int32_t /*device*/)) {
  return kNotRelinquished;
}
MUSTER_OMP(OMP_5_0, std::int32_t, omp_pause_resource_, (const std::int32_t* /*kind*/, const std::int32_t* /*device*/)) {
  return kNotRelinquished;
}
MUSTER_OMP(OMP_5_0, std::int32_t, omp_pause_resource_all, (std::int32_t /*kind*/)) { return kNotRelinquished; }
MUSTER_OMP(OMP_5_0, std::int32_t, omp_pause_resource_all_, (const std::int32_t* /*kind*/)) { return kNotRelinquished; }

}  // namespace muster::abi::omp
