// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which function hears of which event. What is not named here orders nothing: worksharing without its barrier, masked, single.
#include "platform/unchecked.h"
#include "races/fibers.h"
#include "races/handlers.h"
#include "races/races.h"

namespace muster::races {
namespace {

constexpr events::Listener make_listener() {
  events::Listener listener;
  listener.thread_end = &on_thread_end;
  listener.parallel_begin = &on_parallel_begin;
  listener.parallel_end = &on_parallel_end;
  listener.target_begin = &on_target_begin;
  listener.target_end = &on_target_end;
  listener.implicit_task_begin = &on_implicit_task_begin;
  listener.implicit_task_end = &on_implicit_task_end;
  listener.task_create = &on_task_create;
  listener.task_schedule = &on_task_schedule;
  listener.dependences = &on_dependences;
  listener.sync_begin = &on_sync_begin;
  listener.sync_wait_end = &on_sync_wait_end;
  listener.sync_end = &on_sync_end;
  listener.reduction_begin = &on_reduction_begin;
  listener.reduction_end = &on_reduction_end;
  listener.mutex_acquired = &on_mutex_acquired;
  listener.mutex_release = &on_mutex_release;
  listener.flush = &on_flush;
  listener.cancel = &on_cancel;
  listener.fresh_memory = &on_fresh_memory;
  listener.happens_before = &on_happens_before;
  listener.happens_after = &on_happens_after;
  listener.thread_seen = &see_thread;
  return listener;
}

constexpr events::Listener kListener = make_listener();

}  // namespace

bool start(bool with_fibers, bool with_warnings) {
  // The checker sees what such a runtime does itself, and would see less of it by being told to look away.
  if (MUSTER_THREAD_SANITIZED) {
    return false;
  }
  const Annotations found = find_annotations();
  if (!found.complete() || archer_is_loaded()) {
    return false;
  }
  tsan = found;
  warnings = with_warnings;
  if (with_fibers) {
    start_fibers();
  }
  platform::unchecked = {[] { tsan.look_away(nullptr, 0); }, [] { tsan.look_again(nullptr, 0); }};
  events::attach(events::Who::races, kListener);
  return true;
}

void finish() { end_fibers(); }

}  // namespace muster::races
