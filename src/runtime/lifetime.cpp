// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork(), the end of threads, exit and unload.
//
//   fork      the child has only the thread that forked: the pool forgets its workers, the thread's idle teams go, and its
//             next region makes new ones.
//   thread    a root that ends gives its workers to the pool, and the main thread's end with it (thread_end.h).
//   exit      nothing is stopped: other threads may be inside regions, and the system ends them all the same. Helpers run what they
//             have been given by the initial task that ends.
//   dlclose   the code is about to go, so all workers end first, and all memory is given back. We are not unloaded once a thread other
//             than the main one has been a root.
#include "runtime/lifetime.h"

#include <cxxabi.h>
#include <stdio.h>
#include <unistd.h>

#include "first_touch/first_touch.h"
#include "ledger/ledger.h"
#include "misuse/misuse.h"
#include "ompt/tool.h"
#include "platform/pages.h"
#include "platform/standard_error.h"
#include "races/races.h"
#include "runtime/finding_lock.h"
#include "runtime/neighbours.h"
#include "runtime/placement_hints.h"
#include "runtime/process_places.h"
#include "runtime/runtime.h"
#include "runtime/thread_end.h"
#include "runtime/wait_report.h"

namespace muster::runtime {

// What pthread_atfork calls, which the C library links into each user of it: at the end of the code, for which every process would keep
// a page (both are in the Linux Standard Base).
int at_fork(void (*before)(), void (*in_parent)(), void (*in_child)(), void* object) __asm__("__register_atfork");
extern char this_object __asm__("__dso_handle") __attribute__((visibility("hidden")));

namespace {

constinit bool exiting = false;
constinit platform::Native::Atomic<std::uint32_t> watches_exit{0};
// Stands for an object that is never unloaded, so that its handler runs at exit and not at dlclose.
constinit char until_exit = 0;
// The main thread ends with the process, leaves its memory to on_unload, or ends before by pthread_exit.
constinit teams::Member* main_root = nullptr;
// In a forked child the only thread has the process's number, but it may be a copy of one that ends while others go on.
constinit bool main_thread_has_gone = false;
constinit bool main_thread_forks = false;

// The main thread, where it has started the runtime; 0: another thread has.
constinit pthread_t starter = 0;

bool is_main_thread() {
  return !main_thread_has_gone && (starter != 0 ? pthread_equal(starter, pthread_self()) != 0 : getpid() == gettid());
}

// Those who listen are told of the ends of what there is: the workers of the thread that ends the program, and its initial task. Other
// threads may be anywhere, and what they do is told no more.
void end_listening(teams::Member* self) {
  if (!events::listening) {
    return;
  }
  // No worker ends behind the back of those who listen.
  threads::stop_reaper();
  if (self == nullptr) {
    threads::end_idle_workers();
  } else if (self->team->header.parent == nullptr && self->team->resting == nullptr) {
    teams::end_workers_of(*self);
    teams::observed::end_root(*self->thread);
  }
  ompt::finish();
  // Objects of the program that outlive this may still use OpenMP, which nobody hears any more.
  events::detach(events::Who::races);
  races::finish();
  events::detach(events::Who::ledger);
  events::detach(events::Who::misuse);
}

// The end of the program is that of its initial task, unless somebody ends it from inside of a region.
void on_exit(void* /*argument*/) {
  exiting = true;
  teams::Member* self = teams::current_member;
  if (self != nullptr && self->team->header.parent == nullptr && self->team->resting == nullptr) {
    teams::finish_target_tasks(*self);
  }
  // While others may still wait for it; a thread that ended and was never waited for counts as leaked.
  threads::stop_reaper();
  end_listening(self);
  if (threads::pool_settings().wait_steps != 0) {
    report_waiting(&platform::write_standard_error);
  }
  ledger::finish();
  misuse::finish();
  if (first_touch::is_on()) {
    first_touch::finish(placement_hints(), neighbours_sentence());
  }
}

void before_fork() {
  lock_finding_for_fork();
  teams::lock_helpers_for_fork();
  teams::lock_lending_for_fork();
  threads::lock_for_fork();
  lock_thread_end_for_fork();
  races::lock_for_fork();
  main_thread_forks = is_main_thread();
}
void in_parent() {
  races::unlock_after_fork();
  unlock_thread_end_after_fork();
  threads::unlock_after_fork();
  teams::unlock_lending_after_fork();
  teams::unlock_helpers_after_fork();
  unlock_finding_after_fork();
}
void in_child() {
  platform::Native::register_process();
  ledger::forget_after_fork();
  misuse::forget_after_fork();
  first_touch::forget_after_fork();
  main_thread_has_gone = !main_thread_forks;
  races::unlock_after_fork();
  unlock_thread_end_after_fork();
  unlock_finding_after_fork();
  // What follows gives memory back.
  platform::unlock_pages();
  teams::reset_helpers_after_fork();
  teams::reset_lending_after_fork();
  threads::reset_after_fork(teams::survive_fork());
}

__attribute__((constructor)) void on_load() { ask_listeners_early(); }

__attribute__((destructor)) void on_unload() {
  if (exiting) {
    return;
  }
  // The program has not used OpenMP, or unloads the library.
  first_touch::finish({}, {});
  abi::__cxa_finalize(&until_exit);
  teams::stop_helpers();
  threads::stop_reaper();
  threads::stop_workers();
  if (main_root != nullptr) {
    teams::abandon_root(*main_root);
  }
  threads::free_all();
  tasks::forget_nearness();
  leave_neighbours();
  forget_binding();
  forget_thread_end();
}

}  // namespace

void note_main_thread() { starter = pthread_self(); }

void install_handlers() { at_fork(&before_fork, &in_parent, &in_child, &this_object); }

void watch_end_of_this_thread(teams::Member& root) {
  if (watches_exit.fetch_add_relaxed(1) == 0) {
    // Not from the constructor: handlers run in reverse order, and the one that runs destructors is installed after
    // constructors have run. Itanium C++ ABI, 3.3.6.3: the third argument names the object whose unload runs the handler.
    abi::__cxa_atexit(&on_exit, nullptr, &until_exit);
  }
  if (is_main_thread()) {
    main_root = &root;
    watch_main_thread_end(main_root);
  } else if (!watch_thread_end()) {
    // If it ends unnoticed, nobody looks where it ran.
    threads::hide(*root.thread);
  }
}

std::size_t fewer_threads_message(char* line, std::size_t size, std::uint32_t wanted, std::uint32_t got) {
  const int length =
      snprintf(line, size,
               "OMP: Warning #96: muster: the system gave %u of %u threads; going on with fewer (see ulimit -u and "
               "the pids limit of the container)\n",
               got, wanted);
  return length < 0 ? 0 : static_cast<std::size_t>(length) < size ? static_cast<std::size_t>(length) : size - 1;
}

}  // namespace muster::runtime
