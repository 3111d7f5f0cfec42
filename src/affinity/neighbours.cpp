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

  // Of the candidate with which the best one begins.
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

}  // namespace

bool may_choose_places(const settings::Settings& settings) {
  const settings::GlobalSettings& global = settings.global;
  const settings::Origin& origin = settings.origin(Variable::proc_bind);
  // A value that another variable implies has no text.
  return settings.icvs.bind[0] == ProcBind::true_ && !origin.value.empty() &&
         global.places.kind == settings::PlacesKind::unset && global.cpu_affinity.empty() &&
         global.hw_subset.text.empty();
}

CpuSet cpus_of_team(const Plan& plan, ProcBind icv, std::uint32_t team_size) {
  const auto places = static_cast<std::uint16_t>(plan.places.size());
  const Policy policy = policy_for(plan, icv, ProcBind::false_);
  const auto first = static_cast<std::uint16_t>(policy == Policy::by_number ? plan.list.offset % places : 0);
  const TeamBinding binding{policy, first, {0, places}};
  CpuSet seen;
  CpuSet cpus;
  for (std::uint32_t number = 0; number < team_size; ++number) {
    const std::uint16_t place = assign(binding, {team_size, number, number}, plan.list).place;
    if (!seen.contains(place)) {
      seen.add(place);
      cpus = united(cpus, plan.places[place]);
    }
  }
  return cpus;
}

void count_user(std::span<const CpuSet> places, const CpuSet& cpus, std::span<std::uint16_t> users) {
  for (std::size_t place = 0; place < places.size(); ++place) {
    users[place] = static_cast<std::uint16_t>(users[place] + (is_empty(intersection(places[place], cpus)) ? 0 : 1));
  }
}

bool order_places(std::span<const std::uint16_t> users, std::span<const Position> positions, std::uint32_t team_size,
                  std::span<std::uint16_t> order) {
  const std::size_t places = users.size();
  if (team_size == 0 || team_size >= places ||
      std::ranges::all_of(users.first(team_size), [](std::uint16_t count) { return count == 0; })) {
    return false;
  }
  const std::uint16_t level = level_for(users, team_size);
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
  const std::size_t first = Runs(positions, candidates, team_size - sure).best();
  std::rotate(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(first), candidates.end());
  list(candidates[0], [&](std::uint16_t count) { return count > level; });
  return !std::ranges::is_sorted(order.first(places));
}

void put_in_order(std::span<std::uint16_t> order, std::span<CpuSet> places, std::span<Position> positions) {
  for (std::size_t first = 0; first < places.size(); ++first) {
    const CpuSet place = places[first];
    const Position position = positions[first];
    std::size_t to = first;
    // Round the circle of places that change with one another.
    for (std::size_t from = order[to]; from != first; from = order[to]) {
      places[to] = places[from];
      positions[to] = positions[from];
      order[to] = static_cast<std::uint16_t>(to);
      to = from;
    }
    places[to] = place;
    positions[to] = position;
    order[to] = static_cast<std::uint16_t>(to);
  }
}

}  // namespace muster::affinity
