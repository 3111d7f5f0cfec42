// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork(), the end of threads, exit and unload.
//
//   fork      the child has only the thread that forked: the pool forgets its workers, the thread's idle teams go, and its
//             next region makes new ones.
//   thread    a root that ends gives its workers to the pool.
//   exit      nothing is stopped: other threads may be inside regions, and the system ends them all the same. Helpers run what they
//             have been given by the initial task that ends.
//   dlclose   the code is about to go, so all workers end first, and all memory is given back. The C library does not unload us
//             while a thread that it has to tell us about lives, which is every root but the main thread.
#include "runtime/lifetime.h"

#include <cxxabi.h>
#include <stdio.h>
#include <unistd.h>

#include "platform/pages.h"
#include "runtime/binding.h"
#include "runtime/runtime.h"

namespace muster::runtime {

// Of the C library, as thread-local destructors of C++ use it: calls `end` when the thread ends, and keeps `object` loaded until
// then. A key of pthread_key_create would not do: its destructor may be under way when another thread unloads us.
int at_thread_end(void (*end)(void*), void* argument, void* object) __asm__("__cxa_thread_atexit_impl");
// What pthread_atfork calls, which the C library links into each user of it: at the end of the code, for which every process would keep
// a page (both are in the Linux Standard Base).
int at_fork(void (*before)(), void (*in_parent)(), void (*in_child)(), void* object) __asm__("__register_atfork");
extern char this_object __asm__("__dso_handle") __attribute__((visibility("hidden")));

namespace {

constinit bool exiting = false;
constinit platform::Native::Atomic<std::uint32_t> watches_exit{0};
// Stands for an object that is never unloaded, so that its handler runs at exit and not at dlclose.
constinit char until_exit = 0;
// The main thread is not watched: it ends with the process, or leaves its memory to on_unload.
constinit teams::Member* main_root = nullptr;

void on_thread_end(void* /*argument*/) { teams::leave_root(); }

// The end of the program is that of its initial task, unless somebody ends it from inside of a region.
void on_exit(void* /*argument*/) {
  exiting = true;
  teams::Member* self = teams::current_member;
  if (self != nullptr && self->team->header.parent == nullptr && self->team->resting == nullptr) {
    teams::finish_target_tasks(*self);
  }
}

void before_fork() {
  teams::lock_helpers_for_fork();
  threads::lock_for_fork();
}
void in_parent() {
  threads::unlock_after_fork();
  teams::unlock_helpers_after_fork();
}
void in_child() {
  platform::Native::register_process();
  // What follows gives memory back.
  platform::unlock_pages();
  teams::reset_helpers_after_fork();
  threads::reset_after_fork(teams::survive_fork());
}

__attribute__((constructor)) void on_load() { ensure_started(); }

__attribute__((destructor)) void on_unload() {
  if (exiting) {
    return;
  }
  abi::__cxa_finalize(&until_exit);
  teams::stop_helpers();
  threads::stop_workers();
  if (main_root != nullptr) {
    teams::abandon_root(*main_root);
  }
  threads::free_all();
  tasks::forget_nearness();
  forget_binding();
}

}  // namespace

void install_handlers() { at_fork(&before_fork, &in_parent, &in_child, &this_object); }

void watch_end_of_this_thread() {
  if (watches_exit.fetch_add_relaxed(1) == 0) {
    // Not from the constructor: handlers run in reverse order, and the one that runs destructors is installed after
    // constructors have run. Itanium C++ ABI, 3.3.6.3: the third argument names the object whose unload runs the handler.
    abi::__cxa_atexit(&on_exit, nullptr, &until_exit);
  }
  if (getpid() == gettid()) {
    main_root = &runtime::current();
  } else {
    at_thread_end(&on_thread_end, nullptr, &this_object);
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
