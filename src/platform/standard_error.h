// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages to the user, without stdio: they may be needed where a program has closed or replaced it.
#pragma once

#include <cstddef>

namespace muster::platform {

// One write(2) to standard error, so that a line stays whole. Errors are ignored: there is nowhere to report them.
void write_standard_error(const char* text, std::size_t length);

// Writes "OMP: Error: " and the line, and ends the program (abort).
[[noreturn]] void fail(const char* line);

}  // namespace muster::platform
