// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of Clang's outlined functions: void f(int* global_number, int* number, argument...), each argument of pointer size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "platform/standard_error.h"
#include "teams/teams.h"

namespace muster::abi::kmp {

using Microtask = void (*)(std::int32_t* global_number, std::int32_t* number, ...);

// The calling conventions of x86-64 (System V) and AArch64 (AAPCS64) let a function be called with more arguments than it
// has: the caller lays them out and removes them. So a few counts are enough, and `arguments` is filled up to the next.
inline constexpr std::uint32_t kCounts[] = {4, 8, 16, 32, 64, 128, 256, 1024};
inline constexpr std::uint32_t kMostArguments = 1024;

inline std::uint32_t padded_count(std::uint32_t count) {
  for (const std::uint32_t padded : kCounts) {
    if (count <= padded) {
      return padded;
    }
  }
  platform::fail("muster: a region with more than 1024 variables of the code around it: put them into a structure");
}

// `arguments` has padded_count(count) readable elements.
void call_microtask(Microtask function, std::int32_t* global_number, std::int32_t* number, void* const* arguments,
                    std::uint32_t count);
// The same, with the frame that calls the function in `frame` for as long as it runs.
void call_microtask_told(Microtask function, std::int32_t* global_number, std::int32_t* number, void* const* arguments,
                         std::uint32_t count, events::Frame& frame);

// For teams::observed.
struct CallMicrotaskTold {
  static void call(teams::Member& self, void* function, void* const* arguments, std::uint32_t count) {
    auto number = static_cast<std::int32_t>(self.number);
    void* const* all = count <= threads::Work::kInlineArguments ? arguments : static_cast<void* const*>(arguments[0]);
    call_microtask_told(reinterpret_cast<Microtask>(function), &self.thread_number_in_process, &number, all, count,
                        events::this_task().frame);
  }
};

// For teams::parallel. Up to Work::kInlineArguments arguments travel in the go line, more by a pointer to all of them.
struct CallMicrotask {
  using Observed = CallMicrotaskTold;

  static void before_fork(const teams::Member& parent) { teams::note_float_control(parent); }
  static void begin(const teams::Member& self) { teams::take_float_control(self); }
  static void call(teams::Member& self, void* function, void* const* arguments, std::uint32_t count) {
    auto number = static_cast<std::int32_t>(self.number);
    void* const* all = count <= threads::Work::kInlineArguments ? arguments : static_cast<void* const*>(arguments[0]);
    call_microtask(reinterpret_cast<Microtask>(function), &self.thread_number_in_process, &number, all, count);
  }
};

}  // namespace muster::abi::kmp
