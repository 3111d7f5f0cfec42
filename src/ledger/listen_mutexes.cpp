// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locks, critical, atomic and ordered: the wait is a state of the thread, the hold is a time beside it.
#include "ledger/listen.h"
#include "ledger/own_time.h"

namespace muster::ledger {
namespace {

using events::MutexKind;

struct Wait {
  Kind kind;
  Category category;
};

Wait wait_of(MutexKind kind) {
  switch (kind) {
    case MutexKind::critical: return {Kind::critical, Category::critical};
    case MutexKind::atomic: return {Kind::atomic, Category::critical};
    case MutexKind::ordered: return {Kind::ordered, Category::ordered};
    default: return {Kind::lock, Category::lock};
  }
}

// A test that fails is followed by nothing.
bool is_test(MutexKind kind) { return kind == MutexKind::test_lock || kind == MutexKind::test_nest_lock; }

std::uint32_t row_of(Account& account, MutexKind kind, std::uint64_t id, const events::Caller& caller) {
  const events::Task* task = events::this_thread->task;
  const void* parent = task == nullptr ? nullptr : code_of(task->region);
  // Locks of the program may be many, and one place takes all of a table of them. The name of a critical construct is its address.
  const std::uint64_t object = kind == MutexKind::critical ? id : 0;
  return account.find({caller.code, parent, wait_of(kind).kind, object});
}

void on_acquire(Slot& slot, const events::MutexAcquire& event) {
  if (is_test(event.kind)) {
    return;
  }
  Account account(slot);
  const std::uint64_t now = now_ticks();
  account.push(now, Tag::mutex, wait_of(event.kind).category, row_of(account, event.kind, event.id, event.caller));
}

void on_acquired(Slot& slot, const events::MutexAcquired& event) {
  Account account(slot);
  const std::uint64_t now = now_ticks();
  if (!is_test(event.kind)) {
    account.pop(now, Tag::mutex);
  }
  const std::uint32_t index = row_of(account, event.kind, event.id, event.caller);
  ++account.row(index).count;
  account.hold(event.id, now, index);
}

// The owner of a nestable lock waits for nothing, and holds it since it has taken it first.
void on_nest_lock_begin(Slot& slot, const events::NestLockBegin& event) {
  if (!is_test(event.kind)) {
    Account(slot).pop(now_ticks(), Tag::mutex);
  }
}

// Not when it is free: by then another thread may hold it, and the two times would overlap.
void on_release(Slot& slot, const events::MutexRelease& event) { Account(slot).let_go(event.id, now_ticks()); }

}  // namespace

void listen_to_mutexes(events::Listener& listener) {
  listener.mutex_acquire = &timed<&on_acquire>;
  listener.mutex_acquired = &timed<&on_acquired>;
  listener.nest_lock_begin = &timed<&on_nest_lock_begin>;
  listener.mutex_release = &timed<&on_release>;
}

}  // namespace muster::ledger
