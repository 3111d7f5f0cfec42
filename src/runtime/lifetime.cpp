// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork(), the end of threads, exit and unload.
//
//   fork      the child has only the thread that forked: the pool forgets its workers, the thread's idle teams go, and its
//             next region makes new ones.
//   thread    a root that ends gives its workers to the pool.
//   exit      nothing is stopped: other threads may be inside regions, and the system ends them all the same.
//   dlclose   the code is about to go, so all workers end first.
#include "runtime/lifetime.h"

#include <cxxabi.h>
#include <pthread.h>
#include <stdio.h>

#include "runtime/runtime.h"

namespace muster::runtime {
namespace {

constinit pthread_key_t end_of_thread{};
constinit bool exiting = false;
constinit bool installed = false;
// Stands for an object that is never unloaded, so that its handler runs at exit and not at dlclose.
constinit char until_exit = 0;

void on_thread_end(void* /*value*/) { teams::leave_root(); }

void on_exit(void* /*argument*/) { exiting = true; }

void before_fork() { threads::lock_for_fork(); }
void in_parent() { threads::unlock_after_fork(); }
void in_child() {
  platform::Native::register_process();
  threads::reset_after_fork(teams::survive_fork());
}

__attribute__((constructor)) void on_load() { ensure_started(); }

__attribute__((destructor)) void on_unload() {
  if (exiting || !installed) {
    return;
  }
  abi::__cxa_finalize(&until_exit);
  pthread_key_delete(end_of_thread);
  threads::stop_workers();
}

}  // namespace

void install_handlers() {
  pthread_key_create(&end_of_thread, &on_thread_end);
  pthread_atfork(&before_fork, &in_parent, &in_child);
  // Itanium C++ ABI, 3.3.6.3: the third argument names the object whose unload runs the handler.
  abi::__cxa_atexit(&on_exit, nullptr, &until_exit);
  installed = true;
}

void watch_end_of_this_thread() {
  // Any value but null makes the handler run.
  pthread_setspecific(end_of_thread, &end_of_thread);
}

std::size_t fewer_threads_message(char* line, std::size_t size, std::uint32_t wanted, std::uint32_t got) {
  const int length = snprintf(line, size,
                              "muster: warning: the system gave %u of %u threads; going on with fewer (see ulimit -u and "
                              "the pids limit of the container)\n",
                              got, wanted);
  return length < 0 ? 0 : static_cast<std::size_t>(length) < size ? static_cast<std::size_t>(length) : size - 1;
}

}  // namespace muster::runtime
