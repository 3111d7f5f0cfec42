// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_add_alloc and GOMP_is_alloc: gfortran -fopenmp-allocators (GCC 14) asks before it deallocates an allocatable variable whether
// the memory came from GOMP_alloc. The answer holds once: the memory is freed then.
#include <stdlib.h>

#include <cstdint>

#include "abi/exports/export.h"
#include "locks/locks.h"
#include "platform/native.h"
#include "platform/standard_error.h"

namespace muster::abi::gomp {
namespace {

struct Entry {
  Entry* next;
  void* address;
};

// Programs have few such variables at a time.
constexpr std::size_t kBuckets = 256;

struct Allocated {
  locks::Mutex<platform::Native> mutex;
  Entry* buckets[kBuckets] = {};
};
constinit Allocated allocated;

Entry*& bucket_of(const void* address) {
  constexpr std::uintptr_t kSmallestBlock = 16;
  return allocated.buckets[reinterpret_cast<std::uintptr_t>(address) / kSmallestBlock % kBuckets];
}

}  // namespace

MUSTER_GOMP(GOMP_5_1_2, void, GOMP_add_alloc, (void* address)) {
  auto* entry = static_cast<Entry*>(malloc(sizeof(Entry)));
  if (entry == nullptr) {
    platform::fail("muster: no memory to note an allocation of an OpenMP allocator");
  }
  allocated.mutex.lock();
  Entry*& bucket = bucket_of(address);
  *entry = {bucket, address};
  bucket = entry;
  allocated.mutex.unlock();
}

MUSTER_GOMP(GOMP_5_1_2, bool, GOMP_is_alloc, (void* address)) {
  allocated.mutex.lock();
  Entry** link = &bucket_of(address);
  while (*link != nullptr && (*link)->address != address) {
    link = &(*link)->next;
  }
  Entry* found = *link;
  if (found != nullptr) {
    *link = found->next;
  }
  allocated.mutex.unlock();
  free(found);
  return found != nullptr;
}

}  // namespace muster::abi::gomp
