// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small things that the race checker makes and gives back often. Each thread keeps some of those that it has given back; what is more goes to a list of all threads,
// as one thread may make what others give back. Memory is never returned to the system: it is as much as was in use at one time, and some of each thread.
#pragma once

#include <cstddef>
#include <new>

#include "locks/locks.h"
#include "platform/native.h"
#include "platform/pages.h"

namespace muster::races {

// T has a member T* next, which is the pool's while the thing is given back.
template <class T>
class Pool {
 public:
  // So many at once cost few system calls and few updates of the shared list, and waste at most some pages.
  static constexpr std::size_t kTogether = 64;
  // A thread keeps so many at most.
  static constexpr std::size_t kMost = 4 * kTogether;

  // A new T, or null without memory.
  T* take() {
    if (free_ == nullptr) {
      refill();
    }
    T* thing = free_;
    if (thing == nullptr) {
      return nullptr;
    }
    free_ = thing->next;
    --count_;
    return ::new (static_cast<void*>(thing)) T();
  }

  void give_back(T* thing) {
    keep(thing);
    if (count_ > kMost) {
      share(kTogether);
    }
  }

  // The thread ends.
  void give_all() { share(count_); }

  // They are called around fork(), the second in the child as well.
  static void lock_for_fork() { mutex.lock(); }
  static void unlock_after_fork() { mutex.unlock(); }

 private:
  void keep(T* thing) {
    thing->next = free_;
    free_ = thing;
    ++count_;
  }

  // The first so many of the thread's own, of which there are at least as many.
  void share(std::size_t many) {
    if (many == 0) {
      return;
    }
    T* const first = free_;
    T* last = first;
    for (std::size_t i = 1; i < many; ++i) {
      last = last->next;
    }
    free_ = last->next;
    count_ -= many;
    mutex.lock();
    last->next = shared;
    shared = first;
    mutex.unlock();
  }

  void refill() {
    mutex.lock();
    while (shared != nullptr && count_ < kTogether) {
      T* const rest = shared->next;
      keep(shared);
      shared = rest;
    }
    mutex.unlock();
    if (free_ == nullptr) {
      allocate();
    }
  }

  // The memory is zeroed, so that all in it begins as an empty T.
  void allocate() {
    auto* things = static_cast<T*>(platform::allocate_pages(kTogether * sizeof(T)));
    for (std::size_t i = 0; things != nullptr && i < kTogether; ++i) {
      keep(things + i);
    }
  }

  // What threads have given to each other, under the mutex.
  static inline constinit locks::Mutex<platform::Native> mutex;
  static inline constinit T* shared = nullptr;

  T* free_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace muster::races
