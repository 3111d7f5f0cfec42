// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static division of a loop whose inclusive bounds are replaced in place, as Clang's static_init calls do it.
#pragma once

#include <cstdint>

#include "abi/kmp/schedule.h"

namespace muster::abi::kmp {

// Those that share the loop: threads of a team, teams of a league.
struct Share {
  std::uint32_t parts;
  std::uint32_t number;
};

template <class T, class Step>
struct StaticLoop {
  std::int32_t* is_last;  // may be null
  T* lower;
  T* upper;
  Step* stride;

  // Bounds between which no iteration lies, whatever the loop's own were: next to those of a loop that ends at the type's
  // limit there is no room.
  void make_empty(Step step) const {
    *lower = step > 0 ? T{1} : T{0};
    *upper = step > 0 ? T{0} : T{1};
    set_last(false);
  }
  void set_last(bool last) const {
    if (is_last != nullptr) {
      *is_last = last ? 1 : 0;
    }
  }
  void set(const loops::IterationSpace& space, const loops::Range& range) const {
    *lower = static_cast<T>(space.value_at(range.first));
    *upper = static_cast<T>(space.value_at(range.last - 1));
  }

  // One block a part.
  void divide_in_blocks(const loops::IterationSpace& space, Step step, const Share& share) const {
    const loops::Range block = loops::static_block(space.total, share.parts, share.number);
    *stride = static_cast<Step>(space.total * space.step);
    if (block.empty()) {
      make_empty(step);
      return;
    }
    set(space, block);
    set_last(block.last == space.total);
  }

  // Chunks in turn. The caller goes on from its first chunk by the stride, and cuts the last one itself. No chunk is larger than the loop, and none ends behind it: what a
  // narrow type cannot hold would be taken for an iteration.
  void divide_in_chunks(const loops::IterationSpace& space, Step step, std::uint64_t wanted, const Share& share) const {
    const std::uint64_t size = wanted < space.total ? wanted : space.total;
    const std::uint64_t chunks = base::divide_rounding_up(space.total, size);
    set_last((chunks - 1) % share.parts == share.number);
    if (share.number >= chunks) {
      // Code of Flang divides by the stride, also where there is no iteration.
      *stride = static_cast<Step>(size * space.step);
      make_empty(step);
      return;
    }
    const std::uint64_t first = share.number * size;
    // Where nobody has a second chunk, the stride leads just behind the loop.
    const std::uint64_t apart = share.parts < chunks ? share.parts * size : space.total - first;
    *stride = static_cast<Step>(apart * space.step);
    const std::uint64_t behind = first + size < space.total ? first + size : space.total;
    *lower = static_cast<T>(space.value_at(first));
    *upper = static_cast<T>(space.value_at(behind - 1));
  }

  // `code` is a decoded schedule; all but kStaticChunked with a chunk are one block a part.
  void divide(std::int32_t code, Step step, Step chunk, const Share& share) const {
    const loops::IterationSpace space = between<T, Step>(*lower, *upper, step);
    if (space.total == 0) {
      // The bounds already say so.
      *stride = step;
      set_last(false);
    } else if (code == kStaticChunked && chunk >= 1) {
      divide_in_chunks(space, step, static_cast<std::uint64_t>(chunk), share);
    } else {
      divide_in_blocks(space, step, share);
    }
  }
};

inline Share of_threads(const teams::Member& self) { return {self.team_size, self.number}; }
inline Share of_teams(const teams::Member& self) {
  const teams::LeaguePlace& place = teams::initial_team_of(self).place;
  return {place.teams, place.number};
}

}  // namespace muster::abi::kmp
