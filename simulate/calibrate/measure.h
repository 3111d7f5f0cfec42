// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What this machine costs, for a machine file. Each figure is the median of some measurements, in nanoseconds.
#pragma once

#include <cstdint>

namespace muster::simulate {

// One thread alone.
double hit_ns();
double atomic_ns();
double fence_ns();
double poll_ns();
double clock_ns();
double heavy_fence_ns();
double yield_ns();
// A futex call that finds that it must not sleep, and one that finds nobody to wake.
double sleep_call_ns();
double wake_call_ns();

// From a store by the one CPU until the other one has the line; the delay of its next poll is not in it.
double signal_ns(std::uint32_t cpu_a, std::uint32_t cpu_b);
// The same where both write the one line: it is read and written by the one, then by the other.
double takeover_ns(std::uint32_t cpu_a, std::uint32_t cpu_b);
// A store to a line that the other CPU wrote last, until it is visible, with the time of looking at the clock.
enum class LastRead : std::uint8_t {
  by_writer,  // the CPU that stores has read the line since
  by_both,    // and the other one has read it after that
};
double store_ns(std::uint32_t cpu_a, std::uint32_t cpu_b, LastRead last_read);
// From one thread to another on a CPU, beside the call that asks for it, while threads take turns on the other CPU too: on a shared host it takes longer then, and
// a team has threads on each.
double switch_ns(std::uint32_t cpu, std::uint32_t other_cpu);

struct WakeUp {
  double call_ns;     // a call that wakes one thread
  double latency_ns;  // from the end of that call until the thread runs; 0 if it runs before
};
// The thread that is woken was the only one on its CPU.
WakeUp wake_up_ns(std::uint32_t waker_cpu, std::uint32_t sleeper_cpu);

}  // namespace muster::simulate
