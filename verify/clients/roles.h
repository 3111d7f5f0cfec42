// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs in which thread 0 is the primary and the others are its workers.
#pragma once

#include <utility>

#include "engine/program.h"

namespace muster::verify {

// What Program::thread is then.
template <class Primary, class Worker>
auto primary_and_workers(Primary primary, Worker worker) {
  return [primary = std::move(primary), worker = std::move(worker)](ThreadId id) {
    if (id == 0) {
      primary();
    } else {
      worker(id);
    }
  };
}

}  // namespace muster::verify
