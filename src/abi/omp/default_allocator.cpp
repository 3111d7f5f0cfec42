// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// def-allocator-var (OpenMP 5.2, 2.1), and what OMP_ALLOCATOR says of it.
#include <string_view>

#include "abi/omp/allocator.h"
#include "abi/omp/league_region.h"
#include "locks/locks.h"
#include "platform/native.h"
#include "platform/standard_error.h"
#include "runtime/runtime.h"

namespace muster::abi {
namespace {

// The allocator that OMP_ALLOCATOR describes by a memory space and traits. Made when first asked for: a program that
// allocates nothing needs none.
struct EnvironmentAllocator {
  locks::Mutex<platform::Native> making;
  platform::Native::Atomic<AllocatorHandle> handle{kNullAllocator};
};
constinit EnvironmentAllocator environment_allocator;

AllocatorHandle made_from(const settings::Allocator& described) {
  AllocatorTrait traits[settings::kMaxAllocatorTraits];
  for (std::uint32_t i = 0; i < described.trait_count; ++i) {
    traits[i] = {static_cast<std::int32_t>(described.traits[i].key), described.traits[i].value};
  }
  const AllocatorHandle handle =
      make_allocator(described.memory_space, static_cast<std::int32_t>(described.trait_count), traits);
  if (handle == kNullAllocator) {
    if (runtime::settings_at_start().global.warnings) {
      constexpr std::string_view kMessage =
          "OMP: Warning #190: muster: OMP_ALLOCATOR: this machine cannot give such memory; using "
          "omp_default_mem_alloc\n";
      platform::write_standard_error(kMessage.data(), kMessage.size());
    }
    return kDefaultMemAlloc;
  }
  return handle;
}

AllocatorHandle allocator_of_environment(const settings::Allocator& described) {
  // A: acquire, pairs with B
  AllocatorHandle handle = environment_allocator.handle.load_acquire();
  if (handle != kNullAllocator) {
    return handle;
  }
  environment_allocator.making.lock();
  handle = environment_allocator.handle.load_relaxed();
  if (handle == kNullAllocator) {
    handle = made_from(described);
    // B: release, pairs with A
    environment_allocator.handle.store_release(handle);
  }
  environment_allocator.making.unlock();
  return handle;
}

// How the ICV holds "default memory, and the program said so", which OMP_ALLOCATOR must not change any more.
constexpr AllocatorHandle kDefaultBySetting = kLastPredefinedAllocator;

// While a region runs, the implicit task that has met its construct cannot change the variable, so that what the region has inherited is what that task has.
AllocatorHandle icv_of(const teams::Member& current) {
  const teams::Member* member = &current;
  for (;;) {
    const teams::OnDemand::DefaultAllocator& set = member->on_demand->default_allocator;
    if (set.handle != kNullAllocator && set.region == member->region) {
      return set.handle;
    }
    if (member->team->header.parent == nullptr) {
      return member->icvs->default_allocator;
    }
    member = member->team->header.parent;
  }
}

}  // namespace

AllocatorHandle default_allocator() {
  const AllocatorHandle handle = icv_of(runtime::current());
  if (handle == kDefaultBySetting) {
    return kDefaultMemAlloc;
  }
  const settings::Allocator& described = runtime::settings_at_start().global.allocator;
  const bool says_nothing = handle == kDefaultMemAlloc && described.predefined == kNullAllocator;
  return says_nothing ? allocator_of_environment(described) : handle;
}

void set_default_allocator(AllocatorHandle handle) {
  if (handle == kNullAllocator) {
    return;
  }
  teams::Member& self = runtime::current();
  const AllocatorHandle value = handle == kDefaultMemAlloc ? kDefaultBySetting : handle;
  self.on_demand->default_allocator = {value, self.region};
  // The region of a worker has a number; the primary thread's forgets.
  if (&self == &self.team->first && self.team->header.parent != nullptr) {
    self.team->primary.chores |= teams::kForgetDefaultAllocator;
  }
  // A target task that a helper runs starts with the ICVs of the task that makes it.
  teams::writable_icvs(self).default_allocator = value;
}

settings::Icvs icvs_for_league(const teams::Member& self) {
  settings::Icvs icvs = *self.icvs;
  icvs.default_allocator = icv_of(self);
  return icvs;
}

}  // namespace muster::abi
