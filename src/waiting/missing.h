// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a teammate that is waited for gets to run where it is. One that shares its CPU with another process, or with a teammate that works too,
// does not for whole slices, while the CPU of the thread that waits for it is free.
#pragma once

#include <cstdint>

#include "waiting/decide.h"
#include "waiting/look.h"
#include "waiting/presence.h"

namespace muster::waiting {

// One teammate is watched at a time, over the time between two looks.
template <platform::Platform P>
class MissingWatch {
 public:
  // What has been seen so far says nothing of the time from here on.
  void begin_anew() { watched_ = kNobody; }

  // The teammate that does not run, after a look that said so: nobody else may have been looked at since.
  std::uint32_t watched() const { return watched_; }

  // The teammate that was watched, if it still could go on elsewhere and got next to no CPU time; then the next one is watched. `slot` is that
  // of `self` in `team`.
  Missing look(const Roster<P>& team, std::uint32_t slot, Presence<P>& self, std::uint64_t now_ns) {
    const PresenceReader<P> reader(self);
    const std::uint32_t mates = team.size();
    if (watched_ != kNobody && watched_ < mates && does_not_run(team.at(watched_), self, now_ns)) {
      return Missing::does_not_run;
    }
    watch_next(team, watched_ != kNobody ? watched_ : last_seen_ != kNobody ? last_seen_ : slot, self, now_ns);
    return Missing::runs;
  }

 private:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

  bool does_not_run(const Presence<P>* mate, const Presence<P>& self, std::uint64_t now_ns) const {
    if (mate == nullptr || !mate->can_go_on() || mate->last_cpu() == self.last_cpu()) {
      return false;
    }
    const std::uint64_t used_ns = P::cpu_time_ns(mate->system_thread.load_relaxed());
    return used_ns != 0 && (used_ns - used_ns_) * kRunsAtLeast < now_ns - since_ns_;
  }

  void watch_next(const Roster<P>& team, std::uint32_t from, const Presence<P>& self, std::uint64_t now_ns) {
    const std::uint32_t mates = team.size();
    watched_ = kNobody;
    const std::uint32_t steps = mates < kMostAtOnce ? mates : kMostAtOnce;
    for (std::uint32_t step = 1; step <= steps; ++step) {
      const std::uint32_t other = (from + step) % mates;
      const Presence<P>* mate = team.at(other);
      if (mate != nullptr && mate != &self && mate->can_go_on()) {
        watched_ = other;
        since_ns_ = now_ns;
        used_ns_ = P::cpu_time_ns(mate->system_thread.load_relaxed());
        return;
      }
      last_seen_ = other;
    }
  }

  std::uint32_t watched_ = kNobody;
  // Where a look in a large team ended that found nobody.
  std::uint32_t last_seen_ = kNobody;
  std::uint64_t since_ns_ = 0;
  std::uint64_t used_ns_ = 0;
};

}  // namespace muster::waiting
