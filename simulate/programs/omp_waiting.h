// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How libomp's threads wait, as it was observed from outside: when they yield, when they sleep, and who wakes them.
//
// Source    libomp of LLVM 19.1 (Debian) and 21.1 (PyPI), 2026-11-24, two CPUs of an EPYC: a library before them that notes the time of each sched_yield,
//           pthread_cond_wait, pthread_cond_signal and thread start; regions with one thread late by 10 ms, and 10 ms between regions.
//           Both waited alike, and an infinite blocktime (OMP_WAIT_POLICY=ACTIVE) yielded as a finite one did.
#pragma once

#include <cstdint>

#include "simulated_platform.h"

namespace muster::simulate {

// The first yield came 16 to 18 us after the wait began, in the middle of the waits of `hyper` (the minimum; medians to 25 us beside other programs).
inline constexpr Time kFirstYield = from_ns(17'000);
// From a yield to the next, where nobody wants the CPU: 8.4 to 8.8 us, and 7.5 to 8.0 us by an infinite blocktime.
inline constexpr Time kBetweenYields = from_ns(8'600);
// KMP_BLOCKTIME: sleeps came at 200.1 ms, and at 20.0 ms when it was 20 ms.
inline constexpr Time kDefaultBlocktime = from_ns(200'000'000);
// A thread that was just made, and that the primary has not let go yet, sleeps so long after its start, whatever the finite blocktime: 41 to 55 us in
// most cases, by either barrier. By an infinite one it never sleeps.
inline constexpr Time kNewbornBlocktime = from_ns(47'000);
// What the primary takes for each thread that it makes: 20 to 35 us from one pthread_create to the next.
inline constexpr Time kCreation = from_ns(28'000);

using OmpWord = Simulated::Atomic<base::Episode>;

// A thread's place to sleep.
struct alignas(base::kCacheLineBytes) OmpBed {
  static constexpr std::uint32_t kAwake = 0;
  static constexpr std::uint32_t kAsleep = 1;

  Simulated::Atomic<std::uint32_t> state;
};

// Yields until the word has been reached; sleeps when it has waited for `blocktime`, which may be kNever. The thread that changes the word
// calls wake_if_asleep() afterwards.
void await_as_omp(OmpBed& own, const OmpWord& word, base::Episode wanted, Time blocktime);
void wake_if_asleep(OmpBed& of);

}  // namespace muster::simulate
