// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "misuse/standstill.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <new>
#include <utility>

#include "locks/locks.h"
#include "misuse/finding.h"
#include "misuse/look_times.h"
#include "platform/pages.h"
#include "platform/process_threads.h"
#include "platform/uncancelled.h"
#include "teams/teams.h"
#include "threads/threads.h"

namespace muster::misuse {
namespace {

using Native = platform::Native;

constinit locks::Mutex<Native> mutex;
constinit LongSleep* sleepers = nullptr;
// How many there have been.
constinit std::uint32_t long_sleeps = 0;
constinit Native::Atomic<std::uint32_t> looking{0};
constinit Native::Atomic<std::uint32_t> told{0};

struct Seen {
  std::int32_t system_id;
  // Another value when the thread has gone on: how often it has left a CPU if it sleeps, and else since when it has waited.
  std::uint64_t stamp;
};

class Locked {
 public:
  Locked() { mutex.lock(); }
  ~Locked() { mutex.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
};

// The clock that counts a thread's CPU time, by which a presence names it (Linux, include/linux/posix-timers_types.h: MAKE_THREAD_CPUCLOCK).
Native::SystemThread clock_of(std::int32_t system_id) {
  constexpr std::uint32_t kThreadClock = 6;
  return static_cast<Native::SystemThread>(~static_cast<std::uint32_t>(system_id) << 3 | kThreadClock);
}

std::uint64_t field(const char* text, const char* name) {
  const char* at = strstr(text, name);
  return at == nullptr ? 0 : strtoull(at + strlen(name), nullptr, 10);
}

enum class State { asleep, awake, gone, unknown };

// By /proc/self/task/ID/status; `switches` is how often the thread has left a CPU.
State state_of(std::int32_t system_id, std::uint64_t& switches) {
  const platform::Uncancelled uncancelled;
  char text[4096];
  snprintf(text, sizeof text, "/proc/self/task/%d/status", system_id);
  const int file = open(text, O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0) {
    close(file);
  }
  if (length <= 0) {
    return State::unknown;
  }
  text[length] = '\0';
  const char* state = strstr(text, "\nState:\t");
  const char* counted = strstr(text, "\nvoluntary_ctxt_switches:");
  if (state == nullptr || counted == nullptr) {
    return State::unknown;
  }
  switches = field(counted, "\nvoluntary_ctxt_switches:") + field(counted, "nonvoluntary_ctxt_switches:");
  const char letter = state[strlen("\nState:\t")];
  // The main thread stays a zombie when it has ended before the others.
  return letter == 'S' ? State::asleep : letter == 'Z' || letter == 'X' ? State::gone : State::awake;
}

}  // namespace

class Standstill {
 public:
  // `self` is the calling thread, which waits in the runtime but for this.
  Standstill(LongSleep::Presence& self, std::int32_t system_id) : self_(self), system_id_(system_id) {}
  Standstill(const Standstill&) = delete;
  Standstill& operator=(const Standstill&) = delete;
  ~Standstill() {
    if (seen_ != nullptr) {
      platform::free_pages(seen_, room_ * sizeof(Seen));
    }
  }

  // Whether there was a moment at which all other threads waited in the runtime.
  bool is_certain() {
    if (!make_room()) {
      return false;
    }
    const bool all_wait = for_each_other([&](const Seen& seen) {
      if (count_ == room_) {
        // Threads have been started meanwhile.
        return false;
      }
      seen_[count_++] = seen;
      return true;
    });
    if (!all_wait) {
      return false;
    }
    std::size_t again = 0;
    const bool none_went_on = for_each_other([&](const Seen& seen) {
      ++again;
      return has(seen);
    });
    return none_went_on && again == count_;
  }

  void tell() const {
    tell_threads();
    if (events::listeners[static_cast<std::size_t>(events::Who::misuse)] != nullptr) {
      // What it tells of has been told.
      end_program();
    }
    Line().text("hang: MUSTER_CHECK=true tells more, such as who has the lock, or where each thread waits").tell();
  }

 private:
  void tell_threads() const {
    Line().text("hang: all threads of the program wait for each other, and will for ever").tell();
    const Locked locked;
    for (const LongSleep* sleep = sleepers; sleep != nullptr; sleep = sleep->next_) {
      told_of(sleep->system_id_).text(" waits for a lock or a critical construct").at(sleep->caller_).tell();
    }
    tell_if_waits_for_team(system_id_);
    for (std::size_t i = 0; i < count_; ++i) {
      tell_if_waits_for_team(seen_[i].system_id);
    }
  }

  // For all threads that there are. False: there is no memory for them.
  bool make_room() {
    platform::for_each_process_thread([&](std::int32_t /*id*/) {
      ++room_;
      return true;
    });
    seen_ = static_cast<Seen*>(platform::allocate_pages(room_ * sizeof(Seen)));
    return seen_ != nullptr;
  }

  static Line told_of(std::int32_t id) {
    Line line;
    line.text("hang: the thread that the system calls ").number(static_cast<unsigned long long>(id));
    return line;
  }

  // Under the mutex.
  static void tell_if_waits_for_team(std::int32_t id) {
    if (!is_at_mutex(id)) {
      told_of(id).text(" waits for its team, at a barrier, for tasks or between regions").tell();
    }
  }

  bool has(const Seen& wanted) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (seen_[i].system_id == wanted.system_id) {
        return seen_[i].stamp == wanted.stamp;
      }
    }
    return false;
  }

  // Under the mutex.
  static bool is_at_mutex(std::int32_t id) {
    for (const LongSleep* sleep = sleepers; sleep != nullptr; sleep = sleep->next_) {
      if (sleep->system_id_ == id) {
        return true;
      }
    }
    return false;
  }

  // Whether the thread waits for its team in that way, by tells(presence).
  template <class Tells>
  bool waits_for_team(std::int32_t id, const Tells& tells) const {
    const waiting::PresenceReader<Native> reading(self_);
    const waiting::Roster<Native>& everybody = threads::everybody();
    const std::uint32_t known = everybody.size();
    for (std::uint32_t i = 0; i < known; ++i) {
      const LongSleep::Presence* other = everybody.at(i);
      if (other != nullptr && other->system_thread.load_relaxed() == clock_of(id)) {
        return other->awaited.load_relaxed() != nullptr && !other->can_go_on() && tells(*other);
      }
    }
    return false;
  }

  bool sleeps_in_runtime(std::int32_t id) const {
    const Locked locked;
    return is_at_mutex(id) ||
           waits_for_team(id, [](const LongSleep::Presence& presence) { return !presence.parker.is_awake(); });
  }

  bool is_awake_in_runtime(std::int32_t id, std::uint64_t& since_ns) const {
    return waits_for_team(id, [&since_ns](const LongSleep::Presence& presence) {
      since_ns = presence.awake_since_ns.load_relaxed();
      return since_ns != 0;
    });
  }

  bool waits_in_runtime(State state, Seen& seen) const {
    return state == State::asleep ? sleeps_in_runtime(seen.system_id)
                                  : state == State::awake && is_awake_in_runtime(seen.system_id, seen.stamp);
  }

  // Calls visit(seen) for each thread but this one. False: it did, or one of them does not wait in the runtime.
  template <class Visit>
  bool for_each_other(const Visit& visit) const {
    return platform::for_each_process_thread([&](std::int32_t id) {
      Seen seen{id, 0};
      const State state = id == system_id_ ? State::gone : state_of(id, seen.stamp);
      return state == State::gone || (waits_in_runtime(state, seen) && visit(seen));
    });
  }

  LongSleep::Presence& self_;
  std::int32_t system_id_;
  Seen* seen_ = nullptr;
  std::size_t room_ = 0;
  std::size_t count_ = 0;
};

namespace {

// `is_suspected`: the thread has found it at its last look in this wait.
void look_once(LongSleep::Presence& self, std::int32_t system_id, bool& is_suspected) {
  std::uint32_t nobody = 0;
  if (told.load_relaxed() != 0 || !looking.compare_exchange_relaxed(nobody, 1)) {
    return;
  }
  Standstill standstill(self, system_id);
  const bool was_suspected = std::exchange(is_suspected, standstill.is_certain());
  if (was_suspected && is_suspected) {
    told.store_relaxed(1);
    standstill.tell();
  }
  looking.store_relaxed(0);
}

// Unless it has, it is one of the threads that wait where all do.
bool has_main_thread_ended() {
  std::uint64_t switches = 0;
  return state_of(getpid(), switches) == State::gone;
}

constinit thread_local bool is_suspected_here = false;

// For Native::watch_waits().
std::uint64_t watch_team_wait(std::uint64_t passed_ns) {
  // The word of a worker, and what it was a member of, may be those of a team which is not there any more.
  const bool is_worker = events::outermost_frame != nullptr;
  if (is_worker || teams::current_member == nullptr) {
    return 0;
  }
  // A helper waits for tasks, which may come at any time.
  if (const bool is_helper = teams::current_member->thread->number < 0; is_helper) {
    return 0;
  }
  if (passed_ns == 0) {
    // A thread that waits awake is asked for the first time after as long.
    return kFirstLook_ns;
  }
  if (passed_ns == kFirstLook_ns) {
    // The first look of this wait.
    is_suspected_here = false;
  }
  LongSleep::Presence& self = teams::current_member->thread->presence;
  if (self.awaited.load_relaxed() != nullptr && !self.can_go_on() &&
      (gettid() == getpid() || has_main_thread_ended())) {
    look_once(self, gettid(), is_suspected_here);
  }
  return next_look_ns(passed_ns, static_cast<std::uint32_t>(gettid()));
}

}  // namespace

LongSleep::LongSleep(Presence& self, events::Caller caller)
    : self_(self), system_id_(gettid()), caller_(caller), pause_ns_(kFirstLook_ns) {
  const Locked locked;
  number_ = long_sleeps++;
  next_ = sleepers;
  sleepers = this;
}

LongSleep::~LongSleep() {
  const Locked locked;
  LongSleep** at = &sleepers;
  while (*at != this) {
    at = &(*at)->next_;
  }
  *at = next_;
}

std::uint64_t LongSleep::look() {
  look_once(self_, system_id_, is_suspected_);
  pause_ns_ = next_look_ns(pause_ns_, number_);
  return pause_ns_;
}

void watch_team_waits() { Native::watch_waits(&watch_team_wait); }

void forget_sleepers() {
  // A thread that is not here any more may have held it.
  new (&mutex) locks::Mutex<Native>();
  sleepers = nullptr;
  looking.store_relaxed(0);
  told.store_relaxed(0);
}

}  // namespace muster::misuse
