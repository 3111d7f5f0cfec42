// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bell: one word on which the threads of a team sleep, so that one system call wakes all of them, or any set of them. With a word for each, a thread that
// wakes seven others makes seven calls, and those that it has woken take its CPU between two of them. Where two have the same bit, either may be woken in vain, and sleeps again.
//
//   sleeper                                    waker
//   says that it sleeps (parker.h)             takes the sleepers' words back, one by one
//   seen = strokes (acquire, A)                strokes + 1 (release, B); wakes those that it has taken
//   still said? then sleep while strokes == seen
//
// Either the sleeper sees B, and with it that its word has been taken back, or strokes is no longer what it has seen, or it sleeps before B and is woken.
//
// Source    an eventcount (Reed and Kanodia 1979, "Synchronization with eventcounts and sequencers"), whose advance wakes a set of those that await it.
// Cost      one system call for a set of threads, or two (SleepersAtBell in wake_up.h), all of it on the waker. A tree of wakers (wake_up.h) shares that work among CPUs, so it stays with
//           larger teams; a call that wakes one looks at all that sleep here.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"

namespace muster::waiting {

// Each of them has a bit of its own, and the system knows so many (FUTEX_WAIT_BITSET). A team that small has more threads than CPUs only where there are fewer
// CPUs than this, so on larger machines no bell is rung.
inline constexpr std::uint32_t kThreadsAtBell = 32;
// On so few CPUs larger teams have a bell, too, and threads share bits. The one that rings does all the waking, 0.7 us a thread; of a tree each thread does a part,
// but by a call each, and loses its CPU to the one that it wakes: 4.5 us a thread that all CPUs spend at the same time, so the two are level at six CPUs.
// 64 threads of 2 CPUs that sleep at each barrier: 224 us by a tree, 125 by a bell (`OMP_WAIT_POLICY=passive`; libgomp, which wakes by one call, 117).
inline constexpr std::uint32_t kMostCpusOfLargeBell = 4;

// Whether a team of `size` sleeps at one.
constexpr bool sleeps_at_bell(std::uint32_t size, std::uint32_t cpus) {
  return size > cpus && (size <= kThreadsAtBell || cpus <= kMostCpusOfLargeBell);
}
constexpr std::uint32_t bit_at_bell(std::uint32_t slot) { return std::uint32_t{1} << slot % kThreadsAtBell; }

template <platform::Platform P>
class alignas(base::kCacheLineBytes) Bell {
 public:
  // How often it has been rung. Before the caller looks whether that was for it.
  std::uint32_t strokes() const { return strokes_.load_acquire(); }  // A: acquire, pairs with B

  // Sleeps until it is rung for one of `bits`, unless it has been rung for anybody since `seen`. May return early.
  void park(std::uint32_t seen, std::uint32_t bits) { P::park_as(strokes_, seen, bits); }

  // Any thread.
  void ring(std::uint32_t bits) {
    strokes_.fetch_add_release(1);  // B: release, pairs with A
    P::unpark_those(strokes_, bits);
  }

 private:
  typename P::template Atomic<std::uint32_t> strokes_{0};
};

}  // namespace muster::waiting
