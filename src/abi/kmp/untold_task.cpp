// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks of which the listener hears in sum alone: they start as they do where nobody listens.
#include "abi/kmp/task.h"

namespace muster::abi::kmp {
namespace {

// `Call` calls the routine, `deferred` is how a thread runs it that takes it out of a queue.
template <class Call>
struct UntoldTask {
  tasks::Task& task;
  std::uint32_t site;
  tasks::observed::RunTold deferred;
  const Call& call;

  static constexpr bool is_detachable() { return false; }
  static constexpr bool is_for_helper() { return false; }
  static constexpr bool may_be_dealt(const teams::Member& /*self*/) { return false; }
  static constexpr std::int32_t level() { return 0; }
  MUSTER_ALWAYS_INLINE tasks::Task& make(teams::Member& /*self*/) const {
    tasks::observed::defer_untold(task, site, deferred);
    return task;
  }
  MUSTER_ALWAYS_INLINE void run(teams::Member& self) const {
    tasks::run_block(self, task, call);
    tasks::complete(self, task);
  }
};

template <class Call>
MUSTER_ALWAYS_INLINE void start_with(teams::Member& self, tasks::Task& task, std::uint32_t site,
                                     tasks::observed::RunTold deferred, const Call& call) {
  tasks::start(self, UntoldTask<Call>{task, site, deferred, call}, true);
}

}  // namespace

bool start_untold(teams::Member& self, tasks::Task& task, KmpTask& own, tasks::observed::RunTold deferred,
                  std::uint64_t met) {
  const auto* function = reinterpret_cast<const void*>(own.routine);
  const std::uint32_t site = tasks::observed::site_of(function);
  if (site == 0) {
    return false;
  }
  const auto call = [&] { own.routine(self.thread_number_in_process, &own); };
  if (met != 0) [[unlikely]] {
    tasks::observed::TimesUntold times(function, site, met);
    start_with(self, task, site, deferred, [&] { times.run(call); });
  } else {
    start_with(self, task, site, deferred, call);
  }
  return true;
}

}  // namespace muster::abi::kmp
