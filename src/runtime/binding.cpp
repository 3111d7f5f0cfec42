// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/binding.h"

#include <new>

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
  topology::MachineCpu cpus[kMaxCpus];
  std::uint16_t order[kMaxCpus];
  std::uint64_t scratch[kMaxCpus];
};
constinit Memory* memory = nullptr;

// norespect: all CPUs, not only those of the mask.
CpuSet candidates(const settings::GlobalSettings& global) {
  CpuSet cpus;
  if (!global.affinity_policy.respects_mask && topology::read_online_cpus("", cpus)) {
    return cpus;
  }
  return topology::affinity_mask();
}

affinity::Plan plan_for(const settings::Settings& settings, const settings::DiagnosticSink& sink) {
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
  return affinity::make_plan(settings, machine, {memory->places, memory->order, memory->scratch}, sink);
}

}  // namespace

std::uint32_t prepare_binding(settings::Settings& settings, const settings::DiagnosticSink& sink) {
  teams::Environment& environment = teams::environment;
  environment.binding = {};
  environment.teams_bind = settings.global.teams_bind;
  threads::pool_settings().first_cpus = nullptr;
  std::uint32_t usable = topology::affinity_cpus();
  if (affinity::wants_places(settings)) {
    environment.binding = plan_for(settings, sink);
    usable = environment.binding.usable.count();
  }
  const affinity::Plan& plan = environment.binding;
  if (plan.binds()) {
    threads::pool_settings().first_cpus = &plan.usable;
  }
  if (!plan.binds() || plan.confines) {
    settings.icvs.bind[0] = ProcBind::false_;
    settings.icvs.bind_count = 1;
  }
  environment.watches_begin = plan.binds() || settings.global.display_affinity;
  return usable;
}

std::uint32_t cpus_of_threads(std::uint32_t usable) {
  const affinity::Plan& plan = teams::environment.binding;
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

void forget_binding() {
  teams::environment.binding = {};
  platform::free_pages(memory, sizeof(Memory));
  memory = nullptr;
}

}  // namespace muster::runtime
