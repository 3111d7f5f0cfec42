// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How answers of muster.h reach a caller that may know fewer or more members than this version.
#pragma once

#include <string.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace muster::abi::own {

// The caller's structure is written up to the smaller of both sizes.
template <class Answer>
void give(Answer* out, std::size_t size, const Answer& answer) {
  memcpy(out, &answer, std::min(size, sizeof answer));
}

template <std::size_t kBytes>
void copy_name(char (&out)[kBytes], std::string_view name) {
  const std::size_t length = std::min(name.size(), kBytes - 1);
  memcpy(out, name.data(), length);
  out[length] = '\0';
}

}  // namespace muster::abi::own
