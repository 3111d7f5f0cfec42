// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/omp/mutex.h"

namespace muster::abi {

void lock_told(events::MutexKind kind, Mutex& mutex, std::uint32_t hint, events::Caller caller) {
  caller = events::resolve(caller);
  runtime::current();
  events::acquire_told(kind, &mutex, caller, hint, [&mutex] {
    mutex.lock();
    return true;
  });
}

bool try_lock_told(Mutex& mutex, events::Caller caller) {
  caller = events::resolve(caller);
  runtime::current();
  return events::acquire_told(events::MutexKind::test_lock, &mutex, caller, 0, [&mutex] { return mutex.try_lock(); });
}

void unlock_told(events::MutexKind kind, Mutex& mutex, events::Caller caller) {
  caller = events::resolve(caller);
  runtime::current();
  events::emit(events::MutexRelease{kind, reinterpret_cast<std::uintptr_t>(&mutex), caller});
  mutex.unlock();
  events::emit(events::MutexReleased{kind, reinterpret_cast<std::uintptr_t>(&mutex), caller});
}

}  // namespace muster::abi
