// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual time, in picoseconds, and where it went.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace muster::simulate {

using Time = std::uint64_t;

inline constexpr Time kNever = ~Time{0};

constexpr Time from_ns(double ns) {
  // Not std::llround, which is no constant expression.
  const double ps = ns * 1000.0;
  const auto below = static_cast<Time>(ps);
  return ps - static_cast<double>(below) < 0.5 ? below : below + 1;
}
constexpr double to_ns(Time time) { return static_cast<double>(time) / 1000.0; }

// What a thread did, or waited for, in a stretch of time.
enum class Part : std::uint8_t {
  software,  // instructions, hits in its own cache, and the delay between two polls
  work,      // what the program computes
  transfer,  // a line was on its way
  queueing,  // others were served first, at the line or at its home
  ordering,  // an access waited for earlier stores of the thread
  system,    // a system call, or a switch between threads
  waking,    // between a wake-up and the first instruction after it
  cpu,       // another thread had the CPU, or the quota was used up
  sleeping,  // a sleep that ended by itself
};
inline constexpr std::size_t kParts = 9;

std::string_view name_of(Part part);

// Where the time went along one chain of causes, from the beginning of the run to a moment: its parts add up to that moment. A thread that waits
// for a word takes over the chain of the thread that wrote it, so the chain of the last thread is the critical path.
class Path {
 public:
  Time total() const { return total_; }
  Time of(Part part) const { return parts_[static_cast<std::size_t>(part)]; }

  void add(Part part, Time time) {
    parts_[static_cast<std::size_t>(part)] += time;
    total_ += time;
  }
  // Time until then is the part's. Nothing happens if it has passed.
  void go_to(Time then, Part part) {
    if (then > total_) {
      add(part, then - total_);
    }
  }

 private:
  std::array<Time, kParts> parts_{};
  Time total_ = 0;
};

}  // namespace muster::simulate
