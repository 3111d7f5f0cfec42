// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a thread spins for a mutex before it sleeps, where its holder can run meanwhile.
//
// Spinning for as long as waking up costs is never worse than twice the best (Karlin et al. 1990, competitive spinning). Sections that are longer
// than that and much alike are worth waiting for: handing over to a sleeper costs each of them a wake-up. A wait that is over only
// after far longer says that the holder does not run, as when another process has its CPU, and then the waiting thread's own CPU is what it needs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "waiting/waiting.h"

namespace muster::locks {

// How a thread spins for a mutex. At first it looks ever less often: where sections are short and many, the thread that has the line in its cache
// takes the mutex most cheaply, and each look takes the line from it. Where sections are long, each hand-over costs half of the time between two looks, and
// the holder does not need the line meanwhile.
struct MutexSpin {
  std::uint64_t first_ns;
  std::uint64_t then_ns;
  // Calls of Platform::relax() between two looks then.
  std::uint32_t pauses;
};

// Where threads sleep at once, or there are more of them than CPUs: as long as the way into the kernel and back takes (3.5 us on the reference
// machine).
inline constexpr std::uint64_t kSpinBeforePark_ns = 4'000;
inline constexpr MutexSpin kSpinBeforePark{kSpinBeforePark_ns, 0, 0};
// The same for the first looks, as sections are taken for short ones; where they were long lately, a quarter of it is enough to meet a short one.
inline constexpr std::uint64_t kFirstLooks_ns = kSpinBeforePark_ns;
inline constexpr std::uint64_t kFirstLooksAtLongSections_ns = kFirstLooks_ns / 4;
// ACTIVE: a holder that takes longer sleeps itself, or never comes.
inline constexpr std::uint64_t kActiveSpin_ns = 1'000'000'000;

class LearnedSpin {
 public:
  // A futex wake-up of a thread whose CPU sleeps takes up to 45 us on the reference machine.
  static constexpr std::uint64_t kShortest_ns = waiting::SpinBudget::kShort_ns;
  static constexpr std::uint64_t kLongest_ns = 1'000'000;
  // Half of the slice that another process usually gets (kUsualSlice_ns of waiting/).
  static constexpr std::uint64_t kHolderDoesNotRun_ns = 2 * kLongest_ns;

  std::uint64_t next_ns() const { return kShortest_ns + longer_ns_; }
  std::uint64_t first_looks_ns() const { return sections_are_long_ ? kFirstLooksAtLongSections_ns : kFirstLooks_ns; }

  // After the first looks, until the thread had the mutex, asleep or not.
  void waited(std::uint64_t ns) {
    sections_are_long_ = first_looks_ns() + ns > kFirstLooks_ns;
    if (ns > kHolderDoesNotRun_ns) {
      longer_ns_ = 0;
    } else if (ns > next_ns()) {
      const std::uint64_t wanted_ns = 2 * ns;
      longer_ns_ = static_cast<std::uint32_t>((wanted_ns < kLongest_ns ? wanted_ns : kLongest_ns) - kShortest_ns);
    }
  }

 private:
  std::uint32_t longer_ns_ = 0;
  // The last wait that the first looks did not end took longer than those at short sections.
  bool sections_are_long_ = false;
};

// By the blocktime in force (0: PASSIVE; waiting::kForever: ACTIVE), and by whether the threads that may want the mutex have a CPU each. Every thread
// that looks takes the line from the holder once, so the more there are the less often each looks. Pure.
constexpr MutexSpin mutex_spin(std::uint64_t blocktime_ns, std::uint64_t threads, std::uint64_t cpus,
                               const LearnedSpin& learned) {
  constexpr std::uint64_t kFewestPauses = 4;
  if (blocktime_ns == 0 || threads > cpus) {
    return kSpinBeforePark;
  }
  const std::uint64_t pauses = std::max(2 * threads, kFewestPauses);
  std::uint64_t then_ns = blocktime_ns == waiting::kForever ? kActiveSpin_ns : learned.next_ns();
  then_ns = blocktime_ns < then_ns ? blocktime_ns : then_ns;
  return {learned.first_looks_ns(), then_ns, static_cast<std::uint32_t>(pauses)};
}

}  // namespace muster::locks
