// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/team_barriers.h"

#include <new>

#include "platform/node_pages.h"
#include "teams/conditions.h"
#include "teams/grow.h"
#include "teams/homes.h"
#include "teams/team_size.h"

namespace muster::teams {
namespace {

using barriers::Use;

constexpr std::size_t index_of(Use use) { return static_cast<std::size_t>(use); }

using Choice = ChosenBarriers::Choice;

affinity::LocatedTeam located_team(const Team& team, std::uint32_t size) {
  affinity::LocatedTeam located;
  located.binding = team.header.binding;
  located.size = size;
  located.list = conditions.binding.list;
  located.places = conditions.place_positions;
  located.nodes = conditions.place_nodes;
  located.context = &team;
  located.number_in_process = [](const void* context, std::uint32_t slot) {
    const Team& its_team = *static_cast<const Team*>(context);
    const threads::Thread& thread = slot == 0 ? *its_team.first.thread : *its_team.primary.workers[slot];
    return static_cast<std::uint32_t>(thread.number);
  };
  return located;
}

barriers::Pattern pattern_for(Use use, const affinity::LocatedTeam& team, bool disturbed) {
  barriers::Situation now = conditions.barrier_situations[index_of(use)];
  now.threads = team.size;
  now.default_threads = usual_team_size();
  now.disturbed = disturbed;
  now.placement = team.placement();
  if (conditions.measured_barrier != nullptr) {
    now.profile = conditions.measured_barrier(use, now.threads, now.placement);
  }
  return barriers::choose(use, now).pattern;
}

const BarrierAlgorithm* row_of(std::string_view name) { return barriers::find<Native, TeamWaiter>(name); }

barriers::Shape shape_for(const Team& team, Use use) {
  barriers::Shape shape = conditions.barrier_shapes[index_of(use)];
  shape.capacity = team.primary.capacity;
  return shape;
}

std::size_t row_number(const BarrierAlgorithm* algorithm) {
  return static_cast<std::size_t>(algorithm - barriers::kAlgorithms<Native, TeamWaiter>);
}

void* storage_for(Team& team, Use use, const BarrierAlgorithm* algorithm) {
  void*& storage = team.primary.chosen.storage[index_of(use)][row_number(algorithm)];
  if (storage == nullptr) {
    const barriers::Shape shape = shape_for(team, use);
    storage = add_memory(team, algorithm->storage_needed(shape));
    if (storage != nullptr) {
      algorithm->init(storage, shape);
    }
  }
  return storage;
}

// Where the threads are bound: laid out anew, in memory that the choice keeps for this algorithm and the next places. Nobody is in its barriers, and what
// they hold are episodes of the past.
void* placed_storage(Team& team, Choice& choice, Use use, const BarrierAlgorithm* algorithm,
                     const affinity::LocatedTeam& located) {
  barriers::Shape shape = shape_for(team, use);
  shape.positions = located.positions();
  shape.nodes = conditions.nodes;
  shape.page_bytes = static_cast<std::uint32_t>(platform::page_bytes());
  if (choice.placed == nullptr) {
    void* memory = add_memory(team, sizeof(ChosenBarriers::PlacedStorage));
    if (memory == nullptr) {
      return nullptr;
    }
    choice.placed = new (memory) ChosenBarriers::PlacedStorage;
  }
  void*& storage = choice.placed->of[index_of(use)][row_number(algorithm)];
  if (storage == nullptr) {
    storage = add_memory(team, algorithm->storage_needed(shape));
  }
  if (storage != nullptr) {
    algorithm->init(storage, shape);
  }
  return storage;
}

BarrierInUse last_resort(Team& team, Use use) {
  static_assert(sizeof(Team::LastResort) >= barriers::CentralSenseReversing<Native>::kStorageBytes);
  return {row_of("central"), team.last_resort[index_of(use)].bytes, nullptr, nullptr};
}

BarrierInUse barrier_for(Team& team, Choice& choice, Use use, const affinity::LocatedTeam& located) {
  const barriers::Pattern pattern = pattern_for(use, located, team.primary.was_disturbed);
  const auto storage = [&](const BarrierAlgorithm* algorithm) {
    return algorithm->follows_positions && located.is_bound() ? placed_storage(team, choice, use, algorithm, located)
                                                              : storage_for(team, use, algorithm);
  };
  BarrierInUse barrier;
  barrier.gather = row_of(pattern.gather);
  barrier.gather_storage = storage(barrier.gather);
  if (pattern.release != pattern.gather) {
    barrier.release = row_of(pattern.release);
    barrier.release_storage = storage(barrier.release);
  }
  const bool has_memory =
      barrier.gather_storage != nullptr && (barrier.release == nullptr || barrier.release_storage != nullptr);
  return has_memory ? barrier : last_resort(team, use);
}

Native::Atomic<std::uint64_t>& singles_beside(Team& team, const BarrierInUse& plain, std::uint32_t size) {
  void* companion = plain.gather->companion(plain.gather_storage, size);
  return companion != nullptr ? *static_cast<Native::Atomic<std::uint64_t>*>(companion) : team.singles.value;
}

bool root_tells_all(const BarrierInUse& barrier, std::uint32_t size) {
  std::uint32_t told = 0;
  const barriers::Visitor count{[](void* context, std::uint32_t /*slot*/) { ++*static_cast<std::uint32_t*>(context); },
                                &told};
  barrier.releasing()->for_each_released(barrier.releasing_storage(), 0, size, count);
  return told == size - 1;
}

}  // namespace

void start_barriers_anew(Team& team) {
  // Those that are laid out for places hold nothing but episodes of the past.
  for (const Use use : {Use::plain, Use::reduction}) {
    const barriers::Shape shape = shape_for(team, use);
    for (const BarrierAlgorithm& algorithm : barriers::kAlgorithms<Native, TeamWaiter>) {
      if (void* storage =
              team.primary.chosen.storage[index_of(use)][&algorithm - barriers::kAlgorithms<Native, TeamWaiter>];
          storage != nullptr) {
        algorithm.init(storage, shape);
      }
    }
    row_of("central")->init(team.last_resort[index_of(use)].bytes, shape);
  }
}

void use_barriers_for(Team& team, std::uint32_t size) {
  const bool disturbed = is_disturbed(team);
  team.primary.was_disturbed = disturbed;
  const waiting::Fences wanted = waiting::fences_for(size, conditions.cpus, conditions.blocktime_ns.load_relaxed());
  if (wanted == waiting::Fences::full && team.in_region.full_fences.load_relaxed() == 0) {
    // Ordered by the go.
    team.in_region.full_fences.store_relaxed(1);
    team.idle.full_fences.store_relaxed(1);
    team.board.sleepers.use_full_fences();
  }
  team.primary.is_bound_anew = false;
  const auto [choice, is_new] =
      team.primary.chosen.choices.find(ChosenBarriers::key_of(size, disturbed, team.header.binding));
  BarriersInUse& in_use = choice.barriers;
  if (is_new) {
    const affinity::LocatedTeam located = located_team(team, size);
    in_use.plain = barrier_for(team, choice, Use::plain, located);
    in_use.fork_join = barrier_for(team, choice, Use::fork_join, located);
    // A parent would combine what a child that has not come, or has left, does not have, so there is no gather where a region may be cancelled.
    if (!tasks::cancellation) {
      in_use.reduction = barrier_for(team, choice, Use::reduction, located);
    }
    in_use.singles = &singles_beside(team, in_use.plain, size);
    in_use.forks_flat = root_tells_all(in_use.fork_join, size);
  }
  // A write would take the lines from every core.
  if (team.header.barriers != in_use) {
    if (team.header.barriers.singles != in_use.singles) {
      // The claims go on where they were. Published by the go.
      in_use.singles->store_relaxed(team.first.counts.singles);
    }
    team.header.barriers = in_use;
  }
  if (is_new && conditions.nodes > 1 && team.primary.moves_home < kMostMovesHome) {
    ++team.primary.moves_home;
    if (const affinity::LocatedTeam located = located_team(team, size); located.is_bound()) {
      settle(team, located);
    }
  }
}

Settled look_at_homes(Member& self) {
  if (conditions.nodes < 2 || self.inner == nullptr || self.inner->primary.last_size < 2) {
    return {};
  }
  Team& team = *self.inner;
  const affinity::LocatedTeam located = located_team(team, team.primary.last_size);
  return located.is_bound() ? look_at_homes(team, located) : Settled{};
}

}  // namespace muster::teams
