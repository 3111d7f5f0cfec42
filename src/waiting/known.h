// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Known: the answer to a question that costs something to ask, and that the system may not answer.
#pragma once

#include <cstdint>

namespace muster::waiting {

enum class Known : std::uint8_t { unknown, no, yes };

}  // namespace muster::waiting
