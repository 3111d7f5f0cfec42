// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "affinity/neighbours.h"

#include <algorithm>

#include "affinity/place_buffer.h"

namespace muster::affinity {
namespace {

using barriers::Position;
using settings::ProcBind;
using settings::Variable;

// What speaks against a run of places, the most important first: borders of packages, NUMA nodes and caches between places that follow each
// other in it, and gaps.
struct Cost {
  static constexpr std::uint32_t kGaps = Position::kLevels;
  std::uint32_t parts[Position::kLevels + 1] = {};

  friend bool operator<(const Cost& a, const Cost& b) { return std::ranges::lexicographical_compare(a.parts, b.parts); }
};

// Runs of so many of the candidates, the last of which is followed by the first.
class Runs {
 public:
  Runs(std::span<const Position> positions, std::span<const std::uint16_t> candidates, std::size_t length)
      : positions_(positions), candidates_(candidates), length_(length) {}

  // The number of the candidate with which the best one begins.
  std::size_t best() const {
    Cost cost;
    for (std::size_t at = 0; at + 1 < length_; ++at) {
      add_pair(cost, at, 1);
    }
    Cost least = cost;
    std::size_t found = 0;
    for (std::size_t first = 1; length_ > 1 && first < candidates_.size(); ++first) {
      add_pair(cost, first - 1, -1);
      add_pair(cost, first + length_ - 2, 1);
      if (cost < least) {
        least = cost;
        found = first;
      }
    }
    return found;
  }

 private:
  std::uint16_t place(std::size_t at) const { return candidates_[at % candidates_.size()]; }

  // A candidate and the next one. What is taken away has been added before, so wrapping arithmetic does.
  void add_pair(Cost& cost, std::size_t at, int sign) const {
    const std::uint16_t one = place(at);
    const std::uint16_t next = place(at + 1);
    const auto by = static_cast<std::uint32_t>(sign);
    for (std::uint32_t level = 0; level < Position::kLevels; ++level) {
      const bool is_border = positions_[one].groups[level] != positions_[next].groups[level];
      cost.parts[Position::kLevels - 1 - level] += is_border ? by : 0;
    }
    cost.parts[Cost::kGaps] += next != one + 1 ? by : 0;
  }

  std::span<const Position> positions_;
  std::span<const std::uint16_t> candidates_;
  std::size_t length_;
};

// The least number of users for which so many places have no more.
std::uint16_t level_for(std::span<const std::uint16_t> users, std::uint32_t places) {
  std::uint16_t level = 0;
  while (std::ranges::count_if(users, [&](std::uint16_t count) { return count <= level; }) < places) {
    ++level;
  }
  return level;
}

// Goes through the threads of teams inside of teams.
class TakenPlaces {
 public:
  TakenPlaces(const Plan& plan, const settings::Icvs& icvs) : plan_(plan), icvs_(icvs) {}

  // Calls itself for each inner level of OMP_NUM_THREADS that is kept, of which there are few.
  void add_team(int level, std::uint32_t size, const Assignment& primary) {
    const Policy policy = policy_for(plan_, settings::bind_at(icvs_, level), ProcBind::false_);
    const TeamBinding binding{policy, primary.place, primary.partition};
    const bool has_inner = level + 1 < icvs_.num_threads_count && level + 1 < icvs_.max_active_levels;
    for (std::uint32_t number = 0; number < size && threads_left_ != 0 && taken_.places < plan_.places.size();
         ++number) {
      --threads_left_;
      const Assignment own = assign(binding, {size, number, number}, plan_.list);
      add(own.place);
      if (has_inner) {
        add_team(level + 1, static_cast<std::uint32_t>(settings::num_threads_at(icvs_, level + 1)), own);
      }
    }
  }

  const Taken& all() const { return taken_; }

 private:
  void add(std::uint16_t place) {
    if (!seen_.contains(place)) {
      seen_.add(place);
      ++taken_.places;
      taken_.cpus = united(taken_.cpus, plan_.places[place]);
    }
  }

  const Plan& plan_;
  const settings::Icvs& icvs_;
  CpuSet seen_;  // numbers of places
  Taken taken_;
  // Nobody has more; sizes of many levels multiply.
  std::uint32_t threads_left_ = 1U << 16;
};

}  // namespace

bool may_choose_places(const settings::Settings& settings) {
  const settings::GlobalSettings& global = settings.global;
  const settings::Origin& origin = settings.origin(Variable::proc_bind);
  // A value that another variable implies has no text.
  return settings.icvs.bind[0] == ProcBind::true_ && !origin.value.empty() &&
         global.places.kind == settings::PlacesKind::unset && global.cpu_affinity.empty() &&
         global.hw_subset.text.empty();
}

Taken taken_by_teams(const Plan& plan, const settings::Icvs& icvs, std::uint32_t team_size) {
  const auto places = static_cast<std::uint16_t>(plan.places.size());
  const bool by_number = policy_for(plan, icvs.bind[0], ProcBind::false_) == Policy::by_number;
  const auto first = static_cast<std::uint16_t>(by_number ? plan.list.offset % places : 0);
  TakenPlaces taken(plan, icvs);
  taken.add_team(0, team_size, {first, {0, places}});
  return taken.all();
}

void count_user(std::span<const CpuSet> places, const CpuSet& cpus, std::span<std::uint16_t> users) {
  for (std::size_t place = 0; place < places.size(); ++place) {
    users[place] = static_cast<std::uint16_t>(users[place] + (is_empty(intersection(places[place], cpus)) ? 0 : 1));
  }
}

bool order_places(std::span<const std::uint16_t> users, std::span<const Position> positions, std::uint32_t taken,
                  std::span<std::uint16_t> order) {
  const std::size_t places = users.size();
  if (taken == 0 || taken >= places ||
      std::ranges::all_of(users.first(taken), [](std::uint16_t count) { return count == 0; })) {
    return false;
  }
  const std::uint16_t level = level_for(users, taken);
  std::size_t listed = 0;
  const auto list = [&](std::size_t begin, const auto& belongs) {
    for (std::size_t step = 0; step < places; ++step) {
      const std::size_t place = (begin + step) % places;
      if (belongs(users[place])) {
        order[listed++] = static_cast<std::uint16_t>(place);
      }
    }
  };
  list(0, [&](std::uint16_t count) { return count < level; });
  const std::size_t sure = listed;
  list(0, [&](std::uint16_t count) { return count == level; });
  const std::span<std::uint16_t> candidates = order.subspan(sure, listed - sure);
  const std::size_t first = Runs(positions, candidates, taken - sure).best();
  std::rotate(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(first), candidates.end());
  list(candidates[0], [&](std::uint16_t count) { return count > level; });
  return !std::ranges::is_sorted(order.first(places));
}

void put_in_order(std::span<std::uint16_t> order, const PlaceList& list) {
  for (std::size_t first = 0; first < list.places.size(); ++first) {
    const CpuSet place = list.places[first];
    const Position position = list.positions[first];
    const std::uint16_t node = list.nodes[first];
    std::size_t to = first;
    // Round the circle of places that change with one another.
    for (std::size_t from = order[to]; from != first; from = order[to]) {
      list.places[to] = list.places[from];
      list.positions[to] = list.positions[from];
      list.nodes[to] = list.nodes[from];
      order[to] = static_cast<std::uint16_t>(to);
      to = from;
    }
    list.places[to] = place;
    list.positions[to] = position;
    list.nodes[to] = node;
    order[to] = static_cast<std::uint16_t>(to);
  }
}

}  // namespace muster::affinity
