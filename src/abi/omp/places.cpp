// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places (OpenMP 5.2, 18.3). Where OMP_PLACES and its kin are not set the place list is empty, as it is under libgomp: no place has
// processors, and no thread is on one. Thread-safe.
#include "abi/omp/places.h"

#include <cstdint>
#include <span>

#include "abi/omp/fortran.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

std::span<const topology::CpuSet> places() {
  runtime::current();  // the first use of OpenMP reads the environment
  const affinity::Plan& plan = teams::conditions.binding;
  return plan.confines ? std::span<const topology::CpuSet>{} : plan.places;
}

// Null for a number that no place has.
const topology::CpuSet* place_at(std::int32_t number) {
  const std::span<const topology::CpuSet> all = places();
  return number >= 0 && static_cast<std::size_t>(number) < all.size() ? &all[static_cast<std::size_t>(number)]
                                                                      : nullptr;
}

template <class Integer>
void copy_processors(std::int32_t number, Integer* ids) {
  if (const topology::CpuSet* place = place_at(number); place != nullptr) {
    for (std::uint32_t cpu = place->next(0); cpu < topology::kMaxCpus; cpu = place->next(cpu + 1)) {
      *ids++ = static_cast<Integer>(cpu);
    }
  }
}

affinity::Partition partition() {
  return places().empty() ? affinity::Partition{} : teams::partition_of(thread_with_place());
}

template <class Integer>
void copy_partition(Integer* numbers) {
  const affinity::Partition own = partition();
  for (std::uint32_t i = 0; i < own.count; ++i) {
    numbers[i] = static_cast<Integer>(own.first) + static_cast<Integer>(i);
  }
}

}  // namespace

teams::Member& thread_with_place() {
  teams::Member& self = runtime::current();
  if (self.team->header.parent == nullptr && self.team->resting == nullptr) {
    teams::bind_root(self);
  }
  return self;
}

MUSTER_OMP(OMP_4_0, std::int32_t, omp_get_proc_bind, ()) {
  // omp_proc_bind_t numbers the kinds in the same order.
  static_assert(static_cast<int>(settings::ProcBind::spread) == 4);
  return static_cast<std::int32_t>(settings::bind_at(*runtime::current().icvs, 0));
}
MUSTER_OMP_ALIAS(OMP_4_0, omp_get_proc_bind_, omp_get_proc_bind);

MUSTER_OMP(OMP_4_5, std::int32_t, omp_get_num_places, ()) { return static_cast<std::int32_t>(places().size()); }
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_num_places_, omp_get_num_places);

MUSTER_OMP(OMP_4_5, std::int32_t, omp_get_partition_num_places, ()) { return partition().count; }
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_partition_num_places_, omp_get_partition_num_places);

// -1 for a thread that is not bound.
MUSTER_OMP(OMP_4_5, std::int32_t, omp_get_place_num, ()) {
  const std::uint16_t place = thread_with_place().thread->place;
  return places().empty() || place == affinity::kNoPlace ? -1 : place;
}
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_place_num_, omp_get_place_num);

MUSTER_OMP(OMP_4_5, std::int32_t, omp_get_place_num_procs, (std::int32_t number)) {
  const topology::CpuSet* place = place_at(number);
  return place == nullptr ? 0 : static_cast<std::int32_t>(place->count());
}
MUSTER_OMP_BY_REFERENCE(OMP_4_5, std::int32_t, omp_get_place_num_procs)

MUSTER_OMP(OMP_4_5, void, omp_get_place_proc_ids, (std::int32_t number, std::int32_t* ids)) {
  copy_processors(number, ids);
}
MUSTER_OMP(OMP_4_5, void, omp_get_place_proc_ids_, (const std::int32_t* number, std::int32_t* ids)) {
  copy_processors(*number, ids);
}
MUSTER_OMP(OMP_4_5, void, omp_get_place_proc_ids_8_, (const std::int64_t* number, std::int64_t* ids)) {
  copy_processors(saturate(*number), ids);
}

MUSTER_OMP(OMP_4_5, void, omp_get_partition_place_nums, (std::int32_t* numbers)) { copy_partition(numbers); }
MUSTER_OMP_ALIAS(OMP_4_5, omp_get_partition_place_nums_, omp_get_partition_place_nums);
MUSTER_OMP(OMP_4_5, void, omp_get_partition_place_nums_8_, (std::int64_t* numbers)) { copy_partition(numbers); }

}  // namespace muster::abi::omp
