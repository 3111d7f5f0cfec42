// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Team: what the threads of a parallel region share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "barriers/barriers.h"
#include "base/base.h"
#include "loops/loops.h"
#include "platform/cpu.h"
#include "platform/pages.h"
#include "regions/regions.h"
#include "teams/member.h"
#include "teams/recent.h"

namespace muster::teams {

using TeamWaiter = waiting::Waiter<Native>;
using BarrierAlgorithm = barriers::Algorithm<TeamWaiter>;

// A word that several threads write, alone in its cache line.
struct alignas(base::kCacheLineBytes) SharedWord {
  Native::Atomic<std::uint64_t> value{0};
};

// What shared_memory() hands out. Written between its two barriers by one member.
//
// Ordering  B provided   store release of bytes and inner   pairs with C
//           C found      load acquire of them: where the barriers of a cancelled region let members through, nothing else orders the two
struct SharedMemory {
  Native::Atomic<void*> start{nullptr};
  Native::Atomic<std::size_t> bytes{0};
  Native::Atomic<SharedMemory*> inner{nullptr};  // for constructs inside one that keeps its memory
};

// What the two halves of a barrier go by, with memory for the team's largest size. Where both are one algorithm, `release` is null
// and the halves are gather's.
struct BarrierInUse {
  const BarrierAlgorithm* gather = nullptr;
  void* gather_storage = nullptr;
  const BarrierAlgorithm* release = nullptr;
  void* release_storage = nullptr;

  const BarrierAlgorithm* releasing() const { return release != nullptr ? release : gather; }
  void* releasing_storage() const { return release != nullptr ? release_storage : gather_storage; }
  friend bool operator==(const BarrierInUse&, const BarrierInUse&) = default;
};

// What a team of one size uses.
struct BarriersInUse {
  BarrierInUse plain;
  BarrierInUse fork_join;
  BarrierInUse reduction;
  // The root of a fork tells everybody itself.
  bool forks_flat = true;
  // How many single constructs have been claimed: in the line of the barrier that ends them, where it has room.
  Native::Atomic<std::uint64_t>* singles = nullptr;

  friend bool operator==(const BarriersInUse&, const BarriersInUse&) = default;
};

// The choices for the team's last sizes and bindings: those that come in turn cost nothing (team_barriers.h).
struct ChosenBarriers {
  struct Key {
    std::uint32_t size = 0;
    bool disturbed = false;
    affinity::TeamBinding binding;

    friend bool operator==(const Key&, const Key&) = default;
  };
  static Key key_of(std::uint32_t size, bool disturbed, const affinity::TeamBinding& binding) {
    return {size, disturbed && barriers::heeds_others(size), binding};
  }
  // One for each use and algorithm, as another algorithm would find the words of the one before; null until it is chosen.
  struct PlacedStorage {
    void* of[barriers::kUses][std::size(barriers::kAlgorithms<Native, TeamWaiter>)] = {};
  };
  struct Choice {
    BarriersInUse barriers;
    // Memory of the barriers that go along the machine, laid out for the places of the team; null until there is one.
    PlacedStorage* placed = nullptr;
  };
  // Five sizes, each with two bindings or, where that matters, disturbed and not.
  using Choices = Recent<Key, Choice, 10>;
  Choices choices;
  // Memory by use and algorithm; null until one is chosen.
  void* storage[barriers::kUses][std::size(barriers::kAlgorithms<Native, TeamWaiter>)] = {};
};

// Where an initial team stands in its league; outside of a league it is the only team.
struct LeaguePlace {
  std::uint32_t teams = 1;
  std::uint32_t number = 0;
};

// What a join has to do now and then (Team::Primary::chores).
inline constexpr std::uint32_t kLeaveContentionGroup = 1;
inline constexpr std::uint32_t kResetBinding = 2;
inline constexpr std::uint32_t kKeepHeap = 4;
inline constexpr std::uint32_t kLendWorkers = 8;
inline constexpr std::uint32_t kAbandonTeam = 16;
inline constexpr std::uint32_t kForgetDefaultAllocator = 32;

struct Team {
  // Read by all, written only when the team changes: an unchanged fork leaves this line in every core's cache.
  struct alignas(base::kCacheLineBytes) Header {
    BarriersInUse barriers;
    loops::OwnedRange<Native>* ranges = nullptr;
    const settings::Icvs* icvs = nullptr;  // what implicit tasks start with
    Member* parent = nullptr;
    Member** members = nullptr;  // by slot
    std::uint32_t level = 0;     // nesting level: 0 for the initial team of a root
    affinity::TeamBinding binding;
    platform::cpu::FloatControl floats;  // of the primary (float_control.h)
  } header;

  // The gauges of workers that wait for a region, and of members that wait in one.
  waiting::Gauge<Native> idle;
  waiting::Gauge<Native> in_region;
  waiting::Roster<Native> roster;
  tasks::Board board;

  // The primary's own.
  struct alignas(base::kCacheLineBytes) Primary {
    base::Episode region = 0;
    std::uint32_t last_size = 1;                 // of the last region with more than one thread
    std::uint32_t seats = 1;                     // members with an occupant, member 0 included; 0: see lent
    std::uint32_t capacity = 0;                  // members that the tables and the barrier storage have room for
    std::uint32_t disturbances = 0;              // of the team's gauges when last looked at
    base::Episode disturbed_until = 0;           // the region up to which the team counts as disturbed
    bool was_disturbed = false;                  // when barriers were chosen last
    bool is_bound_anew = false;                  // since then
    std::uint32_t chores = 0;                    // of the next join
    std::uint32_t moves_home = 0;                // of memory to its threads' nodes (homes.h), since the team grew
    std::uint32_t group_threads_added = 0;       // to the contention group, by the region that runs
    std::uint64_t no_more_threads_until_ns = 0;  // thread creation failed: when to try again
    threads::Thread** workers = nullptr;         // a seat's worker; none for member 0
    struct Block* blocks = nullptr;              // memory of members and tables
    ChosenBarriers chosen;
  } primary;

  // While the team rests after a region under dyn-var true: its workers may be taken (lending.h).
  struct alignas(base::kCacheLineBytes) Lent {
    regions::Offer<Native> offer;
    Native::Atomic<std::uint32_t> seats{1};     // Primary::seats meanwhile
    Native::Atomic<std::uint64_t> since_ns{0};  // Native::tick_ns
    // The primary's own, or that of the thread which frees the team: it has been linked.
    bool is_noted = false;
    // Links of all that have lent, under a lock.
    Team* next = nullptr;
    Team** link = nullptr;
  } lent;

  // Where members that were not in the last region find how far the others are. Written before a fork that grows.
  struct alignas(base::kCacheLineBytes) CatchUp {
    ConstructCounts counts;
    base::Episode barrier_episode = 0;
  } catch_up;

  // In an initial team: threads of its contention group (OpenMP 5.2, 1.2.2). They are counted only under a finite thread limit.
  Native::Atomic<std::uint32_t> group_threads{1};
  // In an initial team: its place, and the member as which the thread acted before it entered. Null for a root's.
  LeaguePlace place;
  Member* resting = nullptr;

  // Worksharing, a line each.
  SharedWord singles;  // where the barrier has no room for it (BarriersInUse::singles)
  SharedWord position;
  SharedWord turn;
  alignas(base::kCacheLineBytes) Native::Atomic<void*> copyprivate{nullptr};

  // For barriers when there is no memory for others (team_barriers.h).
  struct alignas(base::kCacheLineBytes) LastResort {
    std::byte bytes[2 * base::kCacheLineBytes] = {};
  } last_resort[barriers::kUses];

  // The worksharing construct that is cancelled: barriers that its threads have passed, plus one.
  Native::Atomic<base::Episode> cancelled_construct{0};
  // The last barrier that a member has come to in a region that was cancelled, and how the members of such a region meet.
  Native::Atomic<base::Episode> last_cancelled_barrier{0};
  regions::Remaining<Native> remaining;

  SharedMemory shared_memory;
  // The members' own memory instead of it, in a region that is cancelled; until all have joined.
  Native::Atomic<struct OwnMemory*> own_memory{nullptr};

  settings::Icvs shifted_icvs;
  settings::Icvs clause_icvs;  // with the proc_bind clause as bind-var
  settings::Icvs first_icvs;   // member 0's own_icvs
  Member first;
  tasks::Worker* first_worker = nullptr;  // the board's table before there is another

  Member& member(std::uint32_t slot) { return slot == 0 ? first : *header.members[slot]; }
  const Member& member(std::uint32_t slot) const { return slot == 0 ? first : *header.members[slot]; }
};

// Else each team would have pages of its own.
static_assert(sizeof(Team) <= platform::kLargestShared);

}  // namespace muster::teams
