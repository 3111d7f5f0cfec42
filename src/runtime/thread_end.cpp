// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that ends runs the destructors of its thread_local objects, then those of its keys: all keys in turn, the lowest first, and
// again, PTHREAD_DESTRUCTOR_ITERATIONS times at most, while destructors set keys. Each of them may run a region, also as the first of
// the thread. A key above all others is therefore told last, whatever came before, in the same round. glibc gives out the lowest that is
// free, so all below are taken for a moment. docs/decisions/0015-threads-end-by-the-last-key.md has what else was considered.
#include "runtime/thread_end.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>

#include "platform/native.h"
#include "teams/teams.h"

namespace muster::runtime {

// Of the C library, as thread_local destructors of C++ use it: calls `end` when the thread ends, unless that has begun.
int at_thread_end(void (*end)(void*), void* argument, void* object) __asm__("__cxa_thread_atexit_impl");
extern char this_object __asm__("__dso_handle") __attribute__((visibility("hidden")));

namespace {

// So many stay free while the others are taken, for who asks at the same time.
constexpr pthread_key_t kLeftToOthers = 32;
constexpr pthread_key_t kHighEnough = PTHREAD_KEYS_MAX - kLeftToOthers;

constinit pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
constinit bool has_key = false;
constinit pthread_key_t last_key = 0;
constinit platform::Native::Atomic<std::uint32_t> stays_loaded{0};

void on_thread_end(void* /*member*/) {
  // A thread that is cancelled while it waits would keep what it has locked.
  int before = 0;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  teams::leave_root();
  pthread_setcancelstate(before, nullptr);
}

// The highest that there is, if that is below what is wanted: other threads may have theirs at any time.
void make_last_key_locked() {
  bool taken[PTHREAD_KEYS_MAX] = {};
  pthread_key_t key = 0;
  while (last_key < kHighEnough && pthread_key_create(&key, &on_thread_end) == 0) {
    taken[key] = true;
    last_key = key > last_key ? key : last_key;
    has_key = true;
  }
  for (key = 0; key < last_key; ++key) {
    if (taken[key]) {
      pthread_key_delete(key);
    }
  }
}

// A destructor may be under way, or still to come, when another thread unloads us: from the first thread on that will have one the
// library stays. Not under the lock: the loader has its own, and runs constructors with it.
void stay_loaded() {
  Dl_info self;
  if (stays_loaded.load_relaxed() == 0 && dladdr(&this_object, &self) != 0) {
    dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    stays_loaded.store_relaxed(1);
  }
}

}  // namespace

bool watch_thread_end() {
  stay_loaded();
  lock_thread_end_for_fork();
  if (!has_key) {
    make_last_key_locked();
  }
  const bool is_told = has_key;
  unlock_thread_end_after_fork();
  if (is_told && pthread_setspecific(last_key, &lock) == 0) {
    return true;
  }
  at_thread_end(&on_thread_end, nullptr, &this_object);
  return false;
}

void lock_thread_end_for_fork() { pthread_mutex_lock(&lock); }
void unlock_thread_end_after_fork() { pthread_mutex_unlock(&lock); }

void forget_thread_end() {
  if (has_key) {
    pthread_key_delete(last_key);
  }
}

}  // namespace muster::runtime
