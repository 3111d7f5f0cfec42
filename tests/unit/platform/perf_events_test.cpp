// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/perf_events.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include <set>
#include <thread>
#include <vector>

#include "platform/node_pages.h"

namespace muster::platform {
namespace {

constexpr std::size_t kPages = 40;

// The faults of one thread, on whichever CPU.
class Rings {
 public:
  explicit Rings(std::int32_t thread) {
    cpu_set_t cpus;
    sched_getaffinity(0, sizeof cpus, &cpus);
    for (unsigned cpu = 0; cpu < CPU_SETSIZE && error_ == 0; ++cpu) {
      if (CPU_ISSET(cpu, &cpus)) {
        rings_.emplace_back();
        error_ = open_fault_ring(rings_.back(), thread, cpu);
      }
    }
  }
  ~Rings() {
    for (FaultRing& ring : rings_) close_fault_ring(ring);
  }
  Rings(const Rings&) = delete;
  Rings& operator=(const Rings&) = delete;

  int error() const { return error_; }

  // A few at a time, so that buffers are taken in parts.
  std::vector<PageFault> take() {
    std::vector<PageFault> found;
    std::uint64_t lost = 0;
    for (const FaultRing& ring : rings_) {
      PageFault some[3];
      for (std::size_t taken = 3; taken == 3;) {
        taken = take_faults(ring, some, 3, lost);
        found.insert(found.end(), some, some + taken);
      }
    }
    EXPECT_EQ(lost, 0U);
    return found;
  }

 private:
  std::vector<FaultRing> rings_;
  int error_ = 0;
};

TEST(PerfEvents, FaultsHaveTheAddressOfThePageAndTheThread) {
  Rings rings(gettid());
  if (rings.error() != 0) GTEST_SKIP() << "perf_event_open: " << strerror(rings.error());
  const std::size_t bytes = kPages * page_bytes();
  auto* memory = static_cast<volatile char*>(map_apart(bytes));
  ASSERT_NE(memory, nullptr);
  const auto begin = reinterpret_cast<std::uint64_t>(memory);
  // A thread that is started later is seen, too.
  std::int32_t other = 0;
  std::thread([&] {
    other = gettid();
    memory[0] = 1;
  }).join();
  for (std::size_t page = 1; page < kPages; ++page) memory[page * page_bytes() + page] = 1;
  std::set<std::uint64_t> touched;
  for (const PageFault& fault : rings.take()) {
    if (fault.address < begin || fault.address >= begin + bytes) continue;
    touched.insert(fault.address);
    EXPECT_EQ(fault.process, getpid());
    EXPECT_EQ(fault.thread, fault.address == begin ? other : gettid());
    EXPECT_NE(fault.code, 0U);
  }
  // The system may give several pages at one fault, the first one always by one.
  EXPECT_TRUE(touched.contains(begin));
  EXPECT_GE(touched.size(), 2U);
  EXPECT_TRUE(rings.take().size() < kPages);
  unmap_apart(const_cast<char*>(memory), bytes);
}

TEST(PerfEvents, AWatchSeesAnAccessOfItsThreadAlone) {
  alignas(8) volatile std::uint64_t word = 0;
  const auto address = reinterpret_cast<std::uint64_t>(&word);
  int file = -1;
  const int error = open_watch(gettid(), address, file);
  if (error != 0) GTEST_SKIP() << "perf_event_open: " << strerror(error);
  std::thread([&] { word = 1; }).join();
  EXPECT_FALSE(end_watch(file));
  ASSERT_EQ(open_watch(gettid(), address, file), 0);
  EXPECT_EQ(word, 1U);
  EXPECT_TRUE(end_watch(file));
}

TEST(PerfEvents, AThreadThatLeavesTheFilesHasItsOwn) {
  bool has_left = false;
  int opened = -1;
  bool has_standard_error = true;
  std::thread([&] {
    has_left = leave_files_of_process();
    has_standard_error = fcntl(STDERR_FILENO, F_GETFD) >= 0;
    opened = has_left ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
  }).join();
  if (!has_left) GTEST_SKIP() << "close_range with a table of one's own is refused";
  EXPECT_FALSE(has_standard_error);
  EXPECT_EQ(opened, 0);
  EXPECT_GE(fcntl(STDERR_FILENO, F_GETFD), 0);
}

}  // namespace
}  // namespace muster::platform
