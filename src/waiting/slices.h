// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SliceAudit: which threads had the CPU while one that yielded was without it: its teammates, which is what the yield was for, or another process.
// A teammate that works for as long as a time slice looks the same to the clock; the CPU time of the teammates tells the two apart.
#pragma once

#include <algorithm>
#include <cstdint>

#include "waiting/look.h"
#include "waiting/presence.h"
#include "waiting/yields.h"

namespace muster::waiting {

// Taken before a yield. Costs a system call for each teammate that is looked at, so it is taken only soon after a yield that took a slice.
template <platform::Platform P>
class SliceAudit {
 public:
  // `slot` is that of `self` in `team`, `cpus` how many the process may use.
  SliceAudit(const Roster<P>& team, std::uint32_t slot, Presence<P>& self, std::uint32_t cpus)
      : self_(self), cpus_(cpus) {
    const PresenceReader<P> reader(self);
    const std::int32_t cpu = self.last_cpu();
    const std::uint32_t mates = team.size();
    sees_all_ = mates <= kSmallTeam;
    for (std::uint32_t index = 0; index < others_than(slot, mates) && is_complete_; ++index) {
      const Presence<P>* mate = team.at(slot_behind(slot, index, mates));
      if (mate == nullptr || mate == &self) {
        continue;
      }
      const bool is_here = mate->last_cpu() == cpu;
      // In a small team one that is elsewhere now may be here before the yield is over.
      if (is_here || sees_all_) {
        if (count_ == kMost) {
          is_complete_ = false;
          return;
        }
        entries_[count_++] = {mate, is_here, 0};
      }
    }
    // Only now that they are known not to be too many, as each costs a system call.
    for (std::uint32_t index = 0; index < count_; ++index) {
      entries_[index].used_ns = P::cpu_time_ns(entries_[index].mate->system_thread.load_relaxed());
    }
  }

  // After the yield, `passed_ns` since the audit: for how long teammates that were here, or are now, have run since. May be more than has passed,
  // where they also ran elsewhere. Yields::kNotAudited where more are here than are looked at, as the slice may have gone to any of them.
  std::uint64_t teammates_ran_ns(std::uint64_t passed_ns) const {
    if (!is_complete_) {
      return Yields::kNotAudited;
    }
    const PresenceReader<P> reader(self_);
    const std::int32_t cpu = self_.last_cpu();
    std::uint64_t ran_ns = 0;
    std::uint64_t all_ran_ns = 0;
    for (std::uint32_t index = 0; index < count_; ++index) {
      const Entry& entry = entries_[index];
      const bool was_here = entry.was_here || entry.mate->last_cpu() == cpu;
      if (was_here || sees_all_) {
        const std::uint64_t used_ns = P::cpu_time_ns(entry.mate->system_thread.load_relaxed()) - entry.used_ns;
        all_ran_ns += used_ns;
        ran_ns += was_here ? used_ns : 0;
      }
    }
    // Some may have come here and gone again: what all of them ran, and the other CPUs cannot have given them.
    const std::uint64_t elsewhere_ns = (cpus_ - 1) * passed_ns;
    return std::max(ran_ns, all_ran_ns > elsewhere_ns ? all_ran_ns - elsewhere_ns : 0);
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
  std::uint32_t cpus_;
  std::uint32_t count_ = 0;
  // Teammates on other CPUs are looked at, too.
  bool sees_all_ = false;
  bool is_complete_ = true;
};

}  // namespace muster::waiting
