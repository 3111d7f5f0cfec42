// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/standard_error.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "platform/uncancelled.h"

namespace muster::platform {

void write_standard_error(const char* text, std::size_t length) {
  const Uncancelled uncancelled;
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, length);
}

void fail(const char* line) {
  char beginning[] = "OMP: Error: ";
  char end[] = "\n";
  // One call, so that lines of threads do not mix. writev() does not change what it is given.
  const iovec parts[] = {{beginning, sizeof beginning - 1}, {const_cast<char*>(line), strlen(line)}, {end, 1}};
  [[maybe_unused]] const ssize_t written = writev(STDERR_FILENO, parts, sizeof parts / sizeof parts[0]);
  abort();
}

}  // namespace muster::platform
