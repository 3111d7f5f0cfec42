// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Member: a thread's seat in a team, and with it the thread's implicit task. The one thread-local word of the runtime points
// at the member as which the thread acts just now.
//
// Glossary
//   team       the threads of one parallel region, and what they share. Kept for the next region of the same parent (hot).
//   member     a seat in a team. The primary thread's is the first.
//   slot       where a member stands in the team's tables and barriers: the same as long as there is the team.
//   number     the thread number. It is the slot, but where threads are bound and share places (affinity::number_of_slot): there it
//              depends on the region's size. Slot 0 has number 0.
//   occupant   the operating-system thread that acts as the member.
//   parent     the member that forked the team. It rests while the team's member 0, the same thread, acts.
//   root       a thread of the program; its initial team has one member and no parent.
#pragma once

#include <cstdint>

#include "affinity/affinity.h"
#include "base/base.h"
#include "events/events.h"
#include "locks/locks.h"
#include "reductions/reductions.h"
#include "settings/settings.h"
#include "tasks/tasks.h"
#include "teams/work_cursor.h"
#include "threads/threads.h"
#include "waiting/waiting.h"

namespace muster::teams {

struct Team;
namespace observed {
class TargetLeague;
}

// 0: as many as are usual.
struct LeagueSize {
  std::uint32_t teams = 0;
  std::int32_t thread_limit = 0;
};

// A num_threads clause with a list, or one that is strict.
struct PushedClause {
  std::int32_t list[settings::kMaxListLevels] = {};
  std::uint8_t count = 0;
  bool strict = false;
  bool fatal = false;
  const char* message = nullptr;
};

// How many constructs of a kind the member has met in this team. All members meet the same, so equal numbers mean the same
// construct, which is how shared words are told apart without anybody preparing them.
struct ConstructCounts {
  std::uint64_t singles = 0;
  std::uint64_t owned_loops = 0;
  std::uint64_t position_loops = 0;
  std::uint64_t ordered_loops = 0;
  // Loops, sections and singles whose parts were dealt (dealt_parts.h).
  std::uint64_t dealt = 0;
  // Constructs around the member that keep their shared memory.
  std::uint64_t kept_memories = 0;
};

// What most members never use. Zeroed memory that nobody writes before, at the end of the team's: it takes no page until then.
struct alignas(base::kCacheLineBytes) OnDemand {
  settings::Icvs own_icvs;
  DoacrossNest doacross;
  // def-allocator-var of the implicit task (OpenMP 5.2, 2.3), where the program has set it in this region; 0: it has not. A task that is not
  // the implicit one sets it, too.
  struct DefaultAllocator {
    std::uint64_t handle = 0;
    base::Episode region = 0;
  } default_allocator;
  // Instead of pushed_threads, when that is negative.
  PushedClause pushed_clause;
  // The records of the region that the member has forked, and of the primary's implicit task in it, while somebody listens. There are two
  // of the region, in turn: workers have read the last one, and to write its line again takes as long as a line transfer, for which their
  // go would wait.
  struct Forked {
    static constexpr std::uint32_t kRecords = 2;
    events::Region regions[kRecords];
    std::uint32_t turn = 0;
    events::Task task;
    // Threads that have left the region early (observed_region.cpp); 0 in all regions but cancelled ones.
    Native::Atomic<base::Episode> leaving;

    events::Region& region() { return regions[turn]; }
    // The caller has given the go of this region.
    void prepare_next() { regions[(turn + 1) % kRecords].prepare(); }
  } forked;
  // The worksharing construct that the member is in, likewise.
  struct Work {
    bool is_open = false;
    // A call of the program's ends it, as it does not for GCC's single construct.
    bool has_end_call = true;
    events::WorkKind kind = events::WorkKind::loop;
    std::uint64_t count = 0;
    events::Caller caller;
  } work;
  // The chunks of its loop of which nobody wants to hear each (observed_chunks.cpp), likewise.
  struct Chunks {
    std::uint64_t told_ns = 0;  // when the last one that was told was asked for; 0: none was
    std::uint64_t with_it = 0;  // so many came with it, itself among them
    std::uint64_t claimed = 0;  // rising: so many have come by claims since then
    std::uint32_t plan = 0;     // so many requests were to go untold then: of these, WorkCursor::untold_left are left
    std::uint32_t told_short = 0;  // so many told ones of short chunks
    bool are_short = false;
  } chunks;
  // What is told of the league in the target region whose initial task the member has, likewise; null: nobody listens, or there is no such region.
  observed::TargetLeague* target_league = nullptr;
};

// A member of a region that is cancelled (cancellation.h).
enum class InCancelledRegion : std::uint8_t {
  goes_on,   // to the next cancellation point; the value in every other region
  copies,    // between the barriers of a single construct with copyprivate
  has_left,  // and waits for the join
};

// Invariant: only the occupant writes a member, and another thread writes it only while the occupant idles.
struct alignas(base::kCacheLineBytes) Member : threads::Seat, tasks::Worker {
  Team* team = nullptr;
  threads::Thread* thread = nullptr;
  // The team that this member forks; null until it does for the first time.
  Team* inner = nullptr;
  // The initial team in which this member's target regions and leagues run; null until it enters one.
  Team* nested_initial = nullptr;
  ConstructCounts counts;
  // What the next fork was told beforehand (Clang's __kmpc_push_num_threads); 0: nothing, negative: see pushed_clause.
  std::int32_t pushed_threads = 0;
  // The same for its proc_bind clause, in the low bits; 0: none.
  std::uint8_t pushed_bind = 0;
  // The same for the next league (Clang's __kmpc_push_num_teams).
  LeagueSize pushed_league;
  // The method of the reduction that Clang-built code is in, between its two calls.
  reductions::Method reduction_method = reductions::Method::lock;
  // What the member brings to a gathered reduction; read by its parent after it has arrived.
  void* reduction_data = nullptr;
  // How long the thread spins for mutexes of the program.
  locks::LearnedSpin mutex_spin;
  // The last single block that the member met gave it data (copyprivate), and no block was claimed since.
  bool has_copied = false;
  // The loop that Clang-built code starts next has cross-iteration dependences, so its chunks must be dealt in order, and its nest starts with it.
  bool next_loop_in_order = false;
  // The sections that code calls one by one have got their loop.
  bool sections_begun = false;
  InCancelledRegion in_cancelled_region = InCancelledRegion::goes_on;
  // Numbers as Clang-built code wants them: by address.
  std::int32_t thread_number_in_process = 0;
  WorkCursor cursor;
  OnDemand* on_demand = nullptr;
  // The place of the implicit task and the part of the places that its teams share, with what they were worked out from. No place,
  // and an empty part, where threads are not bound.
  struct Assigned {
    affinity::Assignment to;
    affinity::TeamBinding by;
    std::uint32_t team_size = 0;
    const threads::Thread* thread = nullptr;
  } assigned;
};

// Changes of ICVs go to the task's own copy (OpenMP 5.2, 2.3).
inline settings::Icvs& writable_icvs(Member& member) { return tasks::own_icvs(member); }

}  // namespace muster::teams
