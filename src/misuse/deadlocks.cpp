// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that wait for each other for ever, by mutexes and barriers. Whichever of them comes last tells it.
#include "misuse/finding.h"
#include "misuse/handlers.h"
#include "misuse/meeting.h"
#include "misuse/mutex.h"
#include "tasks/tasks.h"

namespace muster::misuse {
namespace {

using events::MutexKind;

const char* name_of(MutexKind kind) {
  switch (kind) {
    case MutexKind::critical: return "the critical construct";
    case MutexKind::ordered: return "the ordered construct";
    default: return "the lock";
  }
}

// Whether the implicit task of that note has yet to come to the barrier at which the other one waits.
bool is_missed(const TaskNote* note, const TaskNote& waiting) {
  return note != nullptr && note->meeting != nullptr && note->meeting == waiting.meeting &&
         note->barriers < waiting.barriers;
}

void tell_waiting(const ThreadNote& thread) {
  Line line;
  line.text("deadlock: thread ").number(thread.number).text(" waits").at(thread.waits_at);
  if (const Mutex* mutex = thread.awaited; mutex != nullptr) {
    line.text(" for ").text(name_of(mutex->kind)).text(" that ");
    if (mutex->owner == &thread) {
      line.text("it has itself");
    } else {
      line.text("thread ").number(mutex->number).text(" has");
    }
    line.text(" since").at(mutex->since);
  } else {
    line.text(" at a barrier");
  }
  line.tell();
}

// The thread waits at a barrier from now on, and may hold what a member wants that has yet to come there.
void look_for_member_that_waits(const ThreadNote& self) {
  if (tasks::cancellation || self.held == nullptr) {
    return;
  }
  for (const ThreadNote* other = first_thread_note(); other != nullptr; other = other->next) {
    if (other->awaited != nullptr && other->awaited->owner == &self && other->awaited->by_implicit_task &&
        is_missed(other->awaits_as, *self.at_barrier)) {
      tell_waiting(self);
      tell_waiting(*other);
      end_program();
    }
  }
}

}  // namespace

// Follows who waits for whom; a way that comes back to the thread does not end.
void look_for_cycle(const ThreadNote& self) {
  const Mutex* awaited = self.awaited;
  // A wait at a barrier that may be cancelled need not last.
  const bool barriers_last = !tasks::cancellation;
  constexpr int kMostSteps = 1024;
  for (int steps = 0; awaited != nullptr && awaited->owner != nullptr && steps < kMostSteps; ++steps) {
    const ThreadNote* thread = awaited->owner;
    const bool at_barrier = barriers_last && thread->at_barrier != nullptr && awaited->by_implicit_task &&
                            is_missed(self.awaits_as, *thread->at_barrier);
    if (thread == &self || at_barrier) {
      tell_waiting(self);
      for (const ThreadNote* other = self.awaited->owner; other != &self; other = other->awaited->owner) {
        tell_waiting(*other);
        if (other == thread) {
          break;
        }
      }
      end_program();
    }
    awaited = thread->awaited;
  }
}

void wait_at_barrier(const events::SyncBegin& event) {
  const Guard guard;
  ThreadNote* self = note_of(*events::this_thread);
  TaskNote* note = implicit_note();
  if (self == nullptr || note == nullptr || note->meeting == nullptr) {
    return;
  }
  self->at_barrier = note;
  self->waits_at = event.caller;
  self->number = note->number;
  look_for_member_that_waits(*self);
}

void leave_barrier(const events::SyncEnd& /*event*/) {
  const Guard guard;
  if (ThreadNote* self = note_of(*events::this_thread); self != nullptr) {
    self->at_barrier = nullptr;
  }
}

}  // namespace muster::misuse
