// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fibre: a virtual thread with a stack of its own. One runs at a time; it gives control back by pause(). A fibre that is not
// wanted any more is simply started again: what was on its stack is forgotten, not unwound.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <functional>
#include <memory>

namespace muster {

class Fibre {
 public:
  explicit Fibre(std::size_t stack_bytes);
  Fibre(const Fibre&) = delete;
  Fibre& operator=(const Fibre&) = delete;

  // The next resume() enters body() on an empty stack.
  void start(const std::function<void()>& body);
  // Runs the fibre until it pauses or its body returns. True in the second case.
  bool resume();
  // Only from inside the fibre.
  void pause();

 private:
  static void enter();
  void enter_stack();

  // ucontext enters a stack; setjmp and longjmp switch afterwards, because swapcontext makes a system call each time.
  std::size_t stack_bytes_;
  std::unique_ptr<std::byte[]> stack_;
  const std::function<void()>* body_ = nullptr;
  std::jmp_buf inside_;
  std::jmp_buf outside_;
  bool entered_ = false;
  bool finished_ = false;
};

}  // namespace muster
