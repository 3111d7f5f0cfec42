// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task construct while it is met. Nothing where nobody listens, which a null pointer to the caller says.
#pragma once

#include "events/emitting.h"

namespace muster::events {

class Constructing {
 public:
  explicit Constructing(const Caller* caller) : caller_(caller) {
    if (caller_ != nullptr && heard.task_construct_begin != nullptr) [[unlikely]] {
      emit(TaskConstructBegin{this_task(), *caller_});
    }
  }
  ~Constructing() {
    if (caller_ != nullptr && heard.task_construct_end != nullptr) [[unlikely]] {
      emit(TaskConstructEnd{this_task(), *caller_});
    }
  }
  Constructing(const Constructing&) = delete;
  Constructing& operator=(const Constructing&) = delete;

 private:
  const Caller* caller_;
};

}  // namespace muster::events
