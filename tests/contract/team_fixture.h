// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team of plain threads with the real way of waiting, for algorithms that know nothing of teams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "platform/native.h"
#include "waiting/waiting.h"

namespace muster::testing {

using platform::Native;
using Waiter = waiting::Waiter<Native>;

// Zeroed memory at a cache line, as algorithms ask for.
class LineAlignedStorage {
 public:
  explicit LineAlignedStorage(std::size_t bytes);
  void* get() { return memory_.get(); }

 private:
  std::unique_ptr<void, void (*)(void*)> memory_;
};

class TeamFixture {
 public:
  // `budget_ns`: how long a thread spins before it parks.
  TeamFixture(std::uint32_t threads, std::uint64_t budget_ns);

  // Runs body(slot, waiter) on a thread for each slot and waits for all of them.
  void run(const std::function<void(std::uint32_t slot, Waiter& waiter)>& body);

  // The roster's size, for teams that change theirs.
  void resize(std::uint32_t threads) { roster_.threads.store_relaxed(threads); }

  // Threads that are parked or about to be: 0 when nobody waits.
  std::uint32_t sleepers() const { return gauge_.sleepers.at_most(roster_.size(), gauge_.sleeper_groups); }

 private:
  std::vector<waiting::Presence<Native>> presences_;
  std::vector<waiting::Roster<Native>::Entry> entries_;
  waiting::Roster<Native> roster_;
  waiting::Gauge<Native> gauge_;
  std::uint64_t budget_ns_;
};

}  // namespace muster::testing
