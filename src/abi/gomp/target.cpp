// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target constructs with the host as the only device (OpenMP 5.2, 13): the region runs here, on the program's own variables.
#include "abi/gomp/target.h"

#include <stdlib.h>
#include <string.h>

#include <cstddef>
#include <new>
#include <span>

#include "abi/exports/export.h"
#include "abi/gomp/task.h"
#include "abi/omp/league_region.h"
#include "abi/omp/offload.h"
#include "platform/standard_error.h"
#include "runtime/runtime.h"

namespace muster::abi::gomp {

MUSTER_GOMP_DECLARE(void, GOMP_task,
                    (void (*function)(void*), void* data, void (*copy)(void*, void*), long size, long alignment,
                     bool if_clause, unsigned flags, void** depend, int priority, void* detach));
MUSTER_GOMP_DECLARE(void, GOMP_taskwait_depend, (void** depend));

std::size_t TargetCall::own_bytes() const {
  std::size_t bytes = count * sizeof(void*);
  for (std::size_t i = 0; i < count; ++i) {
    bytes += copies(i) ? sizes[i] + alignment_of(i) : 0;
  }
  return bytes;
}

std::size_t TargetCall::largest_alignment() const {
  std::size_t largest = alignof(std::max_align_t);
  for (std::size_t i = 0; i < count; ++i) {
    largest = copies(i) && alignment_of(i) > largest ? alignment_of(i) : largest;
  }
  return largest;
}

void** TargetCall::build(std::byte* own) const {
  auto** list = reinterpret_cast<void**>(own);
  std::byte* next = own + count * sizeof(void*);
  for (std::size_t i = 0; i < count; ++i) {
    if (!copies(i)) {
      list[i] = addresses[i];
      continue;
    }
    const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(next) % alignment_of(i);
    next += misaligned == 0 ? 0 : alignment_of(i) - misaligned;
    memcpy(next, addresses[i], sizes[i]);
    list[i] = next;
    next += sizes[i];
  }
  return list;
}

std::int32_t thread_limit_in(void* const* arguments) {
  constexpr std::uintptr_t kThreadLimit = 2;
  constexpr std::uintptr_t kInNextWord = 0x80;
  while (arguments != nullptr && *arguments != nullptr) {
    const auto word = reinterpret_cast<std::uintptr_t>(*arguments++);
    const auto value = (word & kInNextWord) != 0
                           ? static_cast<std::int32_t>(reinterpret_cast<std::intptr_t>(*arguments++))
                           : static_cast<std::int32_t>(word >> 16U);
    if (((word >> 8U) & 0xFFU) == kThreadLimit) {
      return value;
    }
  }
  return 0;
}

namespace {

void run_with_league(teams::Member& initial, Outlined function, void** addresses) {
  teams::observed::TargetLeague league(initial, reinterpret_cast<void*>(function));
  initial.on_demand->target_league = &league;
  function(addresses);
  initial.on_demand->target_league = nullptr;
}

MUSTER_NOINLINE void run_told(teams::Member& initial, Outlined function, void** addresses) {
  const teams::observed::TargetRegion region;
  run_with_league(initial, function, addresses);
  // For the tasks that the region has left.
  teams::barrier(initial);
}

void run_region(Outlined function, void** addresses, std::int32_t thread_limit) {
  teams::Member& self = runtime::current();
  // The ICVs are those of the device, not of the task that meets the construct (OpenMP 5.2, 2.3).
  run_team(self, {&teams::conditions.initial_icvs, thread_limit, {}}, [=](teams::Member& initial) {
    if (events::listening) [[unlikely]] {
      run_told(initial, function, addresses);
      return;
    }
    function(addresses);
  });
}

// The head of the data of a task that is a target region with nowait (OpenMP 5.2, 13.8). The list of addresses and the copies come behind it, so
// that a task which is discarded leaves nothing.
struct Deferred {
  Outlined function;
  std::int32_t thread_limit;
  std::size_t count;
  std::size_t bytes;
  // Where the data were built. The task has a copy of them, with the same alignment.
  std::byte* built_at;

  void** addresses() { return reinterpret_cast<void**>(this + 1); }
};

// Addresses of copies lead to where these were built.
void relocate(Deferred& deferred) {
  auto* data = reinterpret_cast<std::byte*>(&deferred);
  for (void*& address : std::span(deferred.addresses(), deferred.count)) {
    const auto offset = reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(deferred.built_at);
    if (offset < deferred.bytes) {
      address = data + offset;
    }
  }
}

void run_deferred(void* data) {
  auto& deferred = *static_cast<Deferred*>(data);
  relocate(deferred);
  run_region(deferred.function, deferred.addresses(), deferred.thread_limit);
}

void defer(const TargetCall& call, unsigned flags_of_task, void** depend) {
  // A copy of no bytes has an address, too.
  const std::size_t bytes = sizeof(Deferred) + call.own_bytes() + 1;
  const std::size_t alignment = call.largest_alignment();
  auto* data = static_cast<std::byte*>(allocate_aligned(bytes, alignment));
  new (data) Deferred{call.function, call.thread_limit, call.count, bytes, data};
  call.build(data + sizeof(Deferred));
  GOMP_task(&run_deferred, data, nullptr, static_cast<long>(bytes), static_cast<long>(alignment), true, flags_of_task,
            depend, 0, nullptr);
  free(data);
}

// Most regions have a few scalars; more go to the heap.
constexpr std::size_t kInlineBytes = 1024;

void run_now(const TargetCall& call) {
  const std::size_t bytes = call.own_bytes();
  alignas(base::kCacheLineBytes) std::byte frame[kInlineBytes];
  if (bytes <= kInlineBytes) {
    run_region(call.function, call.build(frame), call.thread_limit);
    return;
  }
  auto* own = static_cast<std::byte*>(allocate_aligned(bytes, alignof(void*)));
  run_region(call.function, call.build(own), call.thread_limit);
  free(own);
}

void do_nothing(void* /*data*/) {}

// Data constructs have nothing to do on the host but to come after what they depend on, with nowait as a task.
void await(unsigned flags, void** depend) {
  if (depend == nullptr) {
    return;
  }
  if ((flags & kTargetNowait) == 0) {
    GOMP_taskwait_depend(depend);
    return;
  }
  std::uint64_t unused = 0;
  GOMP_task(&do_nothing, &unused, nullptr, sizeof unused, alignof(std::uint64_t), true, kDepend, depend, 0, nullptr);
}

}  // namespace

MUSTER_GOMP(GOMP_4_5, void, GOMP_target_ext,
            (std::int32_t device, void (*function)(void*), std::size_t count, void** addresses, std::size_t* sizes,
             std::uint16_t* kinds, unsigned flags, void** depend, void** arguments)) {
  require_host(device != kHostFallback, device);
  const TargetCall call{function, count, addresses, sizes, kinds, thread_limit_in(arguments)};
  if ((flags & kTargetNowait) != 0) {
    defer(call, depend != nullptr ? static_cast<unsigned>(kDepend) : 0U, depend);
    return;
  }
  await(flags, depend);
  run_now(call);
}

// Up to GCC 5: no firstprivate, no clauses.
MUSTER_GOMP(GOMP_4_0, void, GOMP_target,
            (std::int32_t device, void (*function)(void*), const void* /*unused*/, std::size_t /*count*/,
             void** addresses, std::size_t* /*sizes*/, unsigned char* /*kinds*/)) {
  require_host(device != kHostFallback, device);
  run_region(function, addresses, 0);
}

MUSTER_GOMP(GOMP_4_0, void, GOMP_target_data,
            (std::int32_t device, const void* /*unused*/, std::size_t /*count*/, void** /*addresses*/,
             std::size_t* /*sizes*/, unsigned char* /*kinds*/)) {
  require_host(device != kHostFallback, device);
}
MUSTER_GOMP(GOMP_4_5, void, GOMP_target_data_ext,
            (std::int32_t device, std::size_t /*count*/, void** /*addresses*/, std::size_t* /*sizes*/,
             std::uint16_t* /*kinds*/)) {
  require_host(device != kHostFallback, device);
}
MUSTER_GOMP(GOMP_4_0, void, GOMP_target_end_data, ()) {}

MUSTER_GOMP(GOMP_4_0, void, GOMP_target_update,
            (std::int32_t device, const void* /*unused*/, std::size_t /*count*/, void** /*addresses*/,
             std::size_t* /*sizes*/, unsigned char* /*kinds*/)) {
  require_host(device != kHostFallback, device);
}
MUSTER_GOMP(GOMP_4_5, void, GOMP_target_update_ext,
            (std::int32_t device, std::size_t /*count*/, void** /*addresses*/, std::size_t* /*sizes*/,
             std::uint16_t* /*kinds*/, unsigned flags, void** depend)) {
  require_host(device != kHostFallback, device);
  await(flags, depend);
}
MUSTER_GOMP(GOMP_4_5, void, GOMP_target_enter_exit_data,
            (std::int32_t device, std::size_t /*count*/, void** /*addresses*/, std::size_t* /*sizes*/,
             std::uint16_t* /*kinds*/, unsigned flags, void** depend)) {
  require_host(device != kHostFallback, device);
  await(flags, depend);
}

// The tables of device code that a program was linked with. There is no device to load it into.
MUSTER_GOMP(GOMP_4_0_1, void, GOMP_offload_register,
            (const void* /*table*/, std::int32_t /*kind*/, const void* /*data*/)) {}
MUSTER_GOMP(GOMP_4_0_1, void, GOMP_offload_unregister,
            (const void* /*table*/, std::int32_t /*kind*/, const void* /*data*/)) {}
MUSTER_GOMP(GOMP_4_5, void, GOMP_offload_register_ver,
            (unsigned /*version*/, const void* /*table*/, std::int32_t /*kind*/, const void* /*data*/)) {}
MUSTER_GOMP(GOMP_4_5, void, GOMP_offload_unregister_ver,
            (unsigned /*version*/, const void* /*table*/, std::int32_t /*kind*/, const void* /*data*/)) {}

// A pointer to a function in its form for the host, where a region for a device would find its own.
MUSTER_GOMP(GOMP_5_1_2, void*, GOMP_target_map_indirect_ptr, (void* function)) { return function; }

}  // namespace muster::abi::gomp
