// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fibre.h"

#include <ucontext.h>

#include <cstdlib>

namespace muster {
namespace {

// makecontext passes ints only.
Fibre* entering = nullptr;

}  // namespace

Fibre::Fibre(std::size_t stack_bytes) : stack_bytes_(stack_bytes), stack_(new std::byte[stack_bytes]) {}

void Fibre::start(const std::function<void()>& body) {
  body_ = &body;
  entered_ = false;
  finished_ = false;
}

void Fibre::enter() {
  Fibre& self = *entering;
  (*self.body_)();
  self.finished_ = true;
  _longjmp(self.outside_, 1);
}

void Fibre::enter_stack() {
  ucontext_t context;
  if (getcontext(&context) != 0) {
    std::abort();
  }
  context.uc_stack.ss_sp = stack_.get();
  context.uc_stack.ss_size = stack_bytes_;
  context.uc_link = nullptr;
  makecontext(&context, &Fibre::enter, 0);
  entered_ = true;
  entering = this;
  setcontext(&context);
}

bool Fibre::resume() {
  if (_setjmp(outside_) == 0) {
    if (!entered_) {
      enter_stack();
    }
    _longjmp(inside_, 1);
  }
  return finished_;
}

void Fibre::pause() {
  if (_setjmp(inside_) == 0) {
    _longjmp(outside_, 1);
  }
}

}  // namespace muster
