// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where in the program a construct is, as its entry point sees it.
#pragma once

namespace muster::events {

struct Caller {
  // The address in the program's code to which the entry point returns.
  const void* code = nullptr;
  // The frame of the entry point: at and below it the stack is the runtime's.
  const void* frame = nullptr;
};

}  // namespace muster::events

// Only in a function that the program calls: what is inlined there is part of it.
#define MUSTER_CALLER() \
  ::muster::events::Caller { __builtin_extract_return_addr(__builtin_return_address(0)), __builtin_frame_address(0) }
