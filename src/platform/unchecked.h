// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A race checker in the process takes the system's mutexes for synchronisation of the program, wherever they are locked. Those that guard
// the runtime's own memory and threads order nothing for the program, so they are locked out of its sight; else they would hide races.
#pragma once

#include <pthread.h>

namespace muster::platform {

// Where there is a checker: from `begin` to `end`, which nest, it does not look at what the thread does. Set before the second thread.
struct Unchecked {
  void (*begin)() = nullptr;
  void (*end)() = nullptr;
};
inline constinit Unchecked unchecked;

inline void begin_unchecked() {
  if (unchecked.begin != nullptr) {
    unchecked.begin();
  }
}
inline void end_unchecked() {
  if (unchecked.end != nullptr) {
    unchecked.end();
  }
}

inline void lock_unchecked(pthread_mutex_t& mutex) {
  begin_unchecked();
  pthread_mutex_lock(&mutex);
}
inline void unlock_unchecked(pthread_mutex_t& mutex) {
  pthread_mutex_unlock(&mutex);
  end_unchecked();
}

// Holds such a mutex as long as it lives.
class UncheckedLock {
 public:
  explicit UncheckedLock(pthread_mutex_t& mutex) : mutex_(mutex) { lock_unchecked(mutex_); }
  ~UncheckedLock() { unlock_unchecked(mutex_); }
  UncheckedLock(const UncheckedLock&) = delete;
  UncheckedLock& operator=(const UncheckedLock&) = delete;

 private:
  pthread_mutex_t& mutex_;
};

}  // namespace muster::platform
