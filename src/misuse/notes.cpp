// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "misuse/notes.h"

#include <stdlib.h>

#include <new>

namespace muster::misuse {
namespace {

std::uint64_t& mark_of(events::Task& task) { return task.marks.of(events::Who::misuse); }
std::uint64_t& mark_of(events::Thread& thread) { return thread.marks.of(events::Who::misuse); }

constinit ThreadNote* threads = nullptr;

template <class Note>
Note* new_note(std::uint64_t& mark) {
  void* memory = malloc(sizeof(Note));
  auto* note = memory == nullptr ? nullptr : ::new (memory) Note();
  mark = reinterpret_cast<std::uint64_t>(note);
  return note;
}

}  // namespace

TaskNote* noted(events::Task& task) { return reinterpret_cast<TaskNote*>(mark_of(task)); }

TaskNote* implicit_note() {
  events::Task& task = events::this_task();
  return (task.flags & events::kImplicitTask) != 0 ? noted(task) : nullptr;
}

TaskNote* note_of(events::Task& task) {
  TaskNote* note = noted(task);
  return note != nullptr ? note : new_note<TaskNote>(mark_of(task));
}

ThreadNote* note_of(events::Thread& thread) {
  auto* note = reinterpret_cast<ThreadNote*>(mark_of(thread));
  if (note != nullptr) {
    return note;
  }
  note = new_note<ThreadNote>(mark_of(thread));
  if (note != nullptr) {
    note->next = threads;
    if (threads != nullptr) {
      threads->previous = note;
    }
    threads = note;
  }
  return note;
}

ThreadNote* first_thread_note() { return threads; }

void drop_note(events::Task& task) {
  free(noted(task));
  mark_of(task) = 0;
}

void drop_note(events::Thread& thread) {
  auto* note = reinterpret_cast<ThreadNote*>(mark_of(thread));
  if (note == nullptr) {
    return;
  }
  (note->previous != nullptr ? note->previous->next : threads) = note->next;
  if (note->next != nullptr) {
    note->next->previous = note->previous;
  }
  free(note);
  mark_of(thread) = 0;
}

}  // namespace muster::misuse
