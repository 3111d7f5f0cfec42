// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "misuse/meeting.h"

#include <stdlib.h>

#include <new>

#include "misuse/finding.h"
#include "misuse/handlers.h"

namespace muster::misuse {
namespace {

using events::SyncKind;
using events::WorkKind;

// What is compared of a barrier: GCC-built code does not tell an explicit one from the end of a construct.
enum Barrier : std::uint32_t { kInRegion, kEndOfRegion };

// What is compared of a worksharing construct.
enum Work : std::uint32_t { kLoop, kSections, kSingle, kScope, kDistribute };

Work class_of(WorkKind kind) {
  switch (kind) {
    case WorkKind::sections: return kSections;
    case WorkKind::single_executor:
    case WorkKind::single_other: return kSingle;
    case WorkKind::scope: return kScope;
    case WorkKind::distribute: return kDistribute;
    default: return kLoop;
  }
}

const char* name_of(std::uint32_t work) {
  switch (work) {
    case kSections: return "a sections construct";
    case kSingle: return "a single construct";
    case kScope: return "a scope construct";
    case kDistribute: return "a distribute construct";
    default: return "a loop";
  }
}

void leave(Meeting* meeting) {
  if (--meeting->users == 0) {
    free(meeting);
  }
}

Meeting* meeting_of(events::Region& region) { return reinterpret_cast<Meeting*>(region.marks.of(events::Who::misuse)); }

void name_barrier(Line& line, const Met& met) {
  line.text("thread ").number(met.member);
  if (met.what == kEndOfRegion) {
    line.text(" waits at the end of the region");
  } else {
    line.text(" waits at a barrier").at(met.caller);
  }
}

// One of them is at the end of the region, where the others' barrier can't be met any more.
void tell_barriers(const Met& first, const Met& second) {
  const Met& inside = first.what == kEndOfRegion ? second : first;
  if (is_first(Kind::different_constructs, inside.caller.code)) {
    Line line;
    line.text("members of a team meet different constructs: ");
    name_barrier(line, first);
    line.text(", ");
    name_barrier(line, second);
    line.tell();
  }
  end_program();
}

void tell_works(const Met& first, const Met& second) {
  if (!is_first(Kind::different_constructs, second.caller.code)) {
    return;
  }
  Line()
      .text("members of a team meet different constructs: thread ")
      .number(first.member)
      .text(" meets ")
      .text(name_of(first.what))
      .at(first.caller)
      .text(", thread ")
      .number(second.member)
      .text(" ")
      .text(name_of(second.what))
      .at(second.caller)
      .tell();
}

void tell_iterations(const Met& first, const Met& second) {
  if (!is_first(Kind::different_counts, second.caller.code)) {
    return;
  }
  Line()
      .text("members of a team divide different loops: thread ")
      .number(first.member)
      .text(" has ")
      .number(first.count)
      .text(" iterations, thread ")
      .number(second.member)
      .text(" has ")
      .number(second.count)
      .at(second.caller)
      .tell();
}

// The member has ended after `works` constructs, another one after a different number.
void tell_numbers(Meeting& meeting, const TaskNote& note) {
  const bool fewer = note.works < meeting.ended_works;
  const std::uint64_t common = fewer ? note.works : meeting.ended_works;
  const Met& beyond = meeting.works[common % Meeting::kWorks];
  const events::Caller caller = beyond.number == common + 1 ? beyond.caller : events::Caller{};
  if (!is_first(Kind::different_constructs, caller.code)) {
    return;
  }
  Line()
      .text("members of a team meet different constructs: thread ")
      .number(fewer ? meeting.ended_member : note.number)
      .text(" meets a worksharing construct")
      .at(caller)
      .text(" that thread ")
      .number(fewer ? note.number : meeting.ended_member)
      .text(" does not meet")
      .tell();
}

}  // namespace

void open_meeting(events::Region& region) {
  void* memory = malloc(sizeof(Meeting));
  region.marks.of(events::Who::misuse) =
      memory == nullptr ? 0 : reinterpret_cast<std::uint64_t>(::new (memory) Meeting());
}

void close_meeting(events::Region& region) {
  const Guard guard;
  if (Meeting* meeting = meeting_of(region); meeting != nullptr) {
    leave(meeting);
  }
}

void join_meeting(events::Task& task) {
  const Guard guard;
  Meeting* meeting = task.region == nullptr ? nullptr : meeting_of(*task.region);
  TaskNote* note = meeting == nullptr ? nullptr : note_of(task);
  if (note != nullptr) {
    ++meeting->users;
    note->meeting = meeting;
    note->number = task.number;
  }
}

void leave_meeting(events::Task& task) {
  const Guard guard;
  TaskNote* note = noted(task);
  if (note == nullptr || note->meeting == nullptr) {
    return;
  }
  Meeting& meeting = *note->meeting;
  if (!meeting.has_ended) {
    meeting.has_ended = true;
    meeting.ended_member = note->number;
    meeting.ended_works = note->works;
  } else if (!meeting.cancelled && !meeting.told && meeting.ended_works != note->works) {
    meeting.told = true;
    tell_numbers(meeting, *note);
  }
  leave(&meeting);
}

void cancel_meeting(events::Task& task) {
  const Guard guard;
  if (TaskNote* note = noted(task); note != nullptr && note->meeting != nullptr) {
    note->meeting->cancelled = true;
  }
}

void meet_barrier(const events::SyncBegin& event) {
  const Guard guard;
  TaskNote* note = noted(event.task);
  if (note == nullptr || note->meeting == nullptr) {
    return;
  }
  Meeting& meeting = *note->meeting;
  const Met met{++note->barriers, event.kind == SyncKind::barrier_implicit_parallel ? kEndOfRegion : kInRegion, 0,
                note->number, event.caller};
  Met& first = meeting.barriers[met.number % Meeting::kBarriers];
  if (first.number < met.number) {
    first = met;
  } else if (first.number == met.number && first.what != met.what && !meeting.cancelled) {
    tell_barriers(first, met);
  }
}

void meet_work(const events::WorkBegin& event) {
  const Guard guard;
  TaskNote* note = noted(event.task);
  if (note == nullptr || note->meeting == nullptr) {
    return;
  }
  Meeting& meeting = *note->meeting;
  const Met met{++note->works, class_of(event.kind), event.count, note->number, event.caller};
  Met& first = meeting.works[(met.number - 1) % Meeting::kWorks];
  if (first.number < met.number) {
    first = met;
    return;
  }
  if (first.number != met.number || meeting.cancelled || meeting.told) {
    return;
  }
  if (first.what != met.what) {
    meeting.told = true;
    tell_works(first, met);
  } else if (first.count != met.count) {
    meeting.told = true;
    tell_iterations(first, met);
  }
}

}  // namespace muster::misuse
