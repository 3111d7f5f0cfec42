// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an operation does to memory and views: the rules of README.md.
#include "base/base.h"
#include "engine/machine.h"

namespace muster::verify {

void Machine::read(Thread& thread, const Message& message, Order order) {
  const std::uint32_t index = thread.pending.location->index;
  thread.current.see(index, message.time);
  thread.acquired.join(message.view);
  thread.acquired.see(index, message.time);
  if (acquires(order)) {
    thread.current.join(message.view);
  }
}

// `follows`: the message belongs to a read-modify-write of `before`, whose release sequence it continues.
Message& Machine::write(Thread& thread, ThreadId id, Message& before, std::uint64_t value, Order order, bool follows) {
  Location& location = *thread.pending.location;
  Message& message = memory_.insert(location, before);
  message.value = value;
  message.writer = id;
  message.step = thread.steps;
  thread.current.see(location.index, message.time);
  thread.acquired.see(location.index, message.time);
  message.view = releases(order) ? thread.current : thread.released;
  message.view.see(location.index, message.time);
  if (order == Order::seq_cst) {
    seq_cst_view_.see(location.index, message.time);
  }
  if (follows) {
    before.followed = true;
    message.view.join(before.view);
  }
  return message;
}

void Machine::full_fence(Thread& thread) {
  thread.current.join(thread.acquired);
  thread.current.join_seen(fence_view_);
  fence_view_.join_seen(thread.current);
  thread.acquired = thread.current;
  thread.released = thread.current;
}

// Every thread executes a full fence at some moment between a first and a last one of the caller. Only what follows for
// visibility is taken from the others' fences: no algorithm may count on them to order its plain data.
void Machine::process_wide_fence(Thread& thread) {
  full_fence(thread);
  const View issued = fence_view_;
  for (ThreadId id = 0; id < program_->threads; ++id) {
    Thread& other = threads_[id];
    if (&other != &thread) {
      fence_view_.join_seen(other.current);
      other.current.join_seen(issued);
      other.acquired.join_seen(issued);
    }
  }
  full_fence(thread);
}

void Machine::wake(std::uint32_t slots) {
  for (ThreadId id = 0; id < program_->threads; ++id) {
    Thread& thread = threads_[id];
    if ((slots >> id & 1) != 0 && thread.asleep && thread.pending.kind == Kind::await) {
      thread.woken = true;
    }
  }
}

void Machine::perform_park(Thread& thread, const Choice& choice) {
  if (choice.effect == Effect::sleep) {
    thread.asleep = true;
    return;
  }
  if (choice.effect == Effect::return_early) {
    --thread.early_returns_left;
  }
  if (!thread.woken) {
    // The system has looked at the newest message.
    thread.current.see(thread.pending.location->index, thread.pending.location->latest().time);
    thread.acquired.see(thread.pending.location->index, thread.pending.location->latest().time);
  }
  thread.asleep = false;
  thread.woken = false;
}

void Machine::perform_await(Thread& thread, ThreadId id, const Choice& choice) {
  const Operation& await = thread.pending;
  if (choice.effect == Effect::sleep) {
    thread.sleeps_left -= thread.asleep ? 0 : 1;
    thread.asleep = true;
  } else {
    if (!base::reached(await.location->latest().value, await.operand)) {
      set_failure("thread " + std::to_string(id) + " waits for a value that may be overwritten before it looks");
    }
    read(thread, *choice.message, await.order);
    thread.asleep = false;
  }
  thread.woken = false;
}

void Machine::perform_unpark(const Operation& unpark, const Choice& choice) {
  if (choice.effect == Effect::wake_sleeper) {
    threads_[choice.sleeper].woken = true;
    return;
  }
  std::uint64_t left = unpark.operand;
  for (ThreadId id = 0; id < program_->threads && left != 0; ++id) {
    Thread& sleeper = threads_[id];
    if (sleeper.asleep && !sleeper.woken && wakes(unpark, sleeper.pending)) {
      sleeper.woken = true;
      --left;
    }
  }
}

void Machine::perform(Thread& thread, ThreadId id, const Choice& choice) {
  const Operation& operation = thread.pending;
  thread.result = {};
  switch (operation.kind) {
    case Kind::load:
      read(thread, *choice.message, operation.order);
      thread.result.value = choice.message->value;
      break;
    case Kind::await: perform_await(thread, id, choice); break;
    case Kind::store: write(thread, id, *choice.message, operation.operand, operation.order, false); break;
    case Kind::update:
      thread.result.value = choice.message->value;
      read(thread, *choice.message, operation.order);
      write(thread, id, *choice.message, operation.modify(choice.message->value, operation.operand), operation.order,
            true);
      break;
    case Kind::compare_exchange:
      thread.result = {choice.message->value, choice.message->value == operation.expected};
      read(thread, *choice.message, thread.result.success ? operation.order : operation.failure_order);
      if (thread.result.success) {
        write(thread, id, *choice.message, operation.operand, operation.order, true);
      }
      break;
    case Kind::light_fence:
    case Kind::full_fence: full_fence(thread); break;
    case Kind::heavy_fence:
      if (program_->fences == Fences::full) {
        full_fence(thread);
      } else {
        process_wide_fence(thread);
      }
      break;
    case Kind::park: perform_park(thread, choice); break;
    case Kind::unpark: perform_unpark(operation, choice); break;
    case Kind::signal: wake(1U << operation.operand); break;
    case Kind::signal_all: wake((1U << program_->threads) - 1); break;
  }
}

}  // namespace muster::verify
