// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fresh<State>: the state of a program, built anew at the same address for each execution.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "base/base.h"
#include "engine/machine.h"

namespace muster::verify {

// Zeroed lines, as an algorithm asks its caller for.
class ZeroedLines {
 public:
  explicit ZeroedLines(std::size_t bytes)
      : bytes_((bytes / base::kCacheLineBytes + 1) * base::kCacheLineBytes),
        memory_(static_cast<std::byte*>(::operator new(bytes_, std::align_val_t{base::kCacheLineBytes})), &release) {}

  void* get() const { return memory_.get(); }
  // Names the words in schedules.
  void reset(const char* name) const {
    std::memset(memory_.get(), 0, bytes_);
    Machine::instance().name(memory_.get(), bytes_, name);
  }

 private:
  static void release(std::byte* memory) { ::operator delete(memory, std::align_val_t{base::kCacheLineBytes}); }

  std::size_t bytes_;
  std::unique_ptr<std::byte, void (*)(std::byte*)> memory_;
};

template <class State>
class Fresh {
 public:
  template <class... Arguments>
  void make(Arguments&&... arguments) const {
    lines_->reset("state");
    new (lines_->get()) State(std::forward<Arguments>(arguments)...);
  }
  State* operator->() const { return &get(); }
  State& get() const { return *static_cast<State*>(lines_->get()); }

 private:
  // States hold words, and arrays of them, but own nothing: they need no destructor.
  std::shared_ptr<ZeroedLines> lines_ = std::make_shared<ZeroedLines>(sizeof(State));
};

}  // namespace muster::verify
