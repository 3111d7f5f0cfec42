// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/team_barriers.h"

#include "teams/environment.h"
#include "teams/grow.h"

namespace muster::teams {
namespace {

using barriers::Use;

constexpr std::size_t index_of(Use use) { return static_cast<std::size_t>(use); }

barriers::Pattern pattern_for(Use use, std::uint32_t size, bool disturbed) {
  barriers::Situation now = environment.barrier_situations[index_of(use)];
  now.threads = size;
  now.disturbed = disturbed;
  if (environment.measured_barrier != nullptr) {
    now.profile = environment.measured_barrier(use, size);
  }
  return barriers::choose(use, now).pattern;
}

const BarrierAlgorithm* row_of(std::string_view name) { return barriers::find<Native, TeamWaiter>(name); }

void* storage_for(Team& team, Use use, const BarrierAlgorithm* algorithm) {
  const auto row = static_cast<std::size_t>(algorithm - barriers::kAlgorithms<Native, TeamWaiter>);
  void*& storage = team.primary.chosen.storage[index_of(use)][row];
  if (storage == nullptr) {
    barriers::Shape shape = environment.barrier_shapes[index_of(use)];
    shape.capacity = team.primary.capacity;
    storage = add_memory(team, algorithm->storage_needed(shape));
    if (storage != nullptr) {
      algorithm->init(storage, shape);
    }
  }
  return storage;
}

BarrierInUse last_resort(Team& team, Use use) {
  static_assert(sizeof(Team::LastResort) >= barriers::CentralSenseReversing<Native>::kStorageBytes);
  return {row_of("central"), team.last_resort[index_of(use)].bytes, nullptr, nullptr};
}

BarrierInUse barrier_for(Team& team, Use use, const barriers::Pattern& pattern) {
  BarrierInUse barrier;
  barrier.gather = row_of(pattern.gather);
  barrier.gather_storage = storage_for(team, use, barrier.gather);
  if (pattern.release != pattern.gather) {
    barrier.release = row_of(pattern.release);
    barrier.release_storage = storage_for(team, use, barrier.release);
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
  for (const Use use : {Use::plain, Use::reduction}) {
    barriers::Shape shape = environment.barrier_shapes[index_of(use)];
    shape.capacity = team.primary.capacity;
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
  if (size > environment.cpus && team.in_region.full_fences.load_relaxed() == 0) {
    // Ordered by the go.
    team.in_region.full_fences.store_relaxed(1);
    team.idle.full_fences.store_relaxed(1);
  }
  ChosenBarriers::Entry& entry = team.primary.chosen.entries[size % ChosenBarriers::kSizes];
  if (entry.size != size || entry.disturbed != disturbed) {
    entry.barriers.plain = barrier_for(team, Use::plain, pattern_for(Use::plain, size, disturbed));
    entry.barriers.fork_join = barrier_for(team, Use::fork_join, pattern_for(Use::fork_join, size, disturbed));
    entry.barriers.reduction = barrier_for(team, Use::reduction, pattern_for(Use::reduction, size, disturbed));
    entry.barriers.singles = &singles_beside(team, entry.barriers.plain, size);
    entry.barriers.forks_flat = root_tells_all(entry.barriers.fork_join, size);
    entry.size = size;
    entry.disturbed = disturbed;
  }
  // A write would take the lines from every core.
  if (team.header.barriers != entry.barriers) {
    if (team.header.barriers.singles != entry.barriers.singles) {
      // The claims go on where they were. Published by the go.
      entry.barriers.singles->store_relaxed(team.first.counts.singles);
    }
    team.header.barriers = entry.barriers;
  }
}

}  // namespace muster::teams
