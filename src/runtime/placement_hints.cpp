// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/placement_hints.h"

#include "platform/node_pages.h"
#include "runtime/runtime.h"
#include "teams/teams.h"
#include "topology/topology.h"

namespace muster::runtime {
namespace {

struct Memory {
  topology::MachineCpu cpus[topology::kMaxCpus];
  std::uint64_t of_core[topology::kMaxCpus];
};

}  // namespace

affinity::Hints placement_hints() {
  auto* memory = static_cast<Memory*>(platform::map_apart(sizeof(Memory)));
  if (memory == nullptr) {
    return {};
  }
  const settings::Icvs& icvs = settings_at_start().icvs;
  const std::int32_t wanted = settings::num_threads_at(icvs, 0);
  const auto team = static_cast<std::uint32_t>(wanted > 0 ? wanted : default_team_at_start().num_threads);
  const affinity::Plan& plan = teams::conditions.binding;
  const affinity::Policy policy = affinity::policy_for(plan, settings::bind_at(icvs, 0), settings::ProcBind::false_);
  const topology::CpuSet& cpus = plan.binds() ? plan.usable : topology::affinity_mask();
  const affinity::Hints hints =
      affinity::hints_of(plan, policy, team, topology::read_machine("", cpus, memory->cpus), memory->of_core);
  platform::unmap_apart(memory, sizeof(Memory));
  return hints;
}

}  // namespace muster::runtime
