// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A few threads that go through the same loops.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <thread>
#include <vector>

namespace muster::testing {

inline void run_threads(std::uint32_t threads, const std::function<void(std::uint32_t)>& body) {
  std::vector<std::thread> team;
  team.reserve(threads);
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    team.emplace_back(body, slot);
  }
  for (std::thread& thread : team) {
    thread.join();
  }
}

// Lets others go ahead now and then, so that threads come late to loops and leave early.
class Dawdler {
 public:
  explicit Dawdler(std::uint32_t seed) : random_(seed) {}
  void maybe_dawdle() {
    if (random_() % 8 == 0) {
      std::this_thread::yield();
    }
  }

 private:
  std::minstd_rand random_;
};

}  // namespace muster::testing
