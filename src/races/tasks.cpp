// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders of explicit tasks: creation, completion, and what waits for it.
#include "races/fibers.h"
#include "races/handlers.h"

namespace muster::races {
namespace {

// What the thread has done so far comes before whatever follows the task's completion. For a task with a detach
// clause, both the end of its body and the fulfilment of its event are part of that.
void release_completion(Note& note) {
  if (note.creator != nullptr) {
    release(note.creator->children_done);
  }
  if (note.belongs_to != nullptr) {
    release(note.belongs_to->tasks_done);
  }
  if (note.region != nullptr) {
    release_for_barrier(*note.region, note.barriers_passed);
  }
  release_uses(note.uses);
}

// The task that its creator has waited for gives the turns back that the creator had awaited.
void release_kept_turns(const Note& note) {
  if (note.creator != nullptr) {
    release_uses(note.creator->kept_turns);
    drop_uses(note.creator->kept_turns);
  }
}

bool ends_body(events::TaskStatus status) {
  return status == events::TaskStatus::complete || status == events::TaskStatus::cancel ||
         status == events::TaskStatus::detach;
}

bool is_fulfilment(events::TaskStatus status) {
  return status == events::TaskStatus::early_fulfill || status == events::TaskStatus::late_fulfill;
}

void begin_task(Note& note) {
  note.begun = true;
  acquire(note.created);
  acquire_uses(note);
}

// The thread goes on with `next` after `prior`.
void change_tasks(Note& prior, const events::Task& prior_task, events::Task& next_task) {
  Note* next = note_of(next_task);
  if (next == nullptr) {
    return;
  }
  change_fibers(prior, *next, next->begun ? next_task : prior_task);
  if (!next->begun) {
    begin_task(*next);
  }
}

// Its fiber and its note go, when its body has ended and, where it has an event, that is fulfilled. The thread has gone on as another.
void forget_task(events::Task& task, Note& note) {
  // A: acq_rel, pairs with A. The second to come forgets what the first has used.
  if (task.has_event && note.ends.fetch_add_acq_rel(1) == 0) {
    return;
  }
  end_fiber_of(note);
  drop_note(task);
  // Its data will be another's. Taking an order instead would hide that nobody waited for this task.
  renew(task.memory, task.memory_bytes);
}

}  // namespace

void on_task_create(const events::TaskCreate& event) {
  Note* note = make_child_note(event.creator, event.task);
  if (note == nullptr) {
    return;
  }
  if (note->creator != nullptr && (event.task.flags & events::kUndeferredTask) == 0) {
    // The wait was a taskwait of the program's.
    drop_uses(note->creator->kept_turns);
  }
  make_fiber_for(*note, event.task);
}

void on_task_schedule(const events::TaskSchedule& event) {
  Note* prior = note_of(event.prior);
  if (prior == nullptr) {
    return;
  }
  if (is_fulfilment(event.status)) {
    release_completion(*prior);
    forget_task(event.prior, *prior);
    return;
  }
  if (event.status == events::TaskStatus::taskwait_complete) {
    acquire_uses(*prior);
    keep_turns(*prior);
    drop_note(event.prior);
    return;
  }
  const bool over = ends_body(event.status);
  const bool waited_for = over && (event.prior.flags & events::kUndeferredTask) != 0;
  if (over) {
    release_completion(*prior);
    if (waited_for) {
      // Its creator goes on after it.
      release(prior->created);
      release_kept_turns(*prior);
    }
  }
  if (event.next != nullptr) {
    change_tasks(*prior, event.prior, *event.next);
  }
  if (waited_for) {
    acquire(prior->created);
  }
  if (over) {
    forget_task(event.prior, *prior);
  }
}

// A task that is cancelled before it begins completes so.
void on_cancel(const events::Cancel& event) {
  if ((event.flags & events::kCancelDiscardedTask) == 0) {
    return;
  }
  if (Note* note = note_of(event.task); note != nullptr) {
    release_completion(*note);
    forget_task(event.task, *note);
  }
}

}  // namespace muster::races
