// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tasks/shortage.h"

#include "locks/locks.h"
#include "platform/standard_error.h"
#include "tasks/schedule.h"

namespace muster::tasks {
namespace {

constinit locks::Mutex<Native> mutex;

memory::Block* take(std::uint32_t size_class) {
  mutex.lock();
  memory::Block* block = memory::reserve.allocate(size_class);
  mutex.unlock();
  return block;
}

}  // namespace

memory::Block& take_from_reserve(Worker& worker, memory::BlockCache& cache, std::uint32_t size_class) {
  for (;;) {
    if (memory::Block* block = take(size_class); block != nullptr) {
      return *block;
    }
    if (!help_current(worker)) {
      platform::fail(
          "muster: no memory for a task, and no deferred task left to run first. Raise the limit (ulimit -v), or nest "
          "fewer tasks.");
    }
    if (memory::Block* block = cache.allocate(size_class); block != nullptr) {
      return *block;
    }
  }
}

void pass_time(Worker& worker) {
  if (help_current(worker)) {
    return;
  }
  // Most likely it is a child that somebody else runs.
  constexpr std::uint64_t kMoment_ns = 1000;
  const Task& task = *worker.current;
  const base::Episode seen = task.finished_elsewhere.load_relaxed();
  Native::await_within(
      task.finished_elsewhere, [seen](base::Episode value) { return value != seen; }, kMoment_ns, platform::kAnyPauses);
}

}  // namespace muster::tasks
