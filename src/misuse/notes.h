// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the checker keeps of threads and tasks. All of it is guarded by one mutex: who looks for wrong use does not look for speed.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "events/events.h"
#include "platform/unchecked.h"

namespace muster::misuse {

struct Meeting;
struct Chains;
struct Mutex;

// In the word of marks of each implicit task, and of an explicit or initial one that needs it.
struct TaskNote {
  // Where the implicit tasks of a region compare what they meet. Null for any other task.
  Meeting* meeting = nullptr;
  std::uint32_t number = 0;
  // Those that the implicit task has met.
  std::uint64_t barriers = 0;
  std::uint64_t works = 0;
  // The implicit task with which the thread waits at an outer barrier, where it runs a task that this one is in. It is set while this one waits at a barrier.
  const TaskNote* waits_below = nullptr;
  // The masked construct whose block the task runs; `code` is null where it runs none.
  events::Caller masked;
  // The dependences of its child tasks. Null: it has made none that has any.
  Chains* chains = nullptr;
};

// In the word of marks of each thread that has met a mutex or a barrier.
struct ThreadNote {
  // The mutexes that the thread holds, the last one first.
  Mutex* held = nullptr;
  // What it waits for. Null: it does not.
  Mutex* awaited = nullptr;
  // The implicit task with which it waits for that. Null: it is another task.
  const TaskNote* awaits_as = nullptr;
  // The implicit task with which it waits at a barrier, the innermost of several. Null: it does not.
  const TaskNote* at_barrier = nullptr;
  // Where it waits, and its number in its team there.
  events::Caller waits_at;
  std::uint32_t number = 0;
  // All notes of threads.
  ThreadNote* previous = nullptr;
  ThreadNote* next = nullptr;
};

// It orders nothing for the program, whose races a race checker is to see.
class Guard : platform::UncheckedLock {
 public:
  Guard() : UncheckedLock(mutex) {}

  // For the child of fork(), in which nobody holds it.
  static void reset() { mutex = PTHREAD_MUTEX_INITIALIZER; }

 private:
  static constinit inline pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};

// The note of the task or thread, made by the first call. Null without memory: what would need it is then not seen. Notes of threads are for
// those that hold the Guard.
TaskNote* note_of(events::Task& task);
ThreadNote* note_of(events::Thread& thread);
// The first of all of them.
ThreadNote* first_thread_note();
// The note of the task if there is one.
TaskNote* noted(events::Task& task);
// That of the implicit task which the calling thread runs. Null: it runs another task.
TaskNote* implicit_note();
// The task or thread ends.
void drop_note(events::Task& task);
void drop_note(events::Thread& thread);

}  // namespace muster::misuse
