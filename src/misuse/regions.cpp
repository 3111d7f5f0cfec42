// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "misuse/regions.h"

#include "misuse/finding.h"
#include "misuse/handlers.h"

namespace muster::misuse {
namespace {

// Only the thread that has called fork() is there when it is set, and others see it set or not.
constinit bool was_forked = false;

bool is_league(const events::Region& region) { return (region.flags & events::kLeague) != 0; }

bool is_nested(const events::Region& region) {
  return region.encountering != nullptr && (region.encountering->flags & events::kInitialTask) == 0;
}

// A region that asks for nothing by a clause gets what there is where it is nested: that is how nesting is switched off.
std::uint32_t wanted(const events::Region& region) {
  return region.clause != 0 || is_nested(region) ? region.clause : region.requested;
}

}  // namespace

void note_fork() { was_forked = true; }

void on_parallel_begin(const events::ParallelBegin& event) {
  if (is_league(event.region)) {
    return;
  }
  if (was_forked && event.region.requested > 1) {
    was_forked = false;
    if (is_first(Kind::fork_between_regions, event.region.caller.code)) {
      Line()
          .text("parallel region")
          .at(event.region.caller)
          .text(" in a child of fork(): Muster begins anew there, on libgomp it would hang")
          .tell();
    }
  }
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
