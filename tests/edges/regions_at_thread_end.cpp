// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that run regions while they end: in thread_local destructors and in destructors of keys, in each of the rounds that the C
// library calls those in, of keys that are older and newer than the runtime's own, after a return, pthread_exit and a cancellation,
// whether or not they had a region before. None leaves a thread or memory behind, and nobody stumbles over one that has gone.
// libomp 19 is left out: it leaves threads behind.
// peers: libgomp
// In the last round ThreadSanitizer has let go of the thread, too.
// not-under: thread
// run: OMP_NUM_THREADS=3
#include <omp.h>
#include <pthread.h>

#include <atomic>

#include "process.h"

namespace {

constexpr int kSize = 3;
constexpr int kRounds = 4;  // PTHREAD_DESTRUCTOR_ITERATIONS of glibc
constexpr int kAtOnce = 64;
constexpr std::size_t kStack = std::size_t{1} << 20;
// glibc keeps stacks of up to 40 MB in all for the next thread; larger ones are unmapped at once, and what looks there faults.
constexpr std::size_t kLargeStack = std::size_t{64} << 20;
constexpr unsigned kPlans = 2 * 2 * 3 << 2 * kRounds;

enum class Leave : unsigned { returns, exits, is_cancelled };

void run_region() {
  int threads = 0;
#pragma omp parallel num_threads(kSize)
  {
    hit(&threads);
#pragma omp barrier
  }
  CHECK_EQUAL(threads, kSize);
}

// What a thread does, by its number: all there is, if as many are made as there are plans.
struct Plan {
  explicit Plan(unsigned number)
      : in_body(number % 2 != 0),
        in_thread_local(number / 2 % 2 != 0),
        leave(static_cast<Leave>(number / 4 % 3)),
        rounds{number / 12 % (1 << kRounds), number / 12 >> kRounds} {}

  bool in_body;
  bool in_thread_local;
  Leave leave;
  unsigned rounds[2];  // of an older and a newer key: a bit a round
};

struct KeyOfThread {
  pthread_key_t key;
  unsigned rounds;
};

pthread_key_t keys[2];

// The value says in which of the rounds to come there is a region.
void end_of_key(void* value) {
  auto* own = static_cast<KeyOfThread*>(value);
  if (own->rounds % 2 != 0) run_region();
  own->rounds /= 2;
  if (own->rounds != 0) {
    CHECK_EQUAL(pthread_setspecific(own->key, own), 0);
  } else {
    delete own;
  }
}

struct AtThreadEnd {
  bool runs_region = false;
  ~AtThreadEnd() {
    if (runs_region) run_region();
  }
};

void* body(void* argument) {
  const Plan plan(static_cast<unsigned>(reinterpret_cast<std::size_t>(argument)));
  for (int k = 0; k < 2; k++) {
    if (plan.rounds[k] != 0) CHECK_EQUAL(pthread_setspecific(keys[k], new KeyOfThread{keys[k], plan.rounds[k]}), 0);
  }
  if (plan.in_body) run_region();
  if (plan.in_thread_local) {
    thread_local AtThreadEnd at_thread_end;
    at_thread_end.runs_region = true;
  }
  if (plan.leave == Leave::exits) pthread_exit(nullptr);
  if (plan.leave == Leave::is_cancelled) {
    pthread_cancel(pthread_self());
    pthread_testcancel();
  }
  return nullptr;
}

// Newer than any that the runtime may have made before.
void make_far_newer_key() {
  for (int k = 0; k < 300; k++) CHECK_EQUAL(pthread_key_create(&keys[1], end_of_key), 0);
}

void run_threads(unsigned first, int count, std::size_t stack_bytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  CHECK_EQUAL(pthread_attr_setstacksize(&attributes, stack_bytes), 0);
  pthread_t threads[kAtOnce];
  for (int t = 0; t < count; t++) {
    void* argument = reinterpret_cast<void*>(static_cast<std::size_t>((first + t) % kPlans));
    CHECK_EQUAL(pthread_create(&threads[t], &attributes, body, argument), 0);
  }
  for (int t = 0; t < count; t++) CHECK_EQUAL(pthread_join(threads[t], nullptr), 0);
  pthread_attr_destroy(&attributes);
}

std::atomic<bool> at_work{true};

// A thread that waits here looks where all others are.
void* keep_looking(void*) {
  while (at_work.load()) run_region();
  return nullptr;
}

}  // namespace

int main() {
  const int before = threads_at_start();
  CHECK_EQUAL(pthread_key_create(&keys[0], end_of_key), 0);
  run_threads(1, 1, kStack);
  CHECK_EQUAL(pthread_key_create(&keys[1], end_of_key), 0);

  // Plans in an order that mixes them: the step has no divisor in common with their number.
  constexpr unsigned kStep = 1009;
  const int total = emulated() ? 200 : 4000;
  long memory = 0;
  for (int made = 0; made < total; made++) {
    if (made == total / 2) make_far_newer_key();
    run_threads(made * kStep, 1, kStack);
    if (made == total / 5) memory = resident_kib();
  }
  CHECK(resident_kib() - memory < memory_slack_kib());
  CHECK(threads_after_waiting_for(before + kSize - 1) <= before + kSize - 1);

  pthread_t looker;
  CHECK_EQUAL(pthread_create(&looker, nullptr, keep_looking, nullptr), 0);
  for (int made = 0; made < total / 5; made += kAtOnce) run_threads(made * kStep, kAtOnce, kLargeStack);
  at_work = false;
  pthread_join(looker, nullptr);
  // At most the workers that those at once have had.
  constexpr int kMost = (kAtOnce + 1) * (kSize - 1);
  CHECK(threads_after_waiting_for(before + kMost) <= before + kMost);
  return finish();
}
