// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders of locks, critical, ordered and flush, those that no other event tells, and memory that changes hands.
#include "races/handlers.h"

namespace muster::races {
namespace {

// One clock for all flushes: the checker knows orders between threads only, not fences, so a flush is taken to be ordered with all others. A race
// that flushes happen to order is missed, and programs that synchronise by flushes are not accused.
constinit Clock flushes;

void* address_of(std::uint64_t id) { return reinterpret_cast<void*>(id); }

}  // namespace

void on_mutex_acquired(const events::MutexAcquired& event) { tsan.acquire(address_of(event.id)); }
void on_mutex_release(const events::MutexRelease& event) { tsan.release(address_of(event.id)); }

// The mutex under which a thread combines, if it does not do so by atomic operations.
void on_reduction_begin(const events::ReductionBegin& event) {
  if (event.id != 0) {
    tsan.acquire(address_of(event.id));
  }
}
void on_reduction_end(const events::ReductionEnd& event) {
  if (event.id != 0) {
    tsan.release(address_of(event.id));
  }
}

void on_flush(const events::Flush& /*event*/) {
  acquire(flushes);
  release(flushes);
}

void on_happens_before(const events::HappensBefore& event) { tsan.release(const_cast<void*>(event.at)); }
void on_happens_after(const events::HappensAfter& event) { tsan.acquire(const_cast<void*>(event.at)); }

void on_fresh_memory(const events::FreshMemory& event) { renew(event.begin, event.bytes); }

}  // namespace muster::races
