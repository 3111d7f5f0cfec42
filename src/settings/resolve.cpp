// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precedence between different variables. Names of one setting are not the subject: table.def orders them.
#include "settings/resolve.h"

namespace muster::settings {

namespace {

void imply(Settings& settings, Variable implied, Variable by) {
  settings.origins[index_of(implied)] = {settings.origin(by).name, {}};
}

// OpenMP 5.2, 21.1.4, 21.1.5 and table 2.2: OMP_MAX_ACTIVE_LEVELS, else OMP_NESTED, else a list of several levels.
void resolve_nesting(Settings& settings) {
  Icvs& icvs = settings.icvs;
  if (!settings.is_default(Variable::max_active_levels)) return;
  if (settings.global.nested != Nested::unset) {
    icvs.max_active_levels = settings.global.nested == Nested::on ? kSupportedActiveLevels : 1;
    imply(settings, Variable::max_active_levels, Variable::nested);
  } else if (icvs.num_threads_count > 1 || icvs.bind_count > 1) {
    icvs.max_active_levels = kSupportedActiveLevels;
    imply(settings, Variable::max_active_levels,
          icvs.num_threads_count > 1 ? Variable::num_threads : Variable::proc_bind);
  }
}

bool binds(AffinityType binding) {
  return binding != AffinityType::unset && binding != AffinityType::none && binding != AffinityType::disabled;
}

void set_bind(Settings& settings, ProcBind bind, Variable by) {
  settings.icvs.bind[0] = bind;
  settings.icvs.bind_count = 1;
  imply(settings, Variable::proc_bind, by);
}

// A type of KMP_AFFINITY wins over OMP_PROC_BIND, as documented for libomp. A list of places means that threads are bound to them,
// unless OMP_PROC_BIND says otherwise; libgomp and libomp agree.
void resolve_binding(Settings& settings) {
  const GlobalSettings& global = settings.global;
  if (global.affinity_policy.type != AffinityType::unset) {
    set_bind(settings, binds(global.affinity_policy.type) ? ProcBind::true_ : ProcBind::false_,
             Variable::affinity_policy);
    return;
  }
  if (!settings.is_default(Variable::proc_bind)) return;
  const bool places = global.places.kind != PlacesKind::unset;
  if (!places && global.cpu_affinity.empty()) return;
  set_bind(settings, ProcBind::true_, places ? Variable::places : Variable::cpu_affinity);
}

std::int64_t spin_time_ns(std::uint64_t spins) {
  std::int64_t time_ns = 0;
  return __builtin_mul_overflow(spins, kNanosecondsPerSpin, &time_ns) ? kBlocktimeInfinite : time_ns;
}

// KMP_BLOCKTIME, else GOMP_SPINCOUNT, else the policy. KMP_LIBRARY=turnaround wins over OMP_WAIT_POLICY, as in libomp.
void resolve_waiting(Settings& settings) {
  GlobalSettings& global = settings.global;
  if (global.library == Library::turnaround) {
    global.wait_policy = WaitPolicy::active;
    imply(settings, Variable::wait_policy, Variable::library);
  }
  global.blocktime_set = true;
  if (!settings.is_default(Variable::blocktime)) return;
  if (!settings.is_default(Variable::spin_count)) {
    global.blocktime_ns = spin_time_ns(global.spin_count);
    imply(settings, Variable::blocktime, Variable::spin_count);
  } else if (global.wait_policy != WaitPolicy::unset) {
    global.blocktime_ns = global.wait_policy == WaitPolicy::active ? kBlocktimeInfinite : 0;
    imply(settings, Variable::blocktime, Variable::wait_policy);
  } else {
    global.blocktime_set = false;
  }
}

// libomp's serial library runs all regions with one thread, whatever num_threads clauses say.
void resolve_serial(Settings& settings) {
  if (settings.global.library != Library::serial) return;
  settings.icvs.thread_limit = 1;
  imply(settings, Variable::thread_limit, Variable::library);
}

// OpenMP 5.2, 2.2: offload is mandatory, and there is nothing to offload to.
void resolve_device(Settings& settings) {
  if (settings.global.target_offload != TargetOffload::mandatory) return;
  if (!settings.is_default(Variable::default_device)) return;
  settings.icvs.default_device = kInvalidDevice;
  imply(settings, Variable::default_device, Variable::target_offload);
}

}  // namespace

void resolve(Settings& settings) {
  resolve_nesting(settings);
  resolve_binding(settings);
  resolve_waiting(settings);
  resolve_serial(settings);
  resolve_device(settings);
}

}  // namespace muster::settings
