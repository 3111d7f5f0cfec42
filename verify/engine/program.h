// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program: what the explorer runs, a few threads and the state they share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/limits.h"

namespace muster::verify {

// The two implementations of light_fence() and heavy_fence() that the native platform has.
enum class Fences : std::uint8_t {
  full,          // both are full fences
  process_wide,  // the light one is nothing, the heavy one makes all threads execute a full fence (membarrier)
};

struct Program {
  std::string name;
  std::uint32_t threads = 0;
  // Builds the state anew, before the threads start; plain code, not explored.
  std::function<void()> setup;
  std::function<void(ThreadId)> thread;
  // After all threads have ended; may call expect().
  std::function<void()> check = [] {};

  // An await that fails at first enters the waiter's wait_for, which is explored too. Otherwise it is one blocking read.
  bool waiter_runs = false;
  Fences fences = Fences::full;
  // How often each thread may sleep in a blocking await until it is signalled, instead of seeing the word by itself.
  std::uint32_t sleeps = 0;
  // How often park() may return early in each thread.
  std::uint32_t early_returns = 0;
  // Not explored with more executions than this unless somebody asks for it; 0: no such limit.
  std::uint64_t enough = 0;
};

}  // namespace muster::verify
