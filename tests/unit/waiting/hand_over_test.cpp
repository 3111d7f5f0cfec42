// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whom a thread that has to wait wakes where yields do nothing, on CPUs that the test decides.
#include "waiting/hand_over.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "platform/native.h"

namespace muster::waiting {
namespace {

using platform::Native;

// Thread 0 is the test; thread i dozes on cpus[i] for much longer than a test takes.
class Dozers {
 public:
  explicit Dozers(std::vector<std::uint32_t> cpus)
      : cpus_(std::move(cpus)), presences_(cpus_.size()), entries_(cpus_.size()) {
    Native::register_process();
    for (std::size_t slot = 0; slot < cpus_.size(); ++slot) {
      presences_[slot].cpu.store_relaxed(&cpus_[slot]);
      entries_[slot].store_relaxed(&presences_[slot]);
    }
    roster_.table.store_relaxed(entries_.data());
    roster_.threads.store_relaxed(static_cast<std::uint32_t>(cpus_.size()));
    for (std::size_t slot = 1; slot < cpus_.size(); ++slot) {
      threads_.emplace_back(
          [this, slot] { presences_[slot].parker.doze_unless([this] { return over_.load(); }, 60'000'000'000); });
    }
    for (std::size_t slot = 1; slot < cpus_.size(); ++slot) {
      while (!presences_[slot].parker.is_dozing()) {
        std::this_thread::yield();
      }
    }
  }
  ~Dozers() {
    over_ = true;
    Native::full_fence();
    for (Presence<Native>& presence : presences_) {
      presence.parker.wake_if_parked();
    }
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }
  Dozers(const Dozers&) = delete;
  Dozers& operator=(const Dozers&) = delete;

  // The slots of those that are woken.
  std::vector<std::size_t> wake_one_on_each_cpu() {
    waiting::wake_one_on_each_cpu(roster_, presences_[0]);
    std::vector<std::size_t> woken;
    for (std::size_t slot = 1; slot < cpus_.size(); ++slot) {
      if (!presences_[slot].parker.is_dozing()) {
        woken.push_back(slot);
      }
    }
    return woken;
  }

 private:
  std::vector<std::uint32_t> cpus_;
  std::vector<Presence<Native>> presences_;
  std::vector<Roster<Native>::Entry> entries_;
  Roster<Native> roster_;
  std::atomic<bool> over_{false};
  std::vector<std::thread> threads_;
};

using Slots = std::vector<std::size_t>;

TEST(HandOver, WakesOneOnEachOtherCpu) {
  EXPECT_EQ(Dozers({0, 0, 1, 1, 2}).wake_one_on_each_cpu(), (Slots{2, 4})) << "thread 0 itself is awake on CPU 0";
}

TEST(HandOver, TellsTheCpusOfALargeMachineApart) {
  EXPECT_EQ(Dozers({1, 0, 64, 128, 511, 575}).wake_one_on_each_cpu(), (Slots{1, 2, 3, 4, 5}));
}

TEST(HandOver, LeavesNobodyAsleepOnACpuWithAGreatNumber) {
  EXPECT_EQ(Dozers({0, CpuMarks::kCpus, CpuMarks::kCpus + 7}).wake_one_on_each_cpu(), (Slots{1, 2}));
}

}  // namespace
}  // namespace muster::waiting
