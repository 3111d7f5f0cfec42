// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks of which the listener hears in sum alone: they start as they do where nobody listens.
#include "abi/gomp/task.h"

namespace muster::abi::gomp {
namespace {

// An untold task that is deferred.
void run_outlined_untold(tasks::Worker& worker, tasks::Task& task) {
  const tasks::observed::RunsUntold runs(task, __builtin_frame_address(0));
  run_outlined(worker, task);
}

// `Block` calls the function.
template <class Block>
struct UntoldTask {
  const TaskCall& call;
  std::uint32_t site;
  const Block& block;

  static constexpr bool is_detachable() { return false; }
  static constexpr bool is_for_helper() { return false; }
  static constexpr bool may_be_dealt(const teams::Member& /*self*/) { return false; }
  static constexpr std::int32_t level() { return 0; }
  MUSTER_ALWAYS_INLINE tasks::Task& make(teams::Member& self) const {
    tasks::Task& task = make_task(self, call, 0);
    tasks::observed::defer_untold(task, site, &run_outlined_untold);
    return task;
  }
  MUSTER_ALWAYS_INLINE void run(teams::Member& self) const { tasks::run_on_makers_data(self, 0, block); }
};

// As GOMP_task() starts it where nobody listens.
template <class Block>
MUSTER_ALWAYS_INLINE void start_as_unheard(teams::Member& self, const TaskCall& call, bool if_clause,
                                           std::uint32_t site, const Block& block) {
  if (!tasks::try_to_run_in_place(self, if_clause, block)) {
    tasks::start(self, UntoldTask<Block>{call, site, block}, if_clause);
  }
}

MUSTER_OUT_OF_LINE void start_timed(teams::Member& self, const TaskCall& call, bool if_clause, std::uint32_t site,
                                    std::uint64_t met) {
  tasks::observed::TimesUntold times(reinterpret_cast<const void*>(call.function), site, met);
  start_as_unheard(self, call, if_clause, site, [&] { times.run([&] { call.function(call.data); }); });
}

}  // namespace

bool start_untold(Outlined function, void* data, std::size_t size, std::size_t alignment, bool if_clause,
                  std::uint64_t met) {
  const std::uint32_t site = tasks::observed::site_of(reinterpret_cast<const void*>(function));
  if (site == 0) {
    return false;
  }
  teams::Member& self = runtime::current();
  const TaskCall call{function, data, nullptr, size, alignment};
  if (met != 0) [[unlikely]] {
    start_timed(self, call, if_clause, site, met);
  } else {
    start_as_unheard(self, call, if_clause, site, [=] { function(data); });
  }
  return true;
}

}  // namespace muster::abi::gomp
