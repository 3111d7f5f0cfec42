// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// View: what a thread has seen of each location, and of the other threads' plain accesses. Messages carry views; acquiring
// one joins its view into the thread's. README.md has the model.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/limits.h"

namespace muster::verify {

// Vector clock of happens-before: by plain data for races, by the explorer for its dependences.
struct Clock {
  std::array<std::uint32_t, kMaxThreads> of{};

  void join(const Clock& other) {
    for (std::uint32_t thread = 0; thread < kMaxThreads; ++thread) {
      of[thread] = std::max(of[thread], other.of[thread]);
    }
  }
};

class View {
 public:
  View() = default;
  View(const View& other) { *this = other; }
  View& operator=(const View& other) {
    clock = other.clock;
    used_ = other.used_;
    std::copy_n(other.seen_.begin(), used_, seen_.begin());
    return *this;
  }
  ~View() = default;

  std::uint32_t seen(std::uint32_t location) const { return location < used_ ? seen_[location] : 0; }

  void see(std::uint32_t location, std::uint32_t time) {
    if (location >= used_) {
      std::fill(seen_.begin() + used_, seen_.begin() + location + 1, 0U);
      used_ = location + 1;
    }
    seen_[location] = std::max(seen_[location], time);
  }

  void join(const View& other) {
    clock.join(other.clock);
    join_seen(other);
  }

  // Without the clock: a fence shows what has been written, but orders no plain access by itself.
  void join_seen(const View& other) {
    const std::uint32_t both = std::min(used_, other.used_);
    for (std::uint32_t location = 0; location < both; ++location) {
      seen_[location] = std::max(seen_[location], other.seen_[location]);
    }
    if (other.used_ > used_) {
      std::copy(other.seen_.begin() + used_, other.seen_.begin() + other.used_, seen_.begin() + used_);
      used_ = other.used_;
    }
  }

  void clear() {
    clock = Clock{};
    used_ = 0;
  }

  Clock clock;

 private:
  std::uint32_t used_ = 0;
  // Valid below used_; 0 is the location's first message.
  std::array<std::uint32_t, kMaxLocations> seen_;
};

}  // namespace muster::verify
