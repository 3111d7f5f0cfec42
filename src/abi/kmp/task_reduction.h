// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task reductions for Clang. clang-19 describes an item as
// %struct.kmp_taskred_input_t = { ptr shared, ptr original, i64 bytes, ptr init, ptr fini, ptr comb, i32 flags }.
//
// A taskgroup's reductions (__kmpc_taskred_init): each thread that asks gets a copy, made by init(copy, original) or zeroed; the end of the
// group combines them, comb(shared, copy), and ends their lives, fini(copy).
// Where the size of an item is known at run time only (kSizedByTask), init and comb read it from a thread-local variable which each task that
// takes part sets first. So the group's own thread has to run such a task before it can combine, and runs its own at once until it has.
// reduction(task, ...) of a region or loop (__kmpc_taskred_modifier_init) is different: each thread has a private copy already, which the
// compiled code combines like any other reduction's; tasks use the copy of the thread that they run on.
#pragma once

#include "tasks/tasks.h"

namespace muster::abi::kmp {

// After the group's last task.
void finish_reductions(tasks::Taskgroup& group);

}  // namespace muster::abi::kmp
