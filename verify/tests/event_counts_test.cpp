// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an event count is made of: without either part a thread sleeps while there is something for it.
#include <gtest/gtest.h>

#include "clients/event_counts.h"
#include "engine/explorer.h"

namespace muster::verify {
namespace {

template <class Events>
Report explore() {
  return Explorer(TakenFromQueue<Events>(2, 1, 1).program(), {}, {.executions = 10'000}).explore();
}

// As locks::EventCount, but for what the parameters leave out.
template <bool Counts, bool ReadsInTime>
class Incomplete {
 public:
  void await(locks::Mutex<Checked>& mutex) {
    std::uint32_t seen = count_.load_relaxed();
    mutex.unlock();
    if (!ReadsInTime) {
      seen = count_.load_relaxed();
    }
    Checked::park(count_, seen);
    mutex.lock();
  }
  void advance(std::uint32_t threads) {
    if (Counts) {
      count_.store_relaxed(count_.load_relaxed() + 1);
    }
    Checked::unpark(count_, threads);
  }

 private:
  Checked::Atomic<std::uint32_t> count_{0};
};

TEST(EventCount, LetsNobodySleepPastAnEvent) {
  const Report report = explore<locks::EventCount<Checked>>();
  EXPECT_NE(report.verdict, Report::Verdict::failed) << report.what;
}

TEST(EventCount, HasToCount) {
  const Report report = explore<Incomplete<false, true>>();
  EXPECT_EQ(report.verdict, Report::Verdict::failed);
  EXPECT_NE(report.what.find("nobody can go on"), std::string::npos) << report.what;
}

TEST(EventCount, HasToBeReadUnderTheMutex) {
  const Report report = explore<Incomplete<true, false>>();
  EXPECT_EQ(report.verdict, Report::Verdict::failed);
  EXPECT_NE(report.what.find("nobody can go on"), std::string::npos) << report.what;
}

}  // namespace
}  // namespace muster::verify
