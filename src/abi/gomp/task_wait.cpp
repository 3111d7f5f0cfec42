// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskwait, taskyield and taskgroup for GCC.
#include "abi/exports/export.h"
#include "abi/gomp/depend.h"
#include "runtime/runtime.h"

namespace muster::abi::gomp {

namespace {

MUSTER_OUT_OF_LINE void taskwait_told() {
  tasks::observed::await_children(*teams::current_member, events::resolve({}));
}
MUSTER_OUT_OF_LINE void end_group_told() {
  const events::Caller caller = events::resolve({});
  teams::Member& self = runtime::current();
  tasks::release_group(self, tasks::observed::end_group(self, caller));
}

}  // namespace

MUSTER_GOMP(GOMP_2_0, void, GOMP_taskwait, ()) {
  if (!runtime::has_entered()) [[unlikely]] {
    return runtime::after_entering<GOMP_taskwait>();
  }
  if (events::listening) [[unlikely]] {
    return taskwait_told();
  }
  tasks::await_children(*teams::current_member);
}
MUSTER_GOMP(GOMP_5_0, void, GOMP_taskwait_depend, (void** depend)) {
  teams::Member& self = runtime::current();
  const tasks::DependenceList list = depend_list(self, depend);
  if (events::listening) [[unlikely]] {
    tasks::observed::await_dependences(self, list, MUSTER_CALLER());
    tasks::give_kept_turn_up(self);
    return;
  }
  tasks::await_dependences(self, list);
}
// An empty task with these dependences.
MUSTER_GOMP(GOMP_5_1_1, void, GOMP_taskwait_depend_nowait, (void** depend)) {
  teams::Member& self = runtime::current();
  tasks::start_empty(self, depend_list(self, depend), MUSTER_CALLER());
}
MUSTER_GOMP(GOMP_3_0, void, GOMP_taskyield, ()) { tasks::yield(runtime::current(), MUSTER_CALLER()); }

MUSTER_GOMP(GOMP_4_0, void, GOMP_taskgroup_start, ()) { tasks::begin_group(runtime::current(), MUSTER_CALLER()); }
MUSTER_GOMP(GOMP_4_0, void, GOMP_taskgroup_end, ()) {
  if (events::listening) [[unlikely]] {
    return end_group_told();
  }
  teams::Member& self = runtime::current();
  tasks::release_group(self, tasks::end_group(self));
}

}  // namespace muster::abi::gomp
