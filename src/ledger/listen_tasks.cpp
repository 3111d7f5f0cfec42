// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explicit tasks: made, run, put aside for others.
#include "ledger/listen.h"
#include "ledger/own_time.h"

namespace muster::ledger {
namespace {

using events::TaskStatus;

bool is_explicit(const events::Task& task) {
  return (task.flags & events::kExplicitTask) != 0 || (task.flags & events::kTargetTask) != 0;
}

void on_construct_begin(Slot& slot, const events::TaskConstructBegin& event) {
  Account account(slot);
  const std::uint32_t index = account.find(key_in(event.creator, event.caller, Kind::task));
  if (account.part().asked != nullptr) {
    account.part().asked->row = index;
    account.part().asked = nullptr;
  }
  account.push(now_ticks(), Tag::create, Category::create, index);
}

void on_construct_end(Slot& slot, const events::TaskConstructEnd& /*event*/) {
  Account(slot).pop(now_ticks(), Tag::create);
}

void on_create(Slot& slot, const events::TaskCreate& event) {
  Account account(slot);
  if (!is_explicit(event.task)) {
    // A taskwait with dependences, until taskwait_complete.
    begin_wait(account, now_ticks(), events::SyncKind::taskwait, event.task, event.task.caller);
    return;
  }
  const void* parent = event.creator == nullptr ? nullptr : code_of(event.creator->region);
  ++account.row(account.find({event.task.caller.code, parent, Kind::task, 0})).units;
}

void end_task(Account& account, Frame& frame, std::uint64_t now) {
  const Account::Ended ended = account.end(frame, now);
  note_task(account.row(ended.row), ended.own_ticks);
}

bool ends(TaskStatus status) {
  return status == TaskStatus::complete || status == TaskStatus::cancel || status == TaskStatus::detach;
}

void on_schedule(Slot& slot, const events::TaskSchedule& event) {
  if (event.status == TaskStatus::early_fulfill || event.status == TaskStatus::late_fulfill) {
    return;
  }
  Account account(slot);
  const std::uint64_t now = now_ticks();
  if (event.status == TaskStatus::taskwait_complete) {
    account.pop(now, Tag::wait);
    return;
  }
  if (ends(event.status) && account.is_too_deep()) {
    account.pop(now, Tag::task);
    ++account.row(account.find(key_in(event.prior, event.prior.caller, Kind::task))).count;
    return;
  }
  Frame* running = account.innermost(Tag::task);
  if (ends(event.status) && running != nullptr && running->task == &event.prior) {
    end_task(account, *running, now);
    running = account.innermost(Tag::task);
  }
  // What goes on has a frame already.
  if (event.next != nullptr && is_explicit(*event.next) && (running == nullptr || running->task != event.next)) {
    const std::uint32_t index = account.find(key_in(*event.next, event.next->caller, Kind::task));
    account.push(now, Tag::task, Category::task, index, event.next);
  }
}

}  // namespace

void listen_to_tasks(events::Listener& listener) {
  listener.task_construct_begin = &timed<&on_construct_begin>;
  listener.task_construct_end = &timed<&on_construct_end>;
  listener.task_create = &timed<&on_create>;
  listener.task_schedule = &timed<&on_schedule>;
}

}  // namespace muster::ledger
