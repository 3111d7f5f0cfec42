// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that hangs for certain: all threads of the process wait in the runtime, and only one of them could let another go on. Told without
// MUSTER_CHECK too, by a thread that has waited for long: any at a mutex, the main thread for its team, or, once it has ended, the other threads
// of the program for theirs.
//
// Nobody lets a thread go on that waits in the runtime but another thread of the process. So it is enough to see that there was a moment at which all
// of them waited there: each is looked at twice, all for the first time before any is for the second, and none has gone on in between. For a thread that
// sleeps, the system's count of its switches tells that; one that is awake says since when it has been in one wait (waiting/long_wait.h). A thread that the
// runtime does not know, or that sleeps anywhere else, may go on, and nothing is told.
//
// The thread that looks is in no wait meanwhile, and another may let it go on before that one waits itself. So it tells what two looks in a row say, with a
// part of its wait between them.
#pragma once

#include <cstdint>

#include "events/events.h"
#include "platform/native.h"
#include "waiting/waiting.h"

namespace muster::misuse {

// While it lives, the calling thread sleeps at a mutex, for a second and more already.
class LongSleep {
 public:
  using Presence = waiting::Presence<platform::Native>;

  LongSleep(Presence& self, events::Caller caller);
  ~LongSleep();
  LongSleep(const LongSleep&) = delete;
  LongSleep& operator=(const LongSleep&) = delete;

  // Looks whether the program hangs, and says so at the second look that finds it, once in a process. Takes some milliseconds. For the thread itself.
  // Answers in how many nanoseconds it wants to look again (look_times.h).
  std::uint64_t look();

 private:
  friend class Standstill;

  Presence& self_;
  std::int32_t system_id_;
  events::Caller caller_;
  // The threads that have come to such a sleep before it.
  std::uint32_t number_ = 0;
  bool is_suspected_ = false;
  std::uint64_t pause_ns_;
  LongSleep* next_ = nullptr;
};

// From now on the main thread looks when it waits for its team, at the times of look_times.h. Where all threads wait in the runtime, it is one of them,
// unless it has ended: then each thread of the program looks that waits for a team of its own.
void watch_team_waits();

// In the child of fork(), whose one thread is its main thread.
void forget_sleepers();

}  // namespace muster::misuse
