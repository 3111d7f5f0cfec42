// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting the operating-system threads of many new workers at once. Making a thread takes the system several microseconds, so
// where there are many, some of the new threads start a part of the others before they take their own seats.
//
//   caller starts  1, 5, 9 and then 2, 3, 4        1 part for the caller, and each of 5 and 9 has a part
//   5 starts       6, 7, 8                         meanwhile
//   9 starts       10, 11, 12
//
// A `System` says what a thread is:
//
//   Platform, Thread
//   start(thread, entry, argument)   makes it run entry(argument), a void* (*)(void*); false if the system refuses
//   main(thread)                     its life, at the end of which a starter returns
//
// Ordering  N ended   fetch_add release of ended    pairs with O
//           O await   await acquire of ended, before what became of the threads is read
//
// Cost      n / p + p thread creations one after another on p parts, where p is at most the number of CPUs; n on one part.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"

namespace muster::regions {

inline constexpr std::uint32_t kNoRound = 0;

// Where threads that are not to run before all have been started sleep.
template <platform::Platform P>
class StartRounds {
 public:
  constexpr explicit StartRounds(std::uint32_t over = kNoRound) : over_(over) {}

  std::uint32_t next() const {
    const std::uint32_t round = over_.load_relaxed() + 1;
    return round != kNoRound ? round : round + 1;
  }
  // What the threads need to know, their seats tell them, so no order is needed.
  void end(std::uint32_t round, std::uint32_t threads) {
    over_.store_relaxed(round);
    P::unpark(over_, threads);
  }
  // By a thread of that round.
  void await_end(std::uint32_t round) {
    if (round == kNoRound) {
      return;
    }
    std::uint32_t over = over_.load_relaxed();
    while (static_cast<std::int32_t>(over - round) < 0) {
      P::park(over_, over);
      over = over_.load_relaxed();
    }
  }

 private:
  // The last round that is over.
  typename P::template Atomic<std::uint32_t> over_;
};

template <class System>
class ThreadStart {
 public:
  using P = typename System::Platform;
  using Thread = typename System::Thread;

  static constexpr std::uint32_t kMostParts = 16;

  // Threads 0 to count - 1, in so many parts (1 to kMostParts, and no more than there are threads). The system may refuse some, and not only the last;
  // System::start() has noted which.
  static void start(Thread* const* threads, std::uint32_t count, std::uint32_t parts) {
    const auto begin_of = [count, parts](std::uint32_t part) {
      return static_cast<std::uint32_t>(std::uint64_t{count} * part / parts);
    };
    Ended ended;
    Part others[kMostParts];
    base::Episode starters = 0;
    for (std::uint32_t number = 1; number < parts; ++number) {
      Part& part = others[number];
      part = {&ended, threads + begin_of(number), begin_of(number + 1) - begin_of(number)};
      if (!System::start(**part.threads, &starter_main, &part)) {
        break;
      }
      ++starters;
    }
    start_all(threads, begin_of(1));
    // O: acquire, pairs with N
    P::await_reached(ended.parts, starters, platform::YieldingIdle<P>{});
  }

 private:
  struct Ended {
    typename P::template Atomic<base::Episode> parts{0};
  };
  // One starter has itself and the threads that it starts.
  struct Part {
    Ended* ended = nullptr;
    Thread* const* threads = nullptr;
    std::uint32_t count = 0;
  };

  static void start_all(Thread* const* threads, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!System::start(*threads[i], &thread_main, threads[i])) {
        return;
      }
    }
  }

  static void* thread_main(void* argument) { return System::main(*static_cast<Thread*>(argument)); }

  static void* starter_main(void* argument) {
    const Part& part = *static_cast<const Part*>(argument);
    Thread& self = **part.threads;
    start_all(part.threads + 1, part.count - 1);
    // N: release, pairs with O. The part is the caller's, and may be gone after this.
    part.ended->parts.fetch_add_release(1);
    return System::main(self);
  }
};

}  // namespace muster::regions
