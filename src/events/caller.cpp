// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "events/caller.h"

#include <cstdint>

namespace muster::events {

// The linker's, of this library alone.
extern const char kStartOfLibrary __asm__("__ehdr_start") __attribute__((visibility("hidden")));
extern const char kEndOfCode __asm__("etext") __attribute__((visibility("hidden")));

namespace {

bool is_own_code(const void* address) { return address >= &kStartOfLibrary && address < &kEndOfCode; }

}  // namespace

Caller resolve(Caller caller) {
  if (caller.frame != nullptr) {
    return caller;
  }
  // More frames than any way through the library has. A test that has the library's objects in its own program ends up here.
  constexpr int kMostFrames = 64;
  const auto* frame = static_cast<const void* const*>(__builtin_frame_address(0));
  for (int i = 0; i < kMostFrames; ++i) {
    const void* code = __builtin_extract_return_addr(const_cast<void*>(frame[1]));
    if (!is_own_code(code)) {
      return {code, frame};
    }
    const auto* outer = static_cast<const void* const*>(frame[0]);
    if (outer <= frame) {
      break;
    }
    frame = outer;
  }
  return {};
}

}  // namespace muster::events
