// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// omp_pause_resource (OpenMP 5.2, 18.6): "returns zero in case of success, and non-zero otherwise". The caller's threads end, and
// with them what was thread-local to them, whether the pause is soft or hard; the next region makes new ones.
#include <cstdint>

#include "abi/exports/export.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

constexpr std::int32_t kRelinquished = 0;
constexpr std::int32_t kRefused = -1;

// omp_pause_resource_t; OpenMP 6.0 adds the third.
enum Kind : std::int32_t { kSoft = 1, kHard = 2, kStopTool = 3 };

bool is_host(std::int32_t device) { return device == 0 || device == -1; }

std::int32_t pause(std::int32_t kind) {
  teams::Member& self = runtime::current();
  // Only an initial task of the program's own thread has no threads that it needs.
  const bool outside = self.team->header.parent == nullptr && self.team->resting == nullptr;
  if (kind < kSoft || kind > kStopTool || !outside) {
    return kRefused;
  }
  teams::end_workers_of(self);
  return kRelinquished;
}

}  // namespace

MUSTER_OMP(OMP_5_0, std::int32_t, omp_pause_resource, (std::int32_t kind, std::int32_t device)) {
  return is_host(device) ? pause(kind) : kRefused;
}
MUSTER_OMP(OMP_5_0, std::int32_t, omp_pause_resource_, (const std::int32_t* kind, const std::int32_t* device)) {
  return omp_pause_resource(*kind, *device);
}
MUSTER_OMP(OMP_5_0, std::int32_t, omp_pause_resource_all, (std::int32_t kind)) { return pause(kind); }
MUSTER_OMP(OMP_5_0, std::int32_t, omp_pause_resource_all_, (const std::int32_t* kind)) { return pause(*kind); }
// libomp's own name for the latter.
MUSTER_KMP(std::int32_t, __kmpc_pause_resource, (std::int32_t kind)) { return pause(kind); }

}  // namespace muster::abi::omp
