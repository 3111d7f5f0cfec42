// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages that the program itself asks for, by clauses `message` and `severity`.
#pragma once

namespace muster::abi {

// A region under num_threads(strict:) gets fewer threads. `message` is the clause's, or null. Does not return if it is fatal.
void report_fewer_than_strict(bool is_fatal, const char* message);

}  // namespace muster::abi
