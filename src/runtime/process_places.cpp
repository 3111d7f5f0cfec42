// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/process_places.h"

#include <algorithm>
#include <new>
#include <span>

#include "platform/pages.h"
#include "teams/teams.h"
#include "topology/topology.h"

namespace muster::runtime {
namespace {

using settings::ProcBind;
using topology::CpuSet;
using topology::kMaxCpus;

// As many places as CPUs. Pages that no place reaches cost address space only.
struct Memory {
  CpuSet places[kMaxCpus];
  barriers::Position positions[kMaxCpus];
  std::uint16_t nodes[kMaxCpus];
  topology::MachineCpu cpus[kMaxCpus];
  std::uint16_t order[kMaxCpus];
  std::uint16_t users[kMaxCpus];
  std::uint64_t scratch[kMaxCpus];
  std::uint32_t node_count;
};
constinit Memory* memory = nullptr;
constinit Memory* memory_of_helpers = nullptr;

// norespect: all CPUs, not only those of the mask.
CpuSet candidates(const settings::GlobalSettings& global) {
  CpuSet cpus;
  if (!global.affinity_policy.respects_mask && topology::read_online_cpus("", cpus)) {
    return cpus;
  }
  return topology::affinity_mask();
}

affinity::Plan plan_for(const settings::Settings& settings, Memory*& memory, const settings::DiagnosticSink& sink) {
  if (memory == nullptr) {
    memory = static_cast<Memory*>(platform::allocate_pages(sizeof(Memory)));
  }
  if (memory == nullptr) {
    if (settings.global.warnings) {
      settings::complain(sink, "OMP_PLACES", settings.global.places.text.view(), "for which there is no memory",
                         "no binding");
    }
    affinity::Plan none;
    none.usable = topology::affinity_mask();
    return none;
  }
  const topology::Machine machine = topology::read_machine("", candidates(settings.global), memory->cpus);
  if (affinity::wants_core_details(settings)) {
    topology::read_core_details("", std::span(memory->cpus, machine.cpu_count()));
  }
  const affinity::Plan plan =
      affinity::make_plan(settings, machine, {memory->places, memory->order, memory->scratch}, sink);
  if (plan.binds()) {
    affinity::locate(plan.places, machine, memory->positions);
    memory->node_count = affinity::locate_nodes(plan.places, machine, memory->nodes);
  }
  return plan;
}

}  // namespace

std::uint32_t prepare_binding(settings::Settings& settings, const settings::DiagnosticSink& sink) {
  teams::Conditions& conditions = teams::conditions;
  conditions.binding = {};
  conditions.place_positions = {};
  conditions.place_nodes = {};
  conditions.nodes = 1;
  conditions.teams_bind = settings.global.teams_bind;
  threads::pool_settings().first_cpus = nullptr;
  std::uint32_t usable = topology::affinity_cpus();
  if (affinity::wants_places(settings)) {
    conditions.binding = plan_for(settings, memory, sink);
    usable = conditions.binding.usable.count();
    if (conditions.binding.binds()) {
      const std::size_t places = conditions.binding.places.size();
      conditions.place_positions = std::span(memory->positions, places);
      if (memory->node_count > 1) {
        conditions.place_nodes = std::span(memory->nodes, places);
        conditions.nodes = memory->node_count;
      }
    }
  }
  const affinity::Plan& plan = conditions.binding;
  if (plan.binds()) {
    threads::pool_settings().first_cpus = &plan.usable;
  }
  if (!plan.binds() || plan.confines) {
    settings.icvs.bind[0] = ProcBind::false_;
    settings.icvs.bind_count = 1;
  }
  conditions.watches_begin = plan.binds() || settings.global.display_affinity;
  return usable;
}

std::uint32_t cpus_of_threads(std::uint32_t usable) {
  const affinity::Plan& plan = teams::conditions.binding;
  if (!plan.binds()) {
    return usable;
  }
  CpuSet all;
  for (const CpuSet& place : plan.places) {
    for (std::size_t word = 0; word < all.words.size(); ++word) {
      all.words[word] |= place.words[word];
    }
  }
  return all.count();
}

namespace {

// As if KMP_AFFINITY had the value, and nothing else were set but what the process may use.
affinity::Plan plan_of_helpers(const settings::Settings& settings, const settings::DiagnosticSink& sink) {
  settings::Settings own = settings;
  own.global.affinity_policy = settings.global.helper_affinity;
  // What libomp's documentation calls KMP_AFFINITY's alone.
  own.global.affinity_policy.respects_mask = settings.global.affinity_policy.respects_mask;
  own.global.affinity_policy.reset = false;
  own.origins[settings::index_of(settings::Variable::affinity_policy)] =
      settings.origin(settings::Variable::helper_affinity);
  own.icvs.bind[0] = ProcBind::true_;
  return plan_for(own, memory_of_helpers, sink);
}

}  // namespace

void choose_helpers(const settings::Settings& settings, std::uint32_t cpus, const settings::DiagnosticSink& sink) {
  const settings::GlobalSettings& global = settings.global;
  const bool is_set = !settings.is_default(settings::Variable::helpers);
  const bool wanted = global.use_helpers && (!is_set || global.helpers != 0);
  // libomp has 8, one of which takes no tasks, or one more than asked for.
  constexpr std::uint32_t kUsual = 7;
  const std::uint32_t most = is_set ? static_cast<std::uint32_t>(global.helpers) : kUsual;
  // Here they compute, where others wait for a device: more of them than CPUs get nothing done sooner.
  const std::uint32_t useful = is_set ? most : std::min(most, cpus);
  threads::helper_numbers = wanted ? most + 1 : 0;
  teams::set_helpers({wanted ? useful : 0, is_set});
  const settings::AffinityPolicy& affinity = global.helper_affinity;
  const bool binds = affinity.type != settings::AffinityType::unset && affinity.type != settings::AffinityType::none &&
                     affinity.type != settings::AffinityType::disabled;
  teams::conditions.helper_binding = wanted && binds ? plan_of_helpers(settings, sink) : affinity::Plan{};
}

PlaceArrays place_arrays() {
  const std::size_t places = teams::conditions.binding.places.size();
  return {{std::span(memory->places, places), std::span(memory->positions, places), std::span(memory->nodes, places)},
          std::span(memory->order, places),
          std::span(memory->users, places)};
}

void forget_binding() {
  teams::conditions.binding = {};
  teams::conditions.place_positions = {};
  teams::conditions.place_nodes = {};
  teams::conditions.helper_binding = {};
  platform::free_pages(memory, sizeof(Memory));
  platform::free_pages(memory_of_helpers, sizeof(Memory));
  memory = memory_of_helpers = nullptr;
}

}  // namespace muster::runtime
