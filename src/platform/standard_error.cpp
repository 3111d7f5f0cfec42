// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/standard_error.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace muster::platform {

void write_standard_error(const char* text, std::size_t length) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, length);
}

void fail(const char* line) {
  constexpr char kBeginning[] = "OMP: Error: ";
  write_standard_error(kBeginning, sizeof kBeginning - 1);
  write_standard_error(line, strlen(line));
  write_standard_error("\n", 1);
  abort();
}

}  // namespace muster::platform
