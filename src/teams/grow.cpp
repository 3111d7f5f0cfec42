// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/grow.h"

#include <algorithm>
#include <new>

#include "platform/pages.h"
#include "platform/standard_error.h"
#include "teams/binding.h"
#include "teams/conditions.h"
#include "teams/float_control.h"
#include "teams/lending.h"

namespace muster::teams {

// Head of each piece of memory that belongs to a team.
struct Block {
  Block* next;
  std::size_t bytes;
};

namespace {

constexpr std::uint64_t kRetryThreadCreation_ns = 100'000'000;

std::size_t rounded_to_line(std::size_t bytes) {
  return (bytes + base::kCacheLineBytes - 1) / base::kCacheLineBytes * base::kCacheLineBytes;
}

// Hands out parts of one block, each at a cache line.
class Carver {
 public:
  explicit Carver(std::byte* memory) : next_(memory + rounded_to_line(sizeof(Block))) {}

  void* take(std::size_t bytes) {
    std::byte* part = next_;
    next_ += rounded_to_line(bytes);
    return part;
  }

 private:
  std::byte* next_;
};

struct Sizes {
  std::size_t members;
  std::size_t member_table;
  std::size_t worker_table;
  std::size_t roster_table;
  std::size_t ranges;
  std::size_t on_demand;

  std::size_t total() const {
    return rounded_to_line(sizeof(Block)) + rounded_to_line(members) + 2 * rounded_to_line(member_table) +
           rounded_to_line(worker_table) + rounded_to_line(roster_table) + rounded_to_line(ranges) + on_demand;
  }
};

using RosterEntry = waiting::Roster<Native>::Entry;

// Bells are rung for threads that may have gone on, so they outlive teams. Teams that share one wake no threads of each other unless these have the same
// slots, and then for a look.
waiting::Bell<Native>& next_bell() {
  // More than there are crowded teams at work at once on so few CPUs (waiting::sleeps_at_bell()).
  constexpr std::uint32_t kBells = 64;
  static constinit waiting::Bell<Native> bells[kBells];
  static constinit Native::Atomic<std::uint32_t> taken{0};
  return bells[taken.fetch_add_relaxed(1) % kBells];
}

// A table of `capacity` entries with those of the old one; readers of the old one are not disturbed.
void move_tables(Team& team, Carver& carver, const Sizes& sizes, std::uint32_t capacity) {
  auto** members = static_cast<Member**>(carver.take(sizes.member_table));
  auto** workers = static_cast<threads::Thread**>(carver.take(sizes.worker_table));
  auto* entries = static_cast<RosterEntry*>(carver.take(sizes.roster_table));
  auto** task_workers = static_cast<tasks::Worker**>(carver.take(sizes.member_table));
  for (std::uint32_t slot = 0; slot < capacity; ++slot) {
    const bool known = slot < team.primary.capacity;
    new (entries + slot) RosterEntry(nullptr);
    workers[slot] = known ? team.primary.workers[slot] : nullptr;
    members[slot] = !known ? nullptr : slot == 0 ? &team.first : team.header.members[slot];
    task_workers[slot] = known || slot == 0 ? &team.member(slot) : nullptr;
  }
  // The rest is published by the next go; idle workers may look at the board before. W: release, pairs with W in tasks/board.h
  team.board.workers.store_release(task_workers);
  team.header.members = members;
  team.primary.workers = workers;
  team.roster.move_to(entries, team.primary.capacity);
}

void make_members(Team& team, void* memory, OnDemand* on_demand, std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t slot = first; slot < last; ++slot) {
    auto* member = new (static_cast<Member*>(memory) + (slot - first)) Member();
    member->team = &team;
    member->slot = slot;
    member->number = slot;
    member->roster = &team.roster;
    member->roster_slot = slot;
    member->idle_gauge = &team.idle;
    tasks::provide_helpers(*member);
    member->idle_work = &member->between_work;
    member->on_demand = on_demand++;
    member->own_icvs = &member->on_demand->own_icvs;
    member->board = &team.board;
    team.header.members[slot] = member;
    team.board.workers.load_relaxed()[slot] = member;
  }
}

// Only between regions: the barriers start anew.
bool enlarge(Team& team, std::uint32_t capacity) {
  // Member 0 is part of the team itself.
  const std::uint32_t old_capacity = std::max(team.primary.capacity, 1U);
  Team::Header& header = team.header;
  const Sizes sizes{(capacity - old_capacity) * sizeof(Member),   capacity * sizeof(Member*),
                    capacity * sizeof(threads::Thread*),          capacity * sizeof(RosterEntry),
                    capacity * sizeof(loops::OwnedRange<Native>), (capacity - old_capacity) * sizeof(OnDemand)};
  void* memory = platform::allocate_pages(sizes.total());
  if (memory == nullptr) {
    return false;
  }
  team.primary.blocks = new (memory) Block{team.primary.blocks, sizes.total()};
  Carver carver(static_cast<std::byte*>(memory));
  void* members = carver.take(sizes.members);
  move_tables(team, carver, sizes, capacity);
  auto* ranges = static_cast<loops::OwnedRange<Native>*>(carver.take(sizes.ranges));
  for (std::uint32_t slot = 0; slot < capacity; ++slot) {
    new (ranges + slot) loops::OwnedRange<Native>();
    ranges[slot].begin_after(team.first.counts.owned_loops);
  }
  header.ranges = ranges;
  make_members(team, members, static_cast<OnDemand*>(carver.take(sizes.on_demand)), old_capacity, capacity);
  // The next fork chooses barriers with memory for the new capacity.
  team.primary.chosen = ChosenBarriers{};
  team.roster.threads.store_relaxed(0);
  team.primary.capacity = capacity;
  team.primary.moves_home = 0;
  // X: release, pairs with X in tasks/board.h. The table with so many entries is there.
  team.board.capacity.store_release(capacity);
  return true;
}

}  // namespace

void provide_board(Team& team) {
  team.first.board = &team.board;
  tasks::provide_helpers(team.first);
  team.first_worker = &team.first;
  team.board.workers.store_relaxed(&team.first_worker);
  team.board.capacity.store_relaxed(1);
}

namespace {

// A team of member 0. Null when there is no memory.
Team* make_team() {
  void* memory = platform::allocate_pages(sizeof(Team));
  void* on_demand = platform::allocate_on_demand(sizeof(OnDemand));
  if (memory == nullptr || on_demand == nullptr) {
    platform::free_pages(memory, sizeof(Team));
    platform::free_on_demand(on_demand, sizeof(OnDemand));
    return nullptr;
  }
  Team* team = new (memory) Team();
  team->first.team = team;
  team->first.on_demand = static_cast<OnDemand*>(on_demand);
  team->first.own_icvs = &team->first_icvs;
  team->roster.bell = &next_bell();
  provide_board(*team);
  return team;
}

Team* make_inner_team(Member& parent) {
  Team* team = make_team();
  if (team == nullptr) {
    platform::fail("muster: no memory for a parallel region");
  }
  team->header.parent = &parent;
  team->header.level = parent.team->header.level + 1;
  team->primary.chores = kKeepHeap;
  parent.inner = team;
  return team;
}

// Those at which nobody sits, in their order, of a team that is about to have a size.
struct EmptySeats {
  Team& team;
  std::uint32_t size;

  Member& member(std::uint32_t index) const { return *team.header.members[team.primary.seats + index]; }
};

threads::Seat& empty_seat(void* seats, std::uint32_t index) {
  return static_cast<const EmptySeats*>(seats)->member(index);
}

void choose_birth(void* seats, std::uint32_t index, threads::Thread& worker) {
  const EmptySeats& empty = *static_cast<const EmptySeats*>(seats);
  choose_birth(empty.member(index), empty.size, worker);
}

// Rather than make new workers, those of teams that rest are taken.
void take_over_resting(std::uint32_t wanted) {
  if (threads::are_any_lending()) {
    const std::uint32_t free = threads::free_worker_count();
    if (free < wanted) {
      give_up_resting(Native::tick_ns(), kRestsBeforeOthersTake_ns, wanted - free);
    }
  }
}

void fill_seats(Team& team, std::uint32_t size) {
  Team::Primary& primary = team.primary;
  if (primary.no_more_threads_until_ns != 0 && Native::now_ns() < primary.no_more_threads_until_ns) {
    return;
  }
  if (size > primary.capacity && !enlarge(team, std::max(size, 2 * primary.capacity))) {
    size = std::max(primary.capacity, 1U);
  }
  primary.no_more_threads_until_ns = 0;
  const std::uint32_t seats = primary.seats;
  if (size == seats) {
    return;
  }
  take_over_resting(size - seats);
  EmptySeats empty{team, size};
  const auto choose = conditions.binding.binds() ? &choose_birth : nullptr;
  primary.seats += threads::seat_workers({&empty, &empty_seat, size - seats, choose}, primary.workers + seats);
  RosterEntry* const roster = team.roster.table.load_relaxed();
  for (std::uint32_t slot = seats; slot < primary.seats; ++slot) {
    roster[slot].store_relaxed(&primary.workers[slot]->presence);
  }
  if (primary.seats < size) {
    primary.no_more_threads_until_ns = Native::now_ns() + kRetryThreadCreation_ns;
    if (conditions.report_fewer_threads != nullptr) {
      conditions.report_fewer_threads(size, primary.seats);
    }
  }
}

void free_team(Team& team) {
  forget_lending(team);
  tasks::retire(team.first);
  for (std::uint32_t slot = 1; slot < team.primary.capacity; ++slot) {
    tasks::retire(*team.header.members[slot]);
  }
  Block* block = team.primary.blocks;
  while (block != nullptr) {
    Block* next = block->next;
    platform::free_pages(block, block->bytes);
    block = next;
  }
  platform::free_on_demand(team.first.on_demand, sizeof(OnDemand));
  platform::free_pages(&team, sizeof(Team));
}

// Those without an occupant too: their inner teams may still have workers.
template <class Visit>
void for_each_member(Team& team, const Visit& visit) {
  visit(team.first);
  for (std::uint32_t slot = 1; slot < team.primary.capacity; ++slot) {
    visit(team.member(slot));
  }
}

void send_workers_away(Team* team) {
  if (team == nullptr) {
    return;
  }
  hold_workers(*team);
  for_each_member(*team, [team](Member& member) {
    send_workers_away(member.inner);
    send_workers_away(member.nested_initial);
    if (member.slot != 0 && member.slot < team->primary.seats) {
      threads::send_to_lobby(*team->primary.workers[member.slot]);
    }
  });
}

void await_departure(Team* team) {
  if (team == nullptr) {
    return;
  }
  const std::uint64_t now_ns = Native::tick_ns();
  for_each_member(*team, [team, now_ns](Member& member) {
    await_departure(member.inner);
    await_departure(member.nested_initial);
    if (member.slot != 0 && member.slot < team->primary.seats) {
      threads::await_in_lobby(*team->primary.workers[member.slot], now_ns);
    }
  });
}

}  // namespace

void occupy(Member& member, threads::Thread& thread) {
  member.thread = &thread;
  // Numbers from 1 on are the helpers', as in libomp.
  const auto kept = static_cast<std::int32_t>(threads::helper_numbers);
  member.thread_number_in_process = thread.number > 0 ? thread.number + kept : -thread.number;
  member.waiter.attach(thread.presence, threads::everybody(), member.team->roster, member.team->in_region, member.slot);
  member.waiter.set_cpus(conditions.cpus);
  member.barrier_waiter.attach(thread.presence, threads::everybody(), member.team->roster, member.team->in_region,
                               member.slot);
  member.barrier_waiter.set_cpus(conditions.cpus);
  member.barrier_waiter.set_idle_work(&member.barrier_work);
  member.barrier_waiter.look_first();
  // X: release, pairs with Y in tasks/schedule.cpp, Y in tasks/detach.cpp, Y in tasks/idle.h and Y in tasks/find.h
  member.presence.store_release(&thread.presence);
  member.cache = thread.tasks;
  member.other_cache = thread.blocks;
  if (member.slot == 0) {
    member.team->board.primary = &thread.presence;
  }
}

Team* make_initial_team(threads::Thread& thread) {
  Team* team = make_team();
  if (team == nullptr) {
    platform::fail("muster: no memory for the initial team of a thread");
  }
  occupy(team->first, thread);
  return team;
}

void show_float_control(Team& team) { team.header.floats = platform::cpu::float_control(); }

std::uint32_t prepare_team(Member& parent, std::uint32_t size) {
  Team& team = parent.inner != nullptr ? *parent.inner : *make_inner_team(parent);
  hold_workers(team);
  if (size > team.primary.seats) {
    fill_seats(team, size);
  }
  if (team.first.thread != parent.thread) {
    occupy(team.first, *parent.thread);
  }
  if (RosterEntry* table = team.roster.table.load_relaxed(); table != nullptr) {
    table[0].store_relaxed(&parent.thread->presence);
  }
  show_float_control(team);
  if (parent.icvs->dynamic) {
    team.primary.chores |= kLendWorkers;
  }
  return std::min(size, team.primary.seats);
}

void* add_memory(Team& team, std::size_t bytes) {
  const std::size_t total = rounded_to_line(sizeof(Block)) + bytes;
  void* memory = platform::allocate_pages(total);
  if (memory == nullptr) {
    return nullptr;
  }
  team.primary.blocks = new (memory) Block{team.primary.blocks, total};
  return Carver(static_cast<std::byte*>(memory)).take(bytes);
}

// In three passes over the team and all inside it: waiters look at what their teammates wait for, so nothing is freed before
// all workers have left.
void destroy_team(Team* team) {
  send_workers_away(team);
  await_departure(team);
  waiting::await_readers(threads::everybody());
  abandon_team(team);
}

void abandon_team(Team* team) {
  if (team == nullptr) {
    return;
  }
  for_each_member(*team, [](Member& member) {
    abandon_team(member.inner);
    abandon_team(member.nested_initial);
  });
  free_team(*team);
}

}  // namespace muster::teams
