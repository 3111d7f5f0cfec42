// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an explicit task brings to the thread that runs it: a place in the tree of tasks, and ICVs of its own (OpenMP 5.2, 2.3
// and 12.5). Also for the initial task of a league's team, which has ICVs of its own and nothing else.
#pragma once

#include "tasks/tasks.h"
#include "teams/member.h"

namespace muster::teams {

// The generating task's ICVs while another task runs in its place. A task reads the generating task's until it changes one;
// then writable_icvs() gives it the member's own copy, whose content is kept here if the generating task had used it.
class IcvScope {
 public:
  void enter(const Member& member) {
    outer_ = member.icvs;
    if (outer_ == &member.own_icvs) {
      saved_ = member.own_icvs;
    }
  }
  void leave(Member& member) const {
    member.icvs = outer_;
    if (outer_ == &member.own_icvs) {
      member.own_icvs = saved_;
    }
  }

 private:
  const settings::Icvs* outer_ = nullptr;
  settings::Icvs saved_;
};

struct ExplicitTask {
  tasks::Task task;
  IcvScope icvs;
};

inline void begin_task(Member& self, ExplicitTask& explicit_task, bool is_final) {
  explicit_task.icvs.enter(self);
  tasks::begin(self.tasks, explicit_task.task, is_final);
}
inline void end_task(Member& self, const ExplicitTask& explicit_task) {
  tasks::end(self.tasks, explicit_task.task);
  explicit_task.icvs.leave(self);
}

// A detached task of the calling thread is made ready for its event.
inline void prepare(Member& self, tasks::DetachedTask& detached) {
  tasks::prepare(detached, self.thread->presence.parker);
}

}  // namespace muster::teams
