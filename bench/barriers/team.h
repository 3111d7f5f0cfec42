// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team of plain threads that wait as the runtime's do: what a barrier algorithm needs, and nothing else of a runtime.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "barriers/barriers.h"
#include "platform/native.h"
#include "topology/topology.h"
#include "waiting/waiting.h"

namespace muster::bench {

using platform::Native;
using Waiter = waiting::Waiter<Native>;
using Algorithm = barriers::Algorithm<Waiter>;

class Team {
 public:
  // `cpus`: how many the process may use. The thread of slot i is bound to places[i]; no places: nobody is.
  Team(std::uint32_t threads, std::uint64_t blocktime_ns, std::uint32_t cpus, std::vector<topology::CpuSet> places);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  std::uint32_t threads() const { return static_cast<std::uint32_t>(presences_.size()); }

  // Runs job(slot, waiter) once in each thread, slot 0 in the caller's, and returns when all have ended.
  using Job = std::function<void(std::uint32_t slot, Waiter& waiter)>;
  void run(const Job& job);

 private:
  void work(std::uint32_t slot);
  void settle(std::uint32_t slot, Waiter& waiter);

  std::uint64_t blocktime_ns_;
  std::uint32_t cpus_;
  std::vector<topology::CpuSet> places_;
  std::vector<waiting::Presence<Native>> presences_;
  std::vector<waiting::Roster<Native>::Entry> entries_;
  waiting::Roster<Native> roster_;
  waiting::Gauge<Native> gauge_;
  Waiter root_waiter_;
  const Job* job_ = nullptr;               // null: end
  std::atomic<std::uint32_t> started_{0};  // jobs given out
  std::atomic<std::uint32_t> running_{0};  // threads that have not ended the last of them
  std::vector<std::thread> workers_;
};

// Memory for an algorithm: zeroed, on cache lines of its own.
class Storage {
 public:
  Storage(const Algorithm& algorithm, const barriers::Shape& shape);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  void* get() const { return memory_; }

 private:
  void* memory_;
};

}  // namespace muster::bench
