// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the choices of barriers start from (barriers/choose.h): what the user asked for, as far as it is fit; what was measured; and
// the machine. The choice for the default team is written back into the settings, where the displays find it.
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "runtime/finding_lock.h"
#include "runtime/lifetime.h"
#include "runtime/measured_as.h"
#include "runtime/runtime.h"

namespace muster::runtime {
namespace {

using barriers::Situation;
using barriers::Use;
using teams::BarrierAlgorithm;

constexpr std::uint32_t kLargestFan = 1U << 16;

// What a use is called in the variables, and where its settings are.
struct UseSettings {
  Use use;
  const char* name;
  const char* variable;
  settings::BarrierPattern settings::GlobalSettings::* pattern;
  settings::BranchBits settings::GlobalSettings::* bits;
  settings::Profile::Use measured_as;
};
constexpr UseSettings kUseSettings[barriers::kUses] = {
    {Use::plain, "plain barriers", "KMP_PLAIN_BARRIER_PATTERN", &settings::GlobalSettings::plain_barrier,
     &settings::GlobalSettings::plain_branch_bits, settings::Profile::Use::plain},
    {Use::fork_join, "fork and join", "KMP_FORKJOIN_BARRIER_PATTERN", &settings::GlobalSettings::forkjoin_barrier,
     &settings::GlobalSettings::forkjoin_branch_bits, settings::Profile::Use::forkjoin},
    {Use::reduction, "reductions", "KMP_REDUCTION_BARRIER_PATTERN", &settings::GlobalSettings::reduction_barrier,
     &settings::GlobalSettings::reduction_branch_bits, settings::Profile::Use::reduction},
};

struct Measured {
  settings::Profile profile;
  settings::WaitPolicy policy = settings::WaitPolicy::unset;
};
constinit Measured measured;

// The profile where `muster tune` puts it is looked for when the first team of several threads chooses: there seldom is one.
struct Later {
  platform::Native::Atomic<std::uint32_t> is_due{0};
  const settings::Settings* settings = nullptr;
  std::uint32_t cpus = 1;
  settings::DiagnosticSink sink;
};
constinit Later later;

const settings::Profile& measured_profile() {
  // A: acquire, pairs with B
  if (later.is_due.load_acquire() != 0) {
    const FindingLock locked;
    if (later.is_due.load_relaxed() != 0) {
      settings::load_profile(measured.profile, *later.settings, environ, later.cpus, "", later.sink);
      // B: release, pairs with A
      later.is_due.store_release(0);
    }
  }
  return measured.profile;
}

// libomp's name for a barrier along the machine's hierarchy.
std::string_view canonical(std::string_view name) { return name == "hierarchical" ? "cluster" : name; }

const BarrierAlgorithm* find(std::string_view name) {
  return barriers::find<platform::Native, teams::TeamWaiter>(canonical(name));
}

constexpr const char* kNoBarrier = "which is not a barrier that this version has";

// Null when the algorithm can do the work; otherwise completes "read ..., WHY".
const char* unfit_because(std::string_view name, Use use, bool is_half) {
  const BarrierAlgorithm* algorithm = find(name);
  if (algorithm == nullptr) {
    return kNoBarrier;
  }
  if (!algorithm->capabilities.rooted && use != Use::plain) {
    return use == Use::fork_join ? "which has no root and so cannot fork and join a region"
                                 : "which has no root and so cannot gather a reduction";
  }
  if (!algorithm->capabilities.rooted && is_half) {
    return "which has no root and so cannot be one half of a barrier";
  }
  if (use == Use::reduction && !algorithm->capabilities.combines) {
    return "which counts arrivals only and so cannot gather a reduction";
  }
  return nullptr;
}

Situation situation_of(const settings::Settings& settings, std::uint32_t cpus) {
  const settings::GlobalSettings& global = settings.global;
  Situation now;
  now.cpus = cpus;
  now.finite_blocktime = !global.blocktime_set || global.blocktime_ns != settings::kBlocktimeInfinite;
  now.narrowed = !global.hw_subset.text.empty() || !global.cpu_affinity.empty();
  return now;
}

reductions::Situation reduction_situation_of(const settings::GlobalSettings& global, std::uint32_t cpus) {
  reductions::Situation now;
  now.cpus = cpus;
  now.is_forced = global.forced_reduction != settings::ForcedReduction::none || global.deterministic_reduction;
  switch (global.forced_reduction) {
    // Where sums are to be the same in each run: a gather combines in an order of its own, and not as threads come.
    case settings::ForcedReduction::none: now.forced = reductions::Method::gather; break;
    case settings::ForcedReduction::critical: now.forced = reductions::Method::lock; break;
    case settings::ForcedReduction::atomic: now.forced = reductions::Method::atomic; break;
    case settings::ForcedReduction::tree: now.forced = reductions::Method::gather; break;
  }
  return now;
}

// A name that no use knows is told once, and not for each of them.
void forget_unknown_names(settings::GlobalSettings& global, const settings::DiagnosticSink& sink) {
  for (const char* name : {global.barrier.gather, global.barrier.release}) {
    if (name[0] != '\0' && find(name) == nullptr) {
      if (global.warnings) {
        settings::complain(sink, "MUSTER_BARRIER", name, kNoBarrier, "what is chosen for each use");
      }
      global.barrier = {};
      return;
    }
  }
}

// Takes over what a variable asks for, or says why not.
void take_request(Situation& now, const UseSettings& use, const char* variable, const settings::BarrierPattern& asked,
                  const settings::Settings& settings, const settings::DiagnosticSink& sink) {
  if (asked.gather[0] == '\0' || !now.user.empty()) {
    return;
  }
  const bool is_half = std::string_view(asked.gather) != asked.release;
  for (const char* name : {asked.gather, asked.release}) {
    if (const char* why = unfit_because(name, use.use, is_half); why != nullptr) {
      if (settings.global.warnings) {
        now.threads = now.default_threads = teams::usual_team_size();
        settings::complain(sink, variable, name, why, barriers::choose(use.use, now).pattern.gather);
      }
      return;
    }
  }
  now.user = {find(asked.gather)->name, find(asked.release)->name};
}

barriers::Shape shape_of(const settings::BranchBits& bits) {
  barriers::Shape shape;
  shape.fan_in = bits.gather == 0 ? 0 : 1U << std::min<std::uint32_t>(bits.gather, 16);
  shape.fan_out = bits.release == 0 ? shape.fan_in : 1U << std::min<std::uint32_t>(bits.release, 16);
  static_assert(kLargestFan == 1U << 16);
  return shape;
}

std::string_view best_measured(Use use, std::uint32_t threads, barriers::Placement placement) {
  const UseSettings& wanted = kUseSettings[static_cast<std::size_t>(use)];
  const std::string_view name =
      measured_profile().best({wanted.measured_as, threads, measured.policy, measured_as(placement)});
  return name.empty() || unfit_because(name, use, false) != nullptr ? std::string_view{} : find(name)->name;
}

// A profile knows three ways of waiting; what counts is how long threads spin, whichever variable said so.
settings::WaitPolicy policy_of(const settings::GlobalSettings& global) {
  if (!global.blocktime_set) {
    return settings::WaitPolicy::unset;
  }
  if (global.blocktime_ns == settings::kBlocktimeInfinite) {
    return settings::WaitPolicy::active;
  }
  return global.blocktime_ns == 0 ? settings::WaitPolicy::passive : settings::WaitPolicy::unset;
}

// The team that the first thread of the program forks, if no clause says otherwise.
affinity::LocatedTeam usual_team(std::uint32_t threads) {
  const teams::Conditions& conditions = teams::conditions;
  const affinity::Plan& plan = conditions.binding;
  affinity::LocatedTeam team;
  team.size = threads;
  if (plan.binds()) {
    const auto places = static_cast<std::uint16_t>(plan.places.size());
    const auto policy =
        affinity::policy_for(plan, settings::bind_at(conditions.initial_icvs, 0), settings::ProcBind::false_);
    team.binding = {policy, 0, {0, places}};
    team.list = plan.list;
    team.places = conditions.place_positions;
  }
  return team;
}

Situation situation_for(Use use, std::uint32_t threads) {
  Situation now = teams::conditions.barrier_situations[static_cast<std::size_t>(use)];
  now.threads = threads;
  now.default_threads = teams::usual_team_size();
  now.placement = usual_team(threads).placement();
  now.profile = best_measured(use, threads, now.placement);
  return now;
}

void copy_name(char (&out)[settings::kMaxAlgorithmName + 1], std::string_view name) {
  const std::size_t length = std::min(name.size(), settings::kMaxAlgorithmName);
  memcpy(out, name.data(), length);
  out[length] = '\0';
}

// What tree-like algorithms go by where nothing is set: TreeTrees and HyperTrees have a fan of 4.
void show_bits(settings::BranchBits& bits) {
  constexpr std::uint8_t kDefaultBits = 2;
  static_assert(1U << kDefaultBits == barriers::HyperTrees::kDefaultFan);
  static_assert(1U << kDefaultBits == barriers::TreeTrees::kDefaultFan);
  bits.gather = bits.gather == 0 ? kDefaultBits : bits.gather;
  bits.release = bits.release == 0 ? bits.gather : bits.release;
}

}  // namespace

void choose_barriers(settings::Settings& settings, std::uint32_t cpus, char* const* environment,
                     const settings::DiagnosticSink& sink) {
  later.is_due.store_relaxed(0);
  if (settings.global.profile.empty()) {
    later.settings = &settings;
    later.cpus = cpus;
    later.sink = sink;
    // B: release, pairs with A
    later.is_due.store_release(1);
  } else {
    settings::load_profile(measured.profile, settings, environment, cpus, "", sink);
  }
  measured.policy = policy_of(settings.global);
  teams::conditions.measured_barrier = &best_measured;
  teams::conditions.reduction_situation = reduction_situation_of(settings.global, cpus);
  forget_unknown_names(settings.global, sink);
  for (const UseSettings& use : kUseSettings) {
    settings::BarrierPattern& pattern = settings.global.*use.pattern;
    Situation now = situation_of(settings, cpus);
    // MUSTER_BARRIER knows all algorithms and names all uses, so it comes first where it is fit.
    take_request(now, use, "MUSTER_BARRIER", settings.global.barrier, settings, sink);
    take_request(now, use, use.variable, pattern, settings, sink);
    const auto index = static_cast<std::size_t>(use.use);
    teams::conditions.barrier_situations[index] = now;
    teams::conditions.barrier_shapes[index] = shape_of(settings.global.*use.bits);
  }
}

BarrierChoice choose_barrier(Use use, std::uint32_t threads) {
  const Situation now = situation_for(use, threads);
  return {threads, now.placement, barriers::choose(use, now)};
}

namespace {

settings::BarrierNote note_of(const UseSettings& use, const Situation& now, const barriers::Choice& choice) {
  settings::BarrierNote note{.use = use.name,
                             .gather = choice.pattern.gather,
                             .release = choice.pattern.release,
                             .decided_by = barriers::name_of(choice.decided_by),
                             .reason = choice.reason,
                             .placement = barriers::name_of(now.placement)};
  if (find(note.gather)->follows_positions || find(note.release)->follows_positions) {
    std::ranges::copy(usual_team(now.threads).groups_used(), note.groups);
  }
  return note;
}

}  // namespace

// What the default team goes by. For a team that takes turns, libomp's variables tell libomp's rule, as
// its users expect; the notes tell what is in use.
void show_choices(settings::Settings& settings, settings::BarrierNote (&notes)[barriers::kUses]) {
  for (const UseSettings& use : kUseSettings) {
    const auto index = static_cast<std::size_t>(use.use);
    const Situation now = situation_for(use.use, teams::usual_team_size());
    barriers::Choice choice = barriers::choose(use.use, now);
    notes[index] = note_of(use, now, choice);
    if (choice.decided_by == barriers::DecidedBy::observation && use.use != Use::plain) {
      choice.pattern.gather = choice.pattern.release = barriers::libomp_fork_join(now);
    }
    settings::BarrierPattern& pattern = settings.global.*use.pattern;
    copy_name(pattern.gather, choice.pattern.gather);
    copy_name(pattern.release, choice.pattern.release);
    show_bits(settings.global.*use.bits);
  }
}

}  // namespace muster::runtime
