// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which algorithm a team uses, as a pure function of recorded inputs: the same Situation always gives the same Choice, so that a
// choice can be printed, tested and replayed.
//
// Strongest first: what the user set; what was measured on this machine (a profile); the rules below, which look at the team,
// the machine and what was seen while running.
#pragma once

#include <cstdint>
#include <string_view>

namespace muster::barriers {

enum class Use : std::uint8_t { plain, fork_join, reduction };
inline constexpr std::uint32_t kUses = 3;

enum class DecidedBy : std::uint8_t { user, profile, rule, observation };

constexpr std::string_view name_of(DecidedBy decided_by) {
  switch (decided_by) {
    case DecidedBy::user: return "user";
    case DecidedBy::profile: return "profile";
    case DecidedBy::rule: return "rule";
    case DecidedBy::observation: break;
  }
  return "observation";
}

// How the team's threads are spread over the machine, as a profile tells it apart.
enum class Placement : std::uint8_t {
  unbound,  // they run where the system puts them
  close,    // they fill one cache after another
  spread,   // as far from one another as they can be
};

constexpr std::string_view name_of(Placement placement) {
  switch (placement) {
    case Placement::unbound: return "unbound";
    case Placement::close: return "close";
    case Placement::spread: break;
  }
  return "spread";
}

// Names of algorithms (algorithms.def) for the two halves; empty: nothing said.
struct Pattern {
  std::string_view gather;
  std::string_view release;

  constexpr bool empty() const { return gather.empty(); }
  friend constexpr bool operator==(const Pattern&, const Pattern&) = default;
};

// Everything that a choice depends on.
struct Situation {
  std::uint32_t threads = 1;  // of the team
  std::uint32_t cpus = 1;     // that the process may use
  Placement placement = Placement::unbound;
  bool disturbed = false;    // others were seen on the team's CPUs lately
  Pattern user;              // fit for the use
  std::string_view profile;  // one that is fit for the use

  // For libomp_fork_join().
  std::uint32_t default_threads = 1;  // of a team for which the program names no size
  bool finite_blocktime = true;       // a waiting thread parks at some time
  bool narrowed = false;  // to a part of the machine, by KMP_HW_SUBSET, KMP_PLACE_THREADS or GOMP_CPU_AFFINITY
};

struct Choice {
  Pattern pattern;
  DecidedBy decided_by = DecidedBy::rule;
  const char* reason = "";
};

// Rounds times threads of a dissemination grow faster than a tree's; the sizes meet at about 16 in the published
// measurements (Gao et al. 2021; Nanjegowda et al. 2009). Larger teams exchange among the leaders of clusters, in both algorithms that have rounds.
inline constexpr std::uint32_t kLargestDisseminationTeam = 16;

// Up to this many threads a disturbed team meets at one counter, or in one flat gather. The line of a counter moves once for each of them, which from about here
// on costs more than the switch that a tree might wait for in its middle (simulate/README.md).
inline constexpr std::uint32_t kLargestFlatTeam = 8;

// Whether the choice for a team of so many threads may depend on Situation::disturbed.
constexpr bool heeds_others(std::uint32_t threads) { return threads > 2 && threads <= kLargestFlatTeam; }

constexpr bool is_flat_for_others(const Situation& now) { return now.disturbed && heeds_others(now.threads); }

constexpr Choice both(std::string_view name, DecidedBy decided_by, const char* reason) {
  return {{name, name}, decided_by, reason};
}

// Waiting for each other in rounds or along a tree takes a context switch a round where not all can run: a single counter or
// a flat gather takes one a thread that waits its turn. The root of a counter goes on once, when all have come; one that reads a word a
// thread gets a turn for each. A reduction needs the words.
constexpr Choice choose_where_threads_take_turns(Use use, const Situation& now) {
  const std::string_view flat = use == Use::reduction ? "linear" : "central";
  if (now.threads > now.cpus) {
    return both(flat, DecidedBy::observation, "more threads than CPUs");
  }
  if (is_flat_for_others(now)) {
    return both(flat, DecidedBy::observation, "other threads run on the team's CPUs");
  }
  return Choice{};
}

// On ten simulated machines with 2 to 1,024 threads, these are within 15 % of the best in nearly all cases (`simulate rules`,
// docs/decisions/0020-trees-along-the-machine.md).
constexpr Choice choose_tree(const Situation& now) {
  if (now.placement == Placement::unbound) {
    return both("hyper", DecidedBy::rule, "threads that run anywhere");
  }
  if (now.threads <= 2) {
    return both("hyper", DecidedBy::rule, "all trees of two threads are the same, and this one has no table");
  }
  return both("cluster", DecidedBy::rule, "threads on known caches");
}

// A barrier that nobody starts needs no root: threads that exchange cross each border of the machine once on the longest way, a gather and a release cross it twice
// (docs/decisions/0025-large-teams-exchange-among-leaders.md).
constexpr Choice choose_exchange(const Situation& now) {
  if (now.threads > kLargestDisseminationTeam) {
    return both("hybrid", DecidedBy::rule, "a barrier without a root, among leaders of clusters");
  }
  if (now.threads <= 2 || now.placement == Placement::unbound) {
    return both("dissemination", DecidedBy::rule, "teams of up to 16 threads");
  }
  return both("hybrid", DecidedBy::rule, "up to 16 threads on known caches, in rounds along them");
}

// From this many threads on, default teams of LLVM's libomp fork and join by dist (LLVM PR 195473: a cascade of wake-ups of
// sleeping threads through a hypercube took 326,828 context switches at 192 threads).
inline constexpr std::uint32_t kLeastDistTeam = 32;

// What libomp's variables say of a default team that has more threads than CPUs, where no tree is in use: libomp's own rule.
constexpr std::string_view libomp_fork_join(const Situation& now) {
  const bool is_dist = now.default_threads >= kLeastDistTeam && now.finite_blocktime && !now.narrowed;
  return is_dist ? "dist" : "hyper";
}

constexpr Choice choose(Use use, const Situation& now) {
  if (!now.user.empty()) {
    return {now.user, DecidedBy::user, "set"};
  }
  if (!now.profile.empty()) {
    return both(now.profile, DecidedBy::profile, "measured on this machine");
  }
  const Choice seen = choose_where_threads_take_turns(use, now);
  if (!seen.pattern.empty()) {
    return seen;
  }
  if (use == Use::plain) {
    return choose_exchange(now);
  }
  return choose_tree(now);
}

}  // namespace muster::barriers
