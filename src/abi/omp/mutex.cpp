// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/omp/mutex.h"

#include "misuse/misuse.h"

namespace muster::abi {

namespace {

using Native = platform::Native;

// Where the thread waits. A worker whose region's function ended with the call has no frame of the program's: the function itself then.
events::Caller place_of_wait(const teams::Member& self) {
  events::Caller caller = events::resolve({});
  const void* function = self.thread->is_worker ? self.line.go.get().function : nullptr;
  if (caller.code == nullptr && function != nullptr) {
    // Places are addresses after a call.
    caller.code = static_cast<const char*>(function) + 1;
  }
  return caller;
}

void park_watched(Native::Atomic<std::uint32_t>& word, std::uint32_t expected) {
  const std::uint64_t begin_ns = Native::now_ns();
  Native::park_for(word, expected, misuse::kFirstLook_ns);
  if (word.load_relaxed() != expected || Native::now_ns() - begin_ns < misuse::kFirstLook_ns) {
    return;
  }
  const teams::Member& self = runtime::current();
  misuse::LongSleep sleep(self.thread->presence, place_of_wait(self));
  while (word.load_relaxed() == expected) {
    Native::park_for(word, expected, sleep.look());
  }
}

// Threads of the regions around the calling one that may be there at the same time.
std::uint64_t threads_around(const teams::Member& self) {
  std::uint64_t threads = 1;
  for (const teams::Member* member = &self; member != nullptr; member = member->team->header.parent) {
    threads *= member->team_size;
  }
  return threads;
}

}  // namespace

locks::MutexSpin SleepWatched::spin() {
  const teams::Member* self = teams::current_member;
  return self == nullptr ? locks::kSpinBeforePark
                         : locks::mutex_spin(teams::conditions.blocktime_ns.load_relaxed(), threads_around(*self),
                                             teams::conditions.cpus, self->mutex_spin);
}

void SleepWatched::waited(std::uint64_t ns) {
  if (teams::Member* self = teams::current_member; self != nullptr) {
    self->mutex_spin.waited(ns);
  }
}

void SleepWatched::park(Native::Atomic<std::uint32_t>& word, std::uint32_t expected) {
  if (events::sleep_clock == nullptr || events::this_thread == nullptr) [[likely]] {
    park_watched(word, expected);
    return;
  }
  const std::uint64_t began = events::sleep_clock();
  events::emit(events::FallsAsleep{began});
  park_watched(word, expected);
  const std::uint64_t ended = events::sleep_clock();
  events::emit(events::HasSlept{began, ended, ended});
}

void lock_told(events::MutexKind kind, Mutex& mutex, std::uint32_t hint, events::Caller caller) {
  caller = events::resolve(caller);
  runtime::current();
  events::acquire_told(kind, &mutex, caller, hint, [&mutex] {
    mutex.lock_told();
    return true;
  });
}

bool try_lock_told(Mutex& mutex, events::Caller caller) {
  caller = events::resolve(caller);
  runtime::current();
  return events::acquire_told(events::MutexKind::test_lock, &mutex, caller, 0,
                              [&mutex] { return mutex.try_lock_told(); });
}

void unlock_slowly(events::MutexKind kind, Mutex& mutex, events::Caller caller) {
  if (!events::listening) {
    mutex.unlock_slowly();
    return;
  }
  caller = events::resolve(caller);
  runtime::current();
  events::release_told(kind, &mutex, caller, [&mutex] { mutex.unlock_slowly(); });
}

}  // namespace muster::abi
