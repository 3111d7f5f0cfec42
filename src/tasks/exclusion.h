// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How mutually exclusive tasks take turns (mutexinoutset; OpenMP 5.2, 15.9.5), on `Platform` alone. No thread waits: a task that is ready but
// for its turn stands in a queue, and the thread that completes the task before it makes it ready.
//
// A set of such tasks has an Exclusion, a task a Turn for each of its sets. It takes them in the order of the exclusions' addresses, and keeps
// those that it has while it stands in a queue: so tasks that wait for each other never form a circle.
//
//     head_ of an exclusion       means
//     unclaimed mark              no task has the turn
//     null                        a task has it
//     a turn                      a task has it, and this one came last to the queue; each knows the one before
//
// I1  queue_, of those that are to have the turn next, is touched by the task that has the turn alone. It is empty while nobody has it.
// I2  A turn is in one queue at most, once, and only the thread that has the exclusion takes it out.
//
// Ordering: A take      compare-and-swap acquire of head_, unclaimed to null   pairs with B
//           B give up   compare-and-swap release of head_, null to unclaimed   pairs with A: what the task has done is visible to the next
//           C queue     compare-and-swap release of head_                   pairs with D: the thread that passes the turn on sees the task that waits
//           D collect   exchange acquire of head_                           pairs with C
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/platform.h"

namespace muster::tasks {

template <platform::Platform P>
class Exclusion;
template <platform::Platform P>
class Turns;

template <platform::Platform P>
struct Turn {
  Exclusion<P>* exclusion;
  Turns<P>* task;
  Turn* next;
};

template <platform::Platform P>
class Exclusion {
 public:
  // False: the turn is in the queue, and may be had by another thread from now on.
  bool take(Turn<P>& turn) {
    Turn<P>* head = head_.load_relaxed();
    for (;;) {
      if (head == unclaimed()) {
        if (head_.compare_exchange_acquire(head, nullptr)) {  // A: acquire, pairs with B
          return true;
        }
        continue;
      }
      turn.next = head;
      if (head_.compare_exchange_release(head, &turn)) {  // C: release, pairs with D
        return false;
      }
    }
  }

  // By the thread that has the turn. Returns the task that has it now; null: none.
  Turn<P>* pass() {
    if (queue_ == nullptr) {
      Turn<P>* nobody = nullptr;
      if (head_.compare_exchange_release(nobody, unclaimed())) {  // B: release, pairs with A
        return nullptr;
      }
      queue_ = in_order(*head_.exchange_acquire(nullptr));  // D: acquire, pairs with C
    }
    Turn<P>* turn = queue_;
    queue_ = turn->next;
    return turn;
  }

 private:
  // The oldest of the list that begins with the newest, each with the next to come.
  static Turn<P>* in_order(Turn<P>& newest) {
    Turn<P>* oldest = &newest;
    Turn<P>* rest = newest.next;
    newest.next = nullptr;
    while (rest != nullptr) {
      Turn<P>* turn = rest;
      rest = turn->next;
      turn->next = oldest;
      oldest = turn;
    }
    return oldest;
  }

  static Turn<P>* unclaimed() { return reinterpret_cast<Turn<P>*>(unclaimed_mark); }
  alignas(Turn<P>) static inline std::byte unclaimed_mark[sizeof(Turn<P>)] = {};

  typename P::template Atomic<Turn<P>*> head_{unclaimed()};
  Turn<P>* queue_ = nullptr;  // by I1
};

// A task's.
template <platform::Platform P>
class Turns {
 public:
  // By the maker, before anybody else knows the task: memory of the caller's, and what it is to be used for.
  void provide(Turn<P>* turns) { first_ = turns; }
  void need(Exclusion<P>& exclusion) {
    std::uint32_t at = count_++;
    for (; at > 0 && first_[at - 1].exclusion > &exclusion; --at) {
      first_[at] = first_[at - 1];
    }
    first_[at] = {&exclusion, this, nullptr};
  }

  std::uint32_t turn_count() const { return count_; }
  Exclusion<P>& exclusion(std::uint32_t i) const { return *first_[i].exclusion; }

  // When all predecessors are complete. False: another thread goes on with the task, now or later.
  bool take() {
    while (taken_ < count_) {
      Turn<P>& turn = first_[taken_];
      if (!turn.exclusion->take(turn)) {
        return false;
      }
      ++taken_;
    }
    return true;
  }

  // When the task is complete. ready(turns) is called for each task that has all its turns by that.
  template <class Ready>
  void pass(const Ready& ready) {
    for (std::uint32_t i = 0; i < count_; ++i) {
      Turn<P>* next = first_[i].exclusion->pass();
      if (next != nullptr && next->task->take_next()) {
        ready(*next->task);
      }
    }
  }

 private:
  bool take_next() {
    ++taken_;
    return take();
  }

  Turn<P>* first_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t taken_ = 0;
};

}  // namespace muster::tasks
