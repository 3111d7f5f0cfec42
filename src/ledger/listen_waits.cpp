// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers, taskwaits, taskgroups, reductions, and waits for iterations. Tasks that run while the thread waits are no part of the wait (listen_tasks.cpp).
#include "ledger/listen.h"
#include "ledger/own_time.h"

namespace muster::ledger {
namespace {

using events::SyncKind;

struct Wait {
  Kind kind;
  Category category;
};

Wait wait_of(SyncKind kind) {
  switch (kind) {
    case SyncKind::taskwait: return {Kind::taskwait, Category::taskwait};
    case SyncKind::taskgroup: return {Kind::taskgroup, Category::taskwait};
    case SyncKind::reduction: return {Kind::reduction, Category::reduction};
    default: return {Kind::barrier, Category::barrier};
  }
}

void end_last_barrier(Account& account, std::uint64_t now) {
  Frame* frame = account.region();
  if (frame == nullptr) {
    return;
  }
  if (frame->tag == Tag::parallel) {
    account.go(now, Category::join, frame->row);
    return;
  }
  const std::uint32_t row = frame->row;
  account.end(*frame, now, false);
  account.go(now, Category::idle, row);
}

void on_wait_begin(Slot& slot, const events::SyncWaitBegin& event) {
  const std::uint64_t now = now_ticks();
  if (event.kind == SyncKind::barrier_implicit_parallel) {
    if (!leave_share(slot, now)) {
      Account account(slot);
      begin_last_barrier(account, now);
    }
    return;
  }
  Account account(slot);
  begin_wait(account, now, event.kind, event.task, event.caller);
}

void on_wait_end(Slot& slot, const events::SyncWaitEnd& event) {
  Account account(slot);
  const std::uint64_t now = now_ticks();
  if (event.kind == SyncKind::barrier_implicit_parallel) {
    end_last_barrier(account, now);
  } else {
    account.pop(now, Tag::wait);
  }
}

void on_iteration_wait_begin(Slot& slot, const events::IterationWaitBegin& event) {
  Account account(slot);
  const std::uint32_t index = account.find(key_in(event.task, event.caller, Kind::ordered));
  ++account.row(index).count;
  account.push(now_ticks(), Tag::wait, Category::ordered, index);
}

void on_iteration_wait_end(Slot& slot, const events::IterationWaitEnd& /*event*/) {
  Account(slot).pop(now_ticks(), Tag::wait);
}

void on_team_wait_begin(Slot& slot, const events::TeamWaitBegin& event) {
  const std::uint64_t now = now_ticks();
  Account account(slot);
  begin_wait(account, now, SyncKind::barrier_implementation, event.task, event.caller);
}

void on_team_wait_end(Slot& slot, const events::TeamWaitEnd& /*event*/) { Account(slot).pop(now_ticks(), Tag::wait); }

void on_reduction_begin(Slot& slot, const events::ReductionBegin& event) {
  Account account(slot);
  const std::uint32_t index = account.find(key_in(event.task, event.caller, Kind::reduction));
  ++account.row(index).count;
  account.push(now_ticks(), Tag::reduction, Category::reduction, index);
}

void on_reduction_end(Slot& slot, const events::ReductionEnd& /*event*/) {
  Account(slot).pop(now_ticks(), Tag::reduction);
}

}  // namespace

void begin_wait(Account& account, std::uint64_t now, SyncKind kind, const events::Task& task,
                const events::Caller& caller) {
  const Wait wait = wait_of(kind);
  const std::uint32_t index = account.find(key_in(task, caller, wait.kind));
  Row& row = account.row(index);
  ++row.count;
  row.detail = static_cast<std::uint16_t>(kind);
  account.push(now, Tag::wait, wait.category, index);
}

void begin_last_barrier(Account& account, std::uint64_t now) {
  Frame* frame = account.region();
  if (frame == nullptr) {
    return;
  }
  account.part().depth = static_cast<std::uint32_t>(frame - account.part().frames) + 1;
  account.end_share(now, frame->row);
  account.go(now, Category::region_wait, frame->row);
}

void listen_to_waits(events::Listener& listener) {
  listener.sync_wait_begin = &timed<&on_wait_begin>;
  listener.sync_wait_end = &timed<&on_wait_end>;
  listener.iteration_wait_begin = &timed<&on_iteration_wait_begin>;
  listener.iteration_wait_end = &timed<&on_iteration_wait_end>;
  listener.team_wait_begin = &timed<&on_team_wait_begin>;
  listener.team_wait_end = &timed<&on_team_wait_end>;
  listener.reduction_begin = &timed<&on_reduction_begin>;
  listener.reduction_end = &timed<&on_reduction_end>;
}

}  // namespace muster::ledger
