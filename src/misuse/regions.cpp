// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "misuse/regions.h"

#include "misuse/finding.h"
#include "misuse/handlers.h"

namespace muster::misuse {
namespace {

// A whole word, as all of the data of threads is: the C library takes the room of a library that is unloaded back only where the end of what it has is the begin of the next.
struct alignas(std::uint64_t) TeamOfThread {
  // The thread has forked a team, whose threads libgomp keeps for it.
  bool was_forked = false;
  // They are not there any more as this process is a child of fork().
  bool is_lost = false;
};
constinit thread_local TeamOfThread team_of_thread;

bool is_league(const events::Region& region) { return (region.flags & events::kLeague) != 0; }

bool is_nested(const events::Region& region) {
  return region.encountering != nullptr && (region.encountering->flags & events::kInitialTask) == 0;
}

// A region that asks for nothing by a clause gets what there is where it is nested: that is how nesting is switched off.
std::uint32_t wanted(const events::Region& region) {
  return region.clause != 0 || is_nested(region) ? region.clause : region.requested;
}

}  // namespace

void note_fork() {
  team_of_thread.is_lost = team_of_thread.was_forked;
  team_of_thread.was_forked = false;
}

void on_parallel_begin(const events::ParallelBegin& event) {
  if (is_league(event.region)) {
    return;
  }
  if (team_of_thread.is_lost && event.region.requested > 1) {
    team_of_thread.is_lost = false;
    if (is_first(Kind::fork_between_regions, event.region.caller.code)) {
      Line()
          .text("parallel region")
          .at(event.region.caller)
          .text(" in a child of fork(): Muster begins anew there, on libgomp it would hang")
          .tell();
    }
  }
  team_of_thread.was_forked = team_of_thread.was_forked || event.region.size > 1;
  open_meeting(event.region);
}

void on_parallel_end(const events::ParallelEnd& event) {
  const events::Region& region = event.region;
  if (is_league(region)) {
    return;
  }
  if (region.size < wanted(region) && is_first(Kind::fewer_threads, region.caller.code)) {
    Line()
        .text("parallel region")
        .at(region.caller)
        .text(" has ")
        .number(region.size)
        .text(region.size == 1 ? " thread, but asks for " : " threads, but asks for ")
        .number(wanted(region))
        .text(": see OMP_MAX_ACTIVE_LEVELS, OMP_THREAD_LIMIT and OMP_DYNAMIC")
        .tell();
  }
  close_meeting(event.region);
}

}  // namespace muster::misuse
