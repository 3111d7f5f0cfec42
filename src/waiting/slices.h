// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SliceAudit: which threads had the CPU while one that yielded was without it: its teammates, which is what the yield was for, or another process.
// A teammate that works for as long as a time slice looks the same to the clock; the CPU time of the teammates tells the two apart.
#pragma once

#include <algorithm>
#include <cstdint>

#include "waiting/presence.h"
#include "waiting/yields.h"

namespace muster::waiting {

// Taken before a yield. Costs a system call for each teammate that is looked at, so it is taken only soon after a yield that took a slice.
template <platform::Platform P>
class SliceAudit {
 public:
  // `slot` is that of `self` in `team`.
  SliceAudit(const Roster<P>& team, std::uint32_t slot, Presence<P>& self) : self_(self) {
    const PresenceReader<P> reader(self);
    const std::int32_t cpu = self.last_cpu();
    const std::uint32_t mates = team.size();
    for (std::uint32_t step = 1; step < mates && is_complete_; ++step) {
      const std::uint32_t other = slot + step;
      const Presence<P>* mate = team.at(other < mates ? other : other - mates);
      if (mate == nullptr || mate == &self) {
        continue;
      }
      const bool is_here = mate->last_cpu() == cpu;
      // In a small team one that is elsewhere now may be here before the yield is over.
      if (is_here || mates <= kSmallTeam) {
        if (count_ == kMost) {
          is_complete_ = false;
          return;
        }
        entries_[count_++] = {mate, is_here, P::cpu_time_ns(mate->system_thread.load_relaxed())};
      }
    }
  }

  // After the yield: for how long teammates that were here, or are now, have run since. May be more than has passed, where they also ran elsewhere.
  // Yields::kNotAudited where more are here than are looked at, as the slice may have gone to any of them.
  std::uint64_t teammates_ran_ns() const {
    if (!is_complete_) {
      return Yields::kNotAudited;
    }
    const PresenceReader<P> reader(self_);
    const std::int32_t cpu = self_.last_cpu();
    std::uint64_t ran_ns = 0;
    for (std::uint32_t index = 0; index < count_; ++index) {
      const Entry& entry = entries_[index];
      if (entry.was_here || entry.mate->last_cpu() == cpu) {
        ran_ns += P::cpu_time_ns(entry.mate->system_thread.load_relaxed()) - entry.used_ns;
      }
    }
    return ran_ns;
  }

 private:
  // By the teammates on one CPU, however many CPUs there are: looking at so many twice takes 60 us, of a slice of 3 to 4 ms that was lost before.
  static constexpr std::uint32_t kMost = 64;
  // Looking at all of such a team takes 15 us.
  static constexpr std::uint32_t kSmallTeam = 16;

  struct Entry {
    const Presence<P>* mate;
    bool was_here;
    std::uint64_t used_ns;
  };

  Presence<P>& self_;
  Entry entries_[kMost];
  std::uint32_t count_ = 0;
  bool is_complete_ = true;
};

}  // namespace muster::waiting
