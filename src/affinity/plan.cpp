// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "affinity/plan.h"

#include <algorithm>

#include "affinity/place_lists.h"
#include "affinity/subset.h"
#include "affinity/topology_places.h"

namespace muster::affinity {
namespace {

using settings::AffinityType;
using settings::Complaint;
using settings::PlacesKind;
using settings::ProcBind;
using settings::Settings;
using settings::Variable;
using topology::Level;

bool has_binding_type(const Settings& settings) {
  const AffinityType binding = settings.global.affinity_policy.type;
  return binding != AffinityType::unset && binding != AffinityType::none && binding != AffinityType::disabled;
}

bool is_bound(const Settings& settings) { return settings.icvs.bind[0] != ProcBind::false_; }

Level level_of(PlacesKind kind) {
  switch (kind) {
    case PlacesKind::threads: return Level::kThread;
    case PlacesKind::ll_caches: return Level::kLastLevelCache;
    case PlacesKind::numa_domains: return Level::kNumaNode;
    case PlacesKind::sockets: return Level::kPackage;
    default: return Level::kCore;
  }
}

class Planner {
 public:
  Planner(const Settings& settings, const topology::Machine& machine, const PlanMemory& memory,
          const settings::DiagnosticSink& sink)
      : settings_(settings),
        global_(settings.global),
        memory_(memory),
        sink_(sink),
        machine_(machine),
        order_(memory.order.first(machine.cpu_count())),
        places_(memory.places) {}

  Plan make() {
    sort_by_topology(machine_, order_);
    choose_usable();
    plan_.verbose = global_.affinity_policy.verbose;
    plan_.reset = global_.affinity_policy.reset;
    if (has_binding_type(settings_)) {
      follow_type();
    } else if (global_.places.kind != PlacesKind::unset) {
      follow_places();
    } else if (!global_.cpu_affinity.empty()) {
      follow_cpu_list();
    } else if (is_bound(settings_)) {
      add_groups(usable(), Level::kCore, memory_.scratch, places_);
      plan_.usual = Policy::close;
    }
    finish();
    return plan_;
  }

 private:
  Usable usable() const { return {machine_, order_, plan_.usable}; }

  void complain(Variable variable, std::string_view why, std::string_view used, Complaint kind = Complaint::refused) {
    const bool is_silenced = variable == Variable::affinity_policy && !global_.affinity_policy.warnings;
    if (global_.warnings && !is_silenced) {
      const settings::Origin& origin = settings_.origin(variable);
      settings::complain(sink_, origin.name, origin.value.view(), why, used, kind);
    }
  }

  void choose_usable() {
    for (std::uint32_t cpu = 0; cpu < machine_.cpu_count(); ++cpu) {
      plan_.usable.add(machine_.os_cpu(cpu));
    }
    if (global_.hw_subset.text.empty()) {
      return;
    }
    if (!knows_caches(machine_, global_.hw_subset)) {
      complain(Variable::hw_subset, "which names caches that this machine does not show", "all CPUs");
      return;
    }
    const Selection selection = select(machine_, order_, global_.hw_subset);
    if (is_empty(selection.cpus)) {
      complain(Variable::hw_subset, "which asks for what this process may not use", "all CPUs");
      return;
    }
    plan_.usable = selection.cpus;
    is_narrowed_ = true;
    if (selection.ignores_kinds) {
      complain(Variable::hw_subset, "which asks for a kind of core where all are alike", "any cores",
               Complaint::adjusted);
    } else if (selection.is_short) {
      complain(Variable::hw_subset, "which asks for more than this process may use", "what there is of it",
               Complaint::adjusted);
    }
  }

  void follow_type() {
    const settings::AffinityPolicy& affinity = global_.affinity_policy;
    variable_ = Variable::affinity_policy;
    plan_.usual = Policy::by_number;
    plan_.list.offset = static_cast<std::uint32_t>(affinity.offset);
    if (affinity.type == AffinityType::explicit_list) {
      list_processors(affinity.processors.view(), places_);
      // A list of CPUs means just these, unless a granularity is given too.
      if (affinity.granularity_given && affinity.granularity != Level::kThread) {
        places_.transform([&](const CpuSet& place) { return widened(place, affinity.granularity); });
      }
    } else if (affinity.type == AffinityType::balanced) {
      plan_.usual = Policy::balanced;
      plan_.list.offset = 0;
      // Where cores have different numbers of threads, it cannot be told which of these are free.
      const std::uint32_t each = threads_per_core(usable());
      const bool by_thread = affinity.granularity == Level::kThread && each > 1;
      plan_.list.threads_per_core = by_thread ? each : 1;
      add_groups(usable(), by_thread ? Level::kThread : Level::kCore, memory_.scratch, places_);
    } else {
      add_in_type_order(usable(), affinity, memory_.scratch, places_);
    }
  }

  CpuSet widened(const CpuSet& place, Level level) const {
    CpuSet result = place;
    for (const std::uint16_t cpu : order_) {
      if (place.contains(machine_.os_cpu(cpu))) {
        result = united(result, group_of(usable(), cpu, level));
      }
    }
    return result;
  }

  void follow_places() {
    const settings::Places& asked = global_.places;
    variable_ = Variable::places;
    plan_.usual = is_bound(settings_) ? Policy::close : Policy::none;
    if (asked.kind == PlacesKind::list) {
      list_places(asked.text.view(), places_);
      return;
    }
    add_groups(usable(), level_of(asked.kind), memory_.scratch, places_);
    const auto wanted = static_cast<std::size_t>(asked.count);
    if (wanted > places_.places().size()) {
      complain(Variable::places, "which is more than there are", "those there are", Complaint::adjusted);
    }
    places_.cut_to(wanted != 0 ? wanted : places_.places().size());
  }

  void follow_cpu_list() {
    variable_ = Variable::cpu_affinity;
    plan_.usual = is_bound(settings_) ? Policy::in_turn : Policy::none;
    list_cpus(global_.cpu_affinity.view(), places_);
  }

  void finish() {
    places_.keep_available(plan_.usable);
    if (places_.places().empty()) {
      if (plan_.usual != Policy::none) {
        complain(variable_, "which names no CPU that this process may use", "no binding");
      }
      plan_.usual = Policy::none;
    } else if (places_.has_lost()) {
      complain(variable_, "which names CPUs that this process may not use", "the others", Complaint::adjusted);
    } else if (places_.is_cut()) {
      complain(variable_, "which has more places than this runtime keeps", "the first of them", Complaint::adjusted);
    }
    if (is_narrowed_ && places_.places().empty()) {
      places_.add(plan_.usable);
      plan_.usual = Policy::primary;
      plan_.confines = true;
    }
    plan_.places = places_.places();
    plan_.list.places = static_cast<std::uint32_t>(plan_.places.size());
  }

  const Settings& settings_;
  const settings::GlobalSettings& global_;
  const PlanMemory& memory_;
  const settings::DiagnosticSink& sink_;
  const topology::Machine& machine_;
  std::span<std::uint16_t> order_;
  PlaceBuffer places_;
  Plan plan_;
  // The variable that messages about the places name.
  Variable variable_ = Variable::proc_bind;
  bool is_narrowed_ = false;
};

}  // namespace

bool wants_places(const Settings& settings) {
  const settings::GlobalSettings& global = settings.global;
  return is_bound(settings) || global.places.kind != PlacesKind::unset || !global.cpu_affinity.empty() ||
         !global.hw_subset.text.empty();
}

bool wants_core_details(const Settings& settings) {
  const settings::HwSubset& subset = settings.global.hw_subset;
  return std::any_of(subset.parts, subset.parts + subset.part_count,
                     [](const settings::HwSubset::Part& part) { return part.cache != 0 || part.has_attribute(); });
}

Plan make_plan(const Settings& settings, const topology::Machine& machine, const PlanMemory& memory,
               const settings::DiagnosticSink& sink) {
  return Planner(settings, machine, memory, sink).make();
}

Policy policy_for(const Plan& plan, ProcBind icv, ProcBind clause) {
  if (plan.confines || !plan.binds()) {
    return plan.usual;
  }
  switch (clause != ProcBind::false_ ? clause : icv) {
    case ProcBind::primary: return Policy::primary;
    case ProcBind::close: return Policy::close;
    case ProcBind::spread: return Policy::spread;
    default: return plan.usual;
  }
}

}  // namespace muster::affinity
