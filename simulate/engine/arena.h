// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arena: the memory whose lines a simulation follows. What threads share is made here; the same requests give the same lines in each run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "base/base.h"
#include "engine/directory.h"

namespace muster::simulate {

class Arena {
 public:
  explicit Arena(std::size_t bytes);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Zeroed, and on lines of its own. Throws std::bad_alloc where the arena is full. It is freed with the arena.
  void* allocate(std::size_t bytes);

  // Its destructor is not run.
  template <class T, class... Arguments>
  T& make(Arguments&&... arguments) {
    return *new (allocate(sizeof(T))) T(std::forward<Arguments>(arguments)...);
  }
  template <class T>
  T* make_array(std::size_t count) {
    T* const array = static_cast<T*>(allocate(count * sizeof(T)));
    for (std::size_t index = 0; index < count; ++index) {
      new (array + index) T();
    }
    return array;
  }

  bool has(const void* address) const {
    return address >= memory_ && address < static_cast<const std::byte*>(memory_) + used_;
  }
  LineNumber line_of(const void* address) const {
    return static_cast<LineNumber>(
        static_cast<std::size_t>(static_cast<const std::byte*>(address) - static_cast<const std::byte*>(memory_)) /
        base::kCacheLineBytes);
  }

 private:
  void* memory_;
  std::size_t bytes_;
  std::size_t used_ = 0;
};

}  // namespace muster::simulate
