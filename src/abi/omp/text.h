// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copying text into a buffer. (string_view::copy would need a function of the C++ library for its error case.)
#pragma once

#include <string.h>

#include <cstddef>
#include <string_view>

namespace muster::abi {

// Copies what fits and returns how much that was.
inline std::size_t copy_text(char* to, std::size_t room, std::string_view text) {
  const std::size_t length = text.size() < room ? text.size() : room;
  if (length != 0) {
    memcpy(to, text.data(), length);
  }
  return length;
}

}  // namespace muster::abi
