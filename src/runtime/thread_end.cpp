// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that ends runs the destructors of its thread_local objects, then those of its keys: all keys in turn, the lowest first, and
// again, PTHREAD_DESTRUCTOR_ITERATIONS times at most, while destructors set keys. Each of them may run a region, also as the first of
// the thread. A key above all others is therefore told last, whatever came before, in the same round. glibc gives out the lowest that is
// free, so those below are taken for a moment. docs/decisions/0015-threads-end-by-the-last-key.md has what else was considered.
#include "runtime/thread_end.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>

#include <algorithm>

#include "platform/native.h"
#include "teams/teams.h"

namespace muster::runtime {

// The C library has it for thread_local destructors of C++: it calls `end` when the thread ends, unless that has begun.
int at_thread_end(void (*end)(void*), void* argument, void* object) __asm__("__cxa_thread_atexit_impl");
extern char this_object __asm__("__dso_handle") __attribute__((visibility("hidden")));

namespace {

// A program has to make so many more before the next root needs another. For each glibc looks at all below: these take 8 us, all that
// there are 260 (EPYC under KVM, the first region of a thread of the program).
constexpr std::uint32_t kAhead = 128;
// So many stay free while others are taken, for threads that ask at the same time.
constexpr pthread_key_t kLeftToOthers = 32;
constexpr pthread_key_t kHighEnough = PTHREAD_KEYS_MAX - kLeftToOthers;

constinit pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
constinit bool has_key = false;
constinit pthread_key_t last_key = 0;
constinit platform::Native::Atomic<std::uint32_t> stays_loaded{0};
constinit bool has_main_key = false;
constinit pthread_key_t main_key = 0;

void on_thread_end(void* /*member*/) {
  // A thread that is cancelled while it waits would keep what it has locked.
  int before = 0;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  teams::leave_root();
  pthread_setcancelstate(before, nullptr);
}

void on_main_thread_end(void* main_root) {
  int before = 0;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  teams::Member* self = teams::current_member;
  if (self != nullptr && self->team->header.parent == nullptr && self->team->resting == nullptr) {
    // Not after the idle time: the process may be over.
    teams::end_workers_of(*self);
    teams::leave_root();
    *static_cast<teams::Member**>(main_root) = nullptr;
  }
  pthread_setcancelstate(before, nullptr);
}

// The highest that there is, if there are fewer.
void make_last_key_locked() {
  pthread_key_t taken[kAhead];
  std::uint32_t count = 0;
  while (count < kAhead && last_key < kHighEnough && pthread_key_create(&taken[count], &on_thread_end) == 0) {
    last_key = std::max(last_key, taken[count++]);
    has_key = true;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (taken[i] != last_key) {
      pthread_key_delete(taken[i]);
    }
  }
}

// False as well if that cannot be told.
bool is_above_all_locked() {
  pthread_key_t lowest_free = 0;
  if (!has_key || pthread_key_create(&lowest_free, nullptr) != 0) {
    return false;
  }
  pthread_key_delete(lowest_free);
  return lowest_free < last_key;
}

// A destructor may be under way, or still to come, when another thread unloads us: from the first thread on that will have one the
// library stays. Not under the lock: the loader has its own, and runs constructors with it.
void stay_loaded() {
  dl_find_object self;
  if (stays_loaded.load_relaxed() == 0 && _dl_find_object(&stays_loaded, &self) == 0) {
    dlopen(self.dlfo_link_map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    stays_loaded.store_relaxed(1);
  }
}

}  // namespace

bool watch_thread_end() {
  stay_loaded();
  lock_thread_end_for_fork();
  bool comes_last = is_above_all_locked();
  if (!comes_last) {
    make_last_key_locked();
    comes_last = is_above_all_locked();
  }
  const bool is_told = has_key && pthread_setspecific(last_key, &lock) == 0;
  unlock_thread_end_after_fork();
  if (comes_last && is_told) {
    return true;
  }
  at_thread_end(&on_thread_end, nullptr, &this_object);
  return false;
}

// Any key will do, as none is freed before its destructor has run but by this thread. A region that the destructor of a later one runs makes the thread
// a root anew, and sets it again.
void watch_main_thread_end(teams::Member*& root) {
  if (!has_main_key) {
    has_main_key = pthread_key_create(&main_key, &on_main_thread_end) == 0;
  }
  if (has_main_key) {
    pthread_setspecific(main_key, static_cast<void*>(&root));
  }
}

void lock_thread_end_for_fork() { pthread_mutex_lock(&lock); }
void unlock_thread_end_after_fork() { pthread_mutex_unlock(&lock); }

void forget_thread_end() {
  if (has_key) {
    pthread_key_delete(last_key);
  }
  if (has_main_key) {
    pthread_key_delete(main_key);
  }
}

}  // namespace muster::runtime
