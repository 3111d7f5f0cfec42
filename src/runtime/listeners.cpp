// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/listeners.h"

#include "first_touch/first_touch.h"
#include "ledger/ledger.h"
#include "misuse/misuse.h"

namespace muster::runtime {
namespace {

std::uint32_t positive(std::int64_t value) { return value > 0 ? static_cast<std::uint32_t>(value) : 0; }

void start_ledger(const settings::Settings& settings, const settings::DefaultTeamNote& default_team,
                  const settings::LineSink& sink) {
  const settings::GlobalSettings& global = settings.global;
  const settings::Icvs& icvs = settings.icvs;
  const std::int32_t wanted = icvs.num_threads_count > 0 ? icvs.num_threads[0] : default_team.num_threads;
  ledger::Surroundings surroundings;
  surroundings.path = global.ledger.chars;
  surroundings.cpus = positive(default_team.affinity_mask_cpus);
  surroundings.quota_cpus = positive(default_team.cgroup_quota_cpus);
  surroundings.default_team = positive(wanted);
  surroundings.max_active_levels = positive(icvs.max_active_levels);
  surroundings.blocktime_ns = static_cast<std::uint64_t>(global.blocktime_ns);
  surroundings.bound = settings::bind_at(icvs, 0) != settings::ProcBind::false_;
  surroundings.wait_active = global.wait_policy == settings::WaitPolicy::active;
  surroundings.wait_passive = global.wait_policy == settings::WaitPolicy::passive;
  surroundings.dynamic = icvs.dynamic;
  if (const char* wrong = ledger::start(surroundings); wrong != nullptr && global.warnings) {
    settings::complain(sink, "MUSTER_LEDGER", global.ledger.view(), wrong, "no ledger");
  }
}

}  // namespace

void start_listeners(const settings::Settings& settings, const settings::DefaultTeamNote& (*default_team)(),
                     const settings::LineSink& sink) {
  if (!settings.global.ledger.empty() && !ledger::has_started()) {
    start_ledger(settings, default_team(), sink);
  }
  if (settings.global.memory == settings::MemoryReport::report) {
    first_touch::start();
  }
  if (settings.global.check) {
    misuse::start(settings.global.check_file.chars);
  }
}

}  // namespace muster::runtime
