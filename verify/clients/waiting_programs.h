// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of the waiters that is also explored with a part missing that no order, fence or wake-up stands for.
#pragma once

#include <cstdint>

#include "checked_platform.h"

namespace muster::verify {

// The word moves on step by step, and each step is for one of those that sleep: thread 0 begins, and each lets the next go on. Where
// they are not `found`, they sleep without having been counted at the word.
Program woken_at_word(std::uint32_t threads, bool crowded, Fences fences, bool found = true);

}  // namespace muster::verify
