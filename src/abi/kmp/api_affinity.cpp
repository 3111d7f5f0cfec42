// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intel's affinity interface: masks of CPUs as objects of the program, and the affinity of the calling thread.
// Thread-safe as far as two threads do not use one mask. Results: 0, or -1 for a CPU number or mask that makes no sense,
// -2 for a CPU that the process may not use, else the errno value of the system.
#include <stdlib.h>

#include <cstdint>
#include <new>

#include "abi/exports/export.h"
#include "runtime/runtime.h"
#include "topology/topology.h"

namespace muster::abi::kmp {
namespace {

using topology::CpuSet;

// kmp_affinity_mask_t, an address that the program keeps.
using Mask = CpuSet*;

constexpr std::int32_t kInvalid = -1;
constexpr std::int32_t kNotAvailable = -2;

const CpuSet& initial_mask() {
  runtime::settings_at_start();  // the mask is read when the runtime starts
  return topology::affinity_mask();
}

std::int32_t cpu_numbers() {
  std::int32_t numbers = 0;
  const CpuSet& all = initial_mask();
  for (std::uint32_t cpu = all.next(0); cpu < topology::kMaxCpus; cpu = all.next(cpu + 1)) {
    numbers = static_cast<std::int32_t>(cpu) + 1;
  }
  return numbers;
}

std::int32_t why_not(std::int32_t cpu, const Mask* mask) {
  if (cpu < 0 || cpu >= cpu_numbers() || mask == nullptr || *mask == nullptr) {
    return kInvalid;
  }
  return initial_mask().contains(static_cast<std::uint32_t>(cpu)) ? 0 : kNotAvailable;
}

// KMP_AFFINITY=disabled turns these routines off (libomp's documentation).
bool is_disabled() {
  const settings::GlobalSettings& global = runtime::settings_at_start().global;
  return global.affinity_policy.type == settings::AffinityType::disabled;
}

}  // namespace

MUSTER_KMP(std::int32_t, kmp_get_affinity_max_proc, ()) { return cpu_numbers(); }
MUSTER_KMP_ALIAS(kmp_get_affinity_max_proc_, kmp_get_affinity_max_proc);

// The mask stays null when there is no memory; the other routines answer -1 to that.
MUSTER_KMP(void, kmp_create_affinity_mask, (Mask * mask)) {
  void* memory = malloc(sizeof(CpuSet));
  *mask = memory == nullptr ? nullptr : new (memory) CpuSet;
}
MUSTER_KMP_ALIAS(kmp_create_affinity_mask_, kmp_create_affinity_mask);
MUSTER_KMP(void, kmp_destroy_affinity_mask, (Mask * mask)) {
  free(*mask);
  *mask = nullptr;
}
MUSTER_KMP_ALIAS(kmp_destroy_affinity_mask_, kmp_destroy_affinity_mask);

MUSTER_KMP(std::int32_t, kmp_set_affinity_mask_proc, (std::int32_t cpu, Mask* mask)) {
  const std::int32_t reason = why_not(cpu, mask);
  if (reason == 0) {
    (*mask)->add(static_cast<std::uint32_t>(cpu));
  }
  return reason;
}
MUSTER_KMP(std::int32_t, kmp_set_affinity_mask_proc_, (const std::int32_t* cpu, Mask* mask)) {
  return kmp_set_affinity_mask_proc(*cpu, mask);
}
MUSTER_KMP_ALIAS(kmpc_set_affinity_mask_proc, kmp_set_affinity_mask_proc);

MUSTER_KMP(std::int32_t, kmp_unset_affinity_mask_proc, (std::int32_t cpu, Mask* mask)) {
  const std::int32_t reason = why_not(cpu, mask);
  if (reason == 0) {
    (*mask)->words[static_cast<std::size_t>(cpu) / 64] &= ~(std::uint64_t{1} << (cpu % 64));
  }
  return reason;
}
MUSTER_KMP(std::int32_t, kmp_unset_affinity_mask_proc_, (const std::int32_t* cpu, Mask* mask)) {
  return kmp_unset_affinity_mask_proc(*cpu, mask);
}
MUSTER_KMP_ALIAS(kmpc_unset_affinity_mask_proc, kmp_unset_affinity_mask_proc);

// 1 if the CPU is in the mask, 0 if not.
MUSTER_KMP(std::int32_t, kmp_get_affinity_mask_proc, (std::int32_t cpu, Mask* mask)) {
  const std::int32_t reason = why_not(cpu, mask);
  if (reason == kInvalid) {
    return kInvalid;
  }
  return reason == 0 && (*mask)->contains(static_cast<std::uint32_t>(cpu)) ? 1 : 0;
}
MUSTER_KMP(std::int32_t, kmp_get_affinity_mask_proc_, (const std::int32_t* cpu, Mask* mask)) {
  return kmp_get_affinity_mask_proc(*cpu, mask);
}
MUSTER_KMP_ALIAS(kmpc_get_affinity_mask_proc, kmp_get_affinity_mask_proc);

MUSTER_KMP(std::int32_t, kmp_set_affinity, (Mask * mask)) {
  return is_disabled() || mask == nullptr || *mask == nullptr ? kInvalid : topology::bind_caller(**mask);
}
MUSTER_KMP_ALIAS(kmp_set_affinity_, kmp_set_affinity);

MUSTER_KMP(std::int32_t, kmp_get_affinity, (Mask * mask)) {
  return !is_disabled() && mask != nullptr && *mask != nullptr && topology::read_affinity(0, **mask) ? 0 : kInvalid;
}
MUSTER_KMP_ALIAS(kmp_get_affinity_, kmp_get_affinity);

// Back to the CPUs that the process had when it started.
MUSTER_KMP(std::int32_t, kmp_set_thread_affinity_mask_initial, ()) { return topology::bind_caller(initial_mask()); }

}  // namespace muster::abi::kmp
