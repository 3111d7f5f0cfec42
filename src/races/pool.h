// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small things that the race checker makes and gives back often: each thread keeps those that it has given back. Memory is never returned
// to the system, and a thing given back by another thread stays with that one.
#pragma once

#include <cstddef>
#include <new>

#include "platform/pages.h"

namespace muster::races {

// T has a member T* next, which is the pool's while the thing is given back.
template <class T>
class Pool {
 public:
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
    return ::new (static_cast<void*>(thing)) T();
  }

  void give_back(T* thing) {
    thing->next = free_;
    free_ = thing;
  }

 private:
  // So many at once cost few system calls, and waste at most some pages.
  static constexpr std::size_t kTogether = 64;

  // The memory is zeroed, so that all in it begins as an empty T.
  void refill() {
    auto* things = static_cast<T*>(platform::allocate_pages(kTogether * sizeof(T)));
    for (std::size_t i = 0; things != nullptr && i < kTogether; ++i) {
      give_back(things + i);
    }
  }

  T* free_ = nullptr;
};

}  // namespace muster::races
