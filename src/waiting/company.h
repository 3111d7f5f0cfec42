// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads that share a CPU with a thread of a team, and whether the thread should go elsewhere. The system leaves threads that give the CPU to
// each other where they are, so four threads can stay three on one CPU and one on the other: a barrier takes 3.0 us then, not
// 1.8, and a region of 64 threads 80 us, not 41 (`python -m compare run --threads 4,64 --constructs barrier,parallel`).
#pragma once

#include <cstdint>

#include "base/base.h"
#include "waiting/look.h"
#include "waiting/presence.h"

namespace muster::waiting {

// The threads of a team that were last seen on one CPU.
struct Company {
  std::uint32_t threads = 0;
  std::uint32_t before = 0;  // of lower slots
  bool with_primary = false;
};

// Finds the company of a thread, some teammates at a time: all of a small team at once, those of a large one over several looks, as each costs a cache line.
template <platform::Platform P>
class CompanyCount {
 public:
  // Goes on with the next teammates of `self`, which has that slot, in a team of that size. The company with `self` when all have been seen; nobody until
  // then, and where the system does not tell.
  Company look(const Roster<P>& team, std::uint32_t threads, std::uint32_t own_slot, Presence<P>& self) {
    const PresenceReader<P> reader(self);
    const std::int32_t cpu = self.last_cpu();
    if (cpu < 0) {
      return {};
    }
    if (cpu != cpu_ || next_ >= threads) {
      cpu_ = cpu;
      next_ = 0;
      so_far_ = {};
    }
    const std::uint32_t end = threads - next_ <= kMostAtOnce ? threads : next_ + kMostAtOnce;
    for (; next_ < end; ++next_) {
      const Presence<P>* mate = team.at(next_);
      const bool is_here = mate != nullptr && mate->last_cpu() == cpu;
      so_far_.threads += is_here ? 1 : 0;
      so_far_.before += is_here && next_ < own_slot ? 1 : 0;
      so_far_.with_primary = so_far_.with_primary || (is_here && next_ == 0);
    }
    return end == threads ? so_far_ : Company{};
  }

 private:
  std::int32_t cpu_ = -1;
  std::uint32_t next_ = 0;
  Company so_far_;
};

// Whether a worker of the team should go elsewhere: more are here than a CPU's share, or the primary, which is on the way of every
// region, is here and some other CPU has fewer. The one too many is among the highest slots: those are not in smaller teams, whose
// threads so stay apart while regions of both sizes alternate.
inline bool should_leave(const Company& company, std::uint32_t threads, std::uint32_t cpus) {
  if (cpus < 2 || company.threads == 0 || company.threads > threads) {
    return false;
  }
  const std::uint32_t share = base::divide_rounding_up(threads, cpus);
  // With this thread, on the emptiest of the others.
  const std::uint32_t at_least_elsewhere = (threads - company.threads) / (cpus - 1) + 1;
  const bool is_last = company.before + 1 == company.threads;
  return company.before >= share || (company.with_primary && is_last && at_least_elsewhere <= company.threads);
}

// Whether a worker of a crowded team leaves a CPU that holds more than its share of the team. Where it may come to the CPU of another process it stays: threads
// that sleep at their waits are kept together by the system, as each wakes beside the one that woke it, while one that shares a CPU with a busy process loses a slice
// wherever the program's own code yields. Work that outlasts a slice gets half of that CPU.
constexpr bool moves_in_crowd(bool may_meet_strangers, bool work_is_long) {
  return !may_meet_strangers || work_is_long;
}

}  // namespace muster::waiting
