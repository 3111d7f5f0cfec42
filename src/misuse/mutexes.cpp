// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locks, critical and ordered: who holds which. Locks belong to tasks (OpenMP 5.2, 18.9), but a lock that another task
// of the same thread unsets works everywhere, so what is told of is a thread that unsets another one's.
#include <stdlib.h>

#include <new>

#include "base/base.h"
#include "misuse/finding.h"
#include "misuse/handlers.h"
#include "misuse/mutex.h"

namespace muster::misuse {

namespace {

using events::Caller;
using events::MutexKind;

constexpr std::size_t kChains = 4096;
constinit Mutex* chains[kChains] = {};
// A lock may have been initialised for which there was no memory.
constinit bool complete = true;
// Stands for threads that have ended and hold mutexes still.
constinit ThreadNote gone;

bool is_lock(MutexKind kind) { return kind <= MutexKind::test_nest_lock; }
bool is_nestable(MutexKind kind) { return kind == MutexKind::nest_lock || kind == MutexKind::test_nest_lock; }
bool is_test(MutexKind kind) { return kind == MutexKind::test_lock || kind == MutexKind::test_nest_lock; }

Mutex** place_of(std::uint64_t id) {
  constexpr unsigned kHashBits = 12;
  static_assert(kChains == std::size_t{1} << kHashBits);
  Mutex** place = &chains[base::fibonacci_hash(id, kHashBits)];
  while (*place != nullptr && (*place)->id != id) {
    place = &(*place)->next;
  }
  return place;
}

Mutex* find(std::uint64_t id) { return *place_of(id); }

Mutex* find_or_make(std::uint64_t id, MutexKind kind) {
  Mutex** place = place_of(id);
  if (*place == nullptr) {
    void* memory = malloc(sizeof(Mutex));
    if (memory == nullptr) {
      complete = false;
      return nullptr;
    }
    *place = ::new (memory) Mutex();
    (*place)->id = id;
  }
  (*place)->kind = kind;
  return *place;
}

void let_go(Mutex& mutex) {
  if (mutex.owner == nullptr) {
    return;
  }
  for (Mutex** place = &mutex.owner->held; *place != nullptr; place = &(*place)->next_held) {
    if (*place == &mutex) {
      *place = mutex.next_held;
      break;
    }
  }
  mutex.owner = nullptr;
}

// Takes the lock as initialised from now on, so that it is told of once.
void tell_uninitialized(std::uint64_t id, MutexKind kind, Caller caller, const char* what) {
  if (complete && is_first(Kind::lock_not_initialized, caller.code)) {
    Line().text("lock ").text(what).at(caller).text(" is not initialized, or not any more").tell();
  }
  find_or_make(id, kind);
}

void check_release(const Mutex* mutex, std::uint64_t id, MutexKind kind, Caller caller) {
  if (mutex == nullptr) {
    tell_uninitialized(id, kind, caller, "unset");
  } else if (mutex->owner == nullptr) {
    if (is_first(Kind::lock_not_set, caller.code)) {
      Line().text("lock unset").at(caller).text(" is not set").tell();
    }
  } else if (mutex->owner != note_of(*events::this_thread) && is_first(Kind::lock_of_another_thread, caller.code)) {
    Line()
        .text("lock unset")
        .at(caller)
        .text(" by thread ")
        .number(number_of(events::this_task()))
        .text(" is owned by thread ")
        .number(mutex->number)
        .text(", which has set it")
        .at(mutex->since)
        .tell();
  }
}

}  // namespace

void on_mutex_init(const events::MutexInit& event) {
  const Guard guard;
  if (const Mutex* mutex = find(event.id);
      mutex != nullptr && mutex->owner != nullptr && is_first(Kind::lock_initialized_while_set, event.caller.code)) {
    Line().text("lock initialized").at(event.caller).text(" while it is set, since").at(mutex->since).tell();
  }
  if (Mutex* mutex = find_or_make(event.id, event.kind); mutex != nullptr) {
    let_go(*mutex);
  }
}

void on_mutex_destroy(const events::MutexDestroy& event) {
  const Guard guard;
  Mutex** place = place_of(event.id);
  Mutex* mutex = *place;
  if (mutex == nullptr) {
    if (complete && is_first(Kind::lock_not_initialized, event.caller.code)) {
      Line().text("lock destroyed").at(event.caller).text(" is not initialized, or not any more").tell();
    }
    return;
  }
  if (mutex->owner != nullptr && is_first(Kind::lock_destroyed_while_set, event.caller.code)) {
    Line().text("lock destroyed").at(event.caller).text(" while it is set, since").at(mutex->since).tell();
  }
  let_go(*mutex);
  *place = mutex->next;
  free(mutex);
}

void on_mutex_acquire(const events::MutexAcquire& event) {
  const Guard guard;
  Mutex* mutex = find(event.id);
  if (mutex == nullptr && is_lock(event.kind)) {
    tell_uninitialized(event.id, event.kind, event.caller, "set");
    mutex = find(event.id);
  } else if (mutex == nullptr) {
    mutex = find_or_make(event.id, event.kind);
  }
  ThreadNote* self = note_of(*events::this_thread);
  // The turn of an ordered construct goes round by itself, and its owner is where the loop is.
  if (mutex == nullptr || self == nullptr || is_test(event.kind) || event.kind == MutexKind::ordered) {
    return;
  }
  if (is_nestable(event.kind) && mutex->owner == self && mutex->task == &events::this_task()) {
    return;
  }
  self->awaited = mutex;
  self->awaits_as = implicit_note();
  self->waits_at = event.caller;
  self->number = events::this_task().number;
  look_for_cycle(*self);
}

void on_mutex_acquired(const events::MutexAcquired& event) {
  const Guard guard;
  ThreadNote* self = note_of(*events::this_thread);
  Mutex* mutex = find_or_make(event.id, event.kind);
  if (self == nullptr) {
    return;
  }
  self->awaited = nullptr;
  if (mutex == nullptr || mutex->owner != nullptr) {
    return;
  }
  mutex->owner = self;
  mutex->task = &events::this_task();
  mutex->holder = implicit_note();
  mutex->number = events::this_task().number;
  mutex->since = event.caller;
  mutex->next_held = self->held;
  self->held = mutex;
}

void on_mutex_release(const events::MutexRelease& event) {
  const Guard guard;
  Mutex* mutex = find(event.id);
  if (is_lock(event.kind)) {
    check_release(mutex, event.id, event.kind, event.caller);
  }
  if (mutex != nullptr) {
    let_go(*mutex);
  }
}

void on_nest_lock_end(const events::NestLockEnd& event) {
  const Guard guard;
  check_release(find(event.id), event.id, MutexKind::nest_lock, event.caller);
}

Caller critical_of(const events::Task& task) {
  const ThreadNote* self = note_of(*events::this_thread);
  for (const Mutex* mutex = self == nullptr ? nullptr : self->held; mutex != nullptr; mutex = mutex->next_held) {
    if (mutex->kind == MutexKind::critical && mutex->task == &task) {
      return mutex->since;
    }
  }
  return {};
}

void leave_mutexes_of(events::Thread& thread) {
  ThreadNote* self = note_of(thread);
  while (self != nullptr && self->held != nullptr) {
    Mutex& mutex = *self->held;
    let_go(mutex);
    mutex.owner = &gone;
    mutex.next_held = gone.held;
    gone.held = &mutex;
  }
}

void forget_other_threads() {
  const Guard guard;
  const ThreadNote* self = events::this_thread == nullptr ? nullptr : note_of(*events::this_thread);
  for (Mutex* chain : chains) {
    for (Mutex* mutex = chain; mutex != nullptr; mutex = mutex->next) {
      if (mutex->owner != self) {
        let_go(*mutex);
      }
    }
  }
}

void tell_locks_held() {
  const Guard guard;
  for (const Mutex* chain : chains) {
    for (const Mutex* mutex = chain; mutex != nullptr; mutex = mutex->next) {
      if (is_lock(mutex->kind) && mutex->owner != nullptr && is_first(Kind::lock_set_at_exit, mutex->since.code)) {
        Line().text("lock set").at(mutex->since).text(" is still set at the end of the program").tell();
      }
    }
  }
}

}  // namespace muster::misuse
