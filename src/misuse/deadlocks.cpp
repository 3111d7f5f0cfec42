// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that wait for each other, by mutexes and barriers. Whichever of them comes last tells it. That they do for ever is certain of critical
// constructs; where one of them waits for a lock, which any thread may unset, the program ends once nobody is left that could (standstill.cpp).
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
    case MutexKind::atomic: return "the atomic construct";
    case MutexKind::ordered: return "the ordered construct";
    default: return "the lock";
  }
}

// Whether the implicit task of that note has yet to come to the barrier at which the other one waits.
bool is_missed(const TaskNote* note, const TaskNote& waiting) {
  return note != nullptr && note->meeting != nullptr && note->meeting == waiting.meeting &&
         note->barriers < waiting.barriers;
}

// Only the thread that has it lets it go.
bool is_its_owners(const Mutex& mutex) { return mutex.kind == MutexKind::critical || mutex.kind == MutexKind::atomic; }

void tell_waiting(const ThreadNote& thread, bool is_certain) {
  Line line;
  line.text(is_certain ? "deadlock: thread " : "deadlock unless another thread unsets the lock: thread ");
  line.number(thread.number).text(" waits").at(thread.waits_at);
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
    if (other->awaited != nullptr && other->awaited->owner == &self && other->awaited->holder == self.at_barrier &&
        is_missed(other->awaits_as, *self.at_barrier)) {
      const bool is_certain = is_its_owners(*other->awaited);
      if (is_certain || is_first(Kind::deadlock, self.waits_at.code)) {
        tell_waiting(self, is_certain);
        tell_waiting(*other, is_certain);
      }
      if (is_certain) {
        end_program();
      }
    }
  }
}

// `last` is the thread that waits for `self`, or `self`.
void tell_cycle(const ThreadNote& self, const ThreadNote& last, bool is_certain) {
  tell_waiting(self, is_certain);
  for (const ThreadNote* other = self.awaited->owner; other != &self; other = other->awaited->owner) {
    tell_waiting(*other, is_certain);
    if (other == &last) {
      break;
    }
  }
}

}  // namespace

// Follows who waits for whom; a way that comes back to the thread does not end.
void look_for_cycle(const ThreadNote& self) {
  const Mutex* awaited = self.awaited;
  // A wait at a barrier that may be cancelled need not last.
  const bool barriers_last = !tasks::cancellation;
  bool is_certain = true;
  constexpr int kMostSteps = 1024;
  for (int steps = 0; awaited != nullptr && awaited->owner != nullptr && steps < kMostSteps; ++steps) {
    const ThreadNote* thread = awaited->owner;
    is_certain = is_certain && is_its_owners(*awaited);
    const bool at_barrier = barriers_last && thread->at_barrier != nullptr && awaited->holder == thread->at_barrier &&
                            is_missed(self.awaits_as, *thread->at_barrier);
    if (thread == &self || at_barrier) {
      if (is_certain || is_first(Kind::deadlock, self.waits_at.code)) {
        tell_cycle(self, *thread, is_certain);
      }
      if (is_certain) {
        end_program();
      }
      return;
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
  note->waits_below = self->at_barrier;
  self->at_barrier = note;
  self->waits_at = event.caller;
  self->number = note->number;
  look_for_member_that_waits(*self);
}

void leave_barrier(events::Task& task) {
  const Guard guard;
  ThreadNote* self = note_of(*events::this_thread);
  const TaskNote* note = noted(task);
  if (self != nullptr && note != nullptr && self->at_barrier == note) {
    self->at_barrier = note->waits_below;
  }
}

}  // namespace muster::misuse
