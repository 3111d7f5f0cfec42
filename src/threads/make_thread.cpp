// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/make_thread.h"

#include <new>

#include "platform/pages.h"

namespace muster::threads {
namespace {

constexpr std::size_t kCacheBytes = sizeof(memory::BlockCache);

// Without memory the thread keeps no log.
void log_waiting(Thread& thread, std::uint32_t last) {
  using Log = waiting::StepLog<Native>;
  if (void* memory = platform::allocate_pages(Log::bytes_for(last)); memory != nullptr) {
    thread.presence.steps = &Log::in_zeroed(memory, last);
  }
}

}  // namespace

Thread* make_thread(std::uint32_t wait_steps) {
  void* memory = platform::allocate_pages(sizeof(Thread));
  void* caches = platform::allocate_on_demand(2 * kCacheBytes);
  if (memory == nullptr || caches == nullptr) {
    platform::free_pages(memory, sizeof(Thread));
    platform::free_on_demand(caches, 2 * kCacheBytes);
    return nullptr;
  }
  auto* thread = new (memory) Thread();
  thread->tasks = &memory::BlockCache::in_zeroed(caches);
  thread->blocks = &memory::BlockCache::in_zeroed(static_cast<std::byte*>(caches) + kCacheBytes);
  if (wait_steps != 0) {
    log_waiting(*thread, wait_steps);
  }
  return thread;
}

void free_thread(Thread& thread) {
  if (waiting::StepLog<Native>* log = thread.presence.steps; log != nullptr) {
    platform::free_pages(log, waiting::StepLog<Native>::bytes_for(log->capacity()));
  }
  thread.tasks->free_memory();
  thread.blocks->free_memory();
  platform::free_on_demand(thread.tasks, 2 * kCacheBytes);
  platform::free_pages(&thread, sizeof(Thread));
}

}  // namespace muster::threads
