// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Destructors of a thread that fork, that end the process, and those of a main thread that leaves by pthread_exit: regions run in all
// of them. And the thread that forked ends in the child, where it has the number of a main thread and is none.
// libgomp 12 hangs in a forked child at its first region (GCC bug 60035), libomp 19 crashes when the main thread ends.
// peers: none
// ThreadSanitizer cannot fork in a thread that ends. qemu-user 7.2 itself fails when a process with threads forks.
// not-under: thread emulation
// LeakSanitizer does not know the threads of a forked child.
// run: OMP_NUM_THREADS=3 ASAN_OPTIONS=detect_leaks=0
#include <omp.h>
#include <pthread.h>

#include <initializer_list>

#include "process.h"

namespace {

constexpr int kSize = 3;
// glibc keeps stacks of up to 40 MB in all for the next thread; larger ones are unmapped at once, and what looks there faults.
constexpr std::size_t kLargeStack = std::size_t{64} << 20;

void run_region() {
  int threads = 0;
#pragma omp parallel num_threads(kSize)
  {
    hit(&threads);
#pragma omp barrier
  }
  CHECK_EQUAL(threads, kSize);
}

void run_regions() {
  for (int round = 0; round < 20; round++) run_region();
}

pthread_key_t key;
void (*in_destructor)();
bool first_in_destructor;

void end_of_key(void* /*value*/) {
  run_region();
  in_destructor();
  run_region();
}

void* set_key(void*) {
  if (!first_in_destructor) run_region();
  CHECK_EQUAL(pthread_setspecific(key, &key), 0);
  return nullptr;
}

void thread_with_destructor() {
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, nullptr, set_key, nullptr), 0);
  pthread_join(thread, nullptr);
}

// --- fork -------------------------------------------------------------------------------------------------------------------

void fork_and_exit() { CHECK_EQUAL(exit_code(status_of_child(run_regions)), 0); }

// --- exit -------------------------------------------------------------------------------------------------------------------

void leave_with_7() { exit(finish() == 0 ? 7 : 1); }

void exit_in_destructor() {
  atexit(run_regions);
  in_destructor = leave_with_7;
  thread_with_destructor();
}

// --- the main thread ends, another goes on ---------------------------------------------------------------------------------

pthread_t main_thread;

void* go_on(void*) {
  pthread_join(main_thread, nullptr);
  run_regions();
  exit(finish());
}

void main_thread_ends() {
  in_destructor = run_regions;
  set_key(nullptr);
  main_thread = pthread_self();
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, nullptr, go_on, nullptr), 0);
  pthread_exit(nullptr);
}

// --- the thread that forked ends in the child --------------------------------------------------------------------------------

void* fork_and_go_on(void*) {
  fflush(nullptr);
  const pid_t child = fork();
  if (child != 0) {
    CHECK_EQUAL(exit_code(wait_for_child(child, kChildSeconds)), 0);
    return nullptr;
  }
  if (first_in_destructor) set_key(nullptr);
  run_region();
  main_thread = pthread_self();
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, nullptr, go_on, nullptr), 0);
  return nullptr;
}

void forking_thread_ends() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  CHECK_EQUAL(pthread_attr_setstacksize(&attributes, kLargeStack), 0);
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, &attributes, fork_and_go_on, nullptr), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace

int main() {
  CHECK_EQUAL(pthread_key_create(&key, end_of_key), 0);
  for (bool first : {false, true}) {
    first_in_destructor = first;
    in_destructor = fork_and_exit;
    thread_with_destructor();
    in_destructor = run_regions;
    forking_thread_ends();
    CHECK_EQUAL(exit_code(status_of_child(exit_in_destructor)), 7);
    CHECK_EQUAL(exit_code(status_of_child(main_thread_ends)), 0);
    run_regions();
  }
  return finish();
}
