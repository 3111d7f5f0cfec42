// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What MUSTER_WAIT_STEPS prints: for each thread what it did while it waited, and why.
#pragma once

#include <cstddef>

namespace muster::runtime {

// Writes the report line by line. Other threads may go on waiting: what they do meanwhile may be missing or seen in part. Writes nothing where no
// thread keeps a log of its steps (waiting/step_log.h).
void report_waiting(void (*write)(const char* line, std::size_t length));

}  // namespace muster::runtime
