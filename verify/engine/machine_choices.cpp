// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ways in which a pending operation can go on.
#include <algorithm>

#include "base/base.h"
#include "engine/machine.h"

namespace muster::verify {
namespace {

// Labels of choices that are no message: no thread has this number.
constexpr std::uint64_t kSpecial = std::uint64_t{0xff} << 32;
constexpr std::uint64_t kSleepLabel = kSpecial | 1;
constexpr std::uint64_t kEarlyLabel = kSpecial | 2;
constexpr std::uint64_t kSleeperLabel = kSpecial | 16;

Choice from(Message& message) { return {.message = &message, .label = message.label()}; }

// Visits the messages that the thread may still read, newest first.
template <class Visit>
void for_each_visible(const Location& location, std::uint32_t oldest, const Visit& visit) {
  for (auto message = location.order.rbegin(); message != location.order.rend() && (*message)->time >= oldest;
       ++message) {
    visit(**message);
  }
}

}  // namespace

void Machine::choices(ThreadId id, std::vector<Choice>& all) {
  all.clear();
  const Thread& thread = threads_[id];
  if (thread.finished || (thread.asleep && !thread.woken)) {
    return;
  }
  switch (thread.pending.kind) {
    case Kind::load: read_choices(thread, all); break;
    case Kind::await: await_choices(thread, all); break;
    case Kind::store: store_choices(thread, all); break;
    case Kind::update:
    case Kind::compare_exchange: update_choices(thread, all); break;
    case Kind::park: park_choices(thread, all); break;
    case Kind::unpark: unpark_choices(thread, all); break;
    default: all.push_back({}); break;
  }
}

std::uint32_t Machine::oldest_visible(const Thread& thread) const {
  const std::uint32_t index = thread.pending.location->index;
  const std::uint32_t seen = thread.current.seen(index);
  return thread.pending.order == Order::seq_cst ? std::max(seen, seq_cst_view_.seen(index)) : seen;
}

void Machine::read_choices(const Thread& thread, std::vector<Choice>& all) const {
  for_each_visible(*thread.pending.location, oldest_visible(thread),
                   [&](Message& message) { all.push_back(from(message)); });
}

void Machine::await_choices(const Thread& thread, std::vector<Choice>& all) const {
  const Operation& await = thread.pending;
  for_each_visible(*await.location, oldest_visible(thread), [&](Message& message) {
    if (base::reached(message.value, await.operand)) {
      all.push_back(from(message));
    }
  });
  // A thread that falls asleep has looked at the newest message.
  if (can_sleep(thread) && !base::reached(await.location->latest().value, await.operand)) {
    all.push_back({.effect = Effect::sleep, .label = kSleepLabel});
  }
}

void Machine::store_choices(const Thread& thread, std::vector<Choice>& all) const {
  for_each_visible(*thread.pending.location, oldest_visible(thread), [&](Message& message) {
    if (!message.followed) {
      all.push_back(from(message));
    }
  });
}

void Machine::update_choices(const Thread& thread, std::vector<Choice>& all) const {
  const Operation& update = thread.pending;
  const std::uint32_t oldest = oldest_visible(thread);
  // A compare_exchange that fails is no seq_cst read.
  for_each_visible(*update.location, thread.current.seen(update.location->index), [&](Message& message) {
    const bool only_reads = update.kind == Kind::compare_exchange && message.value != update.expected;
    if (only_reads || (!message.followed && message.time >= oldest)) {
      all.push_back(from(message));
    }
  });
}

void Machine::park_choices(const Thread& thread, std::vector<Choice>& all) const {
  const Operation& park = thread.pending;
  const bool sleeps = !thread.woken && park.location->latest().value == park.operand;
  all.push_back({.effect = sleeps ? Effect::sleep : Effect::proceed, .label = sleeps ? kSleepLabel : kSpecial});
  if (sleeps && thread.early_returns_left != 0) {
    all.push_back({.effect = Effect::return_early, .label = kEarlyLabel});
  }
}

// One sleeper of several: any of them. More than one: as many as there are, or the first ones.
void Machine::unpark_choices(const Thread& thread, std::vector<Choice>& all) const {
  const Operation& unpark = thread.pending;
  for (ThreadId id = 0; id < program_->threads; ++id) {
    const Thread& other = threads_[id];
    if (unpark.operand == 1 && other.asleep && !other.woken && wakes(unpark, other.pending)) {
      all.push_back({.effect = Effect::wake_sleeper, .sleeper = id, .label = kSleeperLabel + id});
    }
  }
  if (all.empty()) {
    all.push_back({});
  }
}

}  // namespace muster::verify
