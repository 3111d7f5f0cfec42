// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers and worksharing constructs where OpenMP has none (5.2, 17.1, restrictions to nesting): inside of a task, of critical, masked and
// worksharing. A thread alone meets what the whole team has to meet, so the team goes wrong or hangs.
#include "misuse/finding.h"
#include "misuse/handlers.h"
#include "misuse/notes.h"

namespace muster::misuse {
namespace {

using events::Caller;
using events::MisuseKind;
using events::Task;

void tell_inside(Kind kind, const char* what, Caller caller, const char* where, Caller outer) {
  if (is_first(kind, caller.code)) {
    Line().text(what).at(caller).text(where).at(outer).tell();
  }
}

struct Kinds {
  Kind in_task;
  Kind in_mutex;
  Kind in_masked;
};

void check(Task& task, Caller caller, const char* what, const Kinds& kinds) {
  if ((task.flags & events::kExplicitTask) != 0) {
    tell_inside(kinds.in_task, what, caller, " inside of a task made", task.caller);
    return;
  }
  const Guard guard;
  if (const Caller held = critical_of(task); held.code != nullptr) {
    tell_inside(kinds.in_mutex, what, caller, " inside of a critical construct", held);
  } else if (const TaskNote* note = noted(task); note != nullptr && note->masked.code != nullptr) {
    tell_inside(kinds.in_masked, what, caller, " inside of a masked construct", note->masked);
  }
}

}  // namespace

void on_masked_begin(const events::MaskedBegin& event) {
  if (TaskNote* note = note_of(event.task); note != nullptr) {
    note->masked = event.caller;
  }
}
void on_masked_end(const events::MaskedEnd& event) {
  if (TaskNote* note = noted(event.task); note != nullptr) {
    note->masked = {};
  }
}

void check_nesting(const events::SyncBegin& event) {
  check(event.task, event.caller, "barrier", {Kind::barrier_in_task, Kind::barrier_in_mutex, Kind::barrier_in_masked});
}

void check_nesting(const events::WorkBegin& event) {
  check(event.task, event.caller, "worksharing construct",
        {Kind::worksharing_in_task, Kind::worksharing_in_mutex, Kind::worksharing_in_masked});
}

void on_misuse(const events::Misuse& event) {
  // What an explicit task meets wrongly is told already.
  if ((event.task.flags & events::kExplicitTask) != 0 && event.kind != MisuseKind::cancel_without_icv) {
    return;
  }
  switch (event.kind) {
    case MisuseKind::barrier_in_worksharing:
      tell_inside(Kind::barrier_in_worksharing, "barrier", event.caller, " inside of a worksharing construct",
                  event.outer);
      break;
    case MisuseKind::worksharing_in_worksharing:
      tell_inside(Kind::worksharing_in_worksharing, "worksharing construct", event.caller,
                  " inside of a worksharing construct", event.outer);
      break;
    case MisuseKind::ordered_without_clause:
      if (is_first(Kind::ordered_without_clause, event.caller.code)) {
        Line()
            .text("ordered construct")
            .at(event.caller)
            .text(" in a loop without the ordered clause: it orders nothing")
            .tell();
      }
      break;
    case MisuseKind::cancel_without_icv:
      if (is_first(Kind::cancel_without_icv, event.caller.code)) {
        Line().text("cancel construct").at(event.caller).text(" without effect: OMP_CANCELLATION is not true").tell();
      }
      break;
  }
}

}  // namespace muster::misuse
