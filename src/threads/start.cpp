// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/start.h"

#include <algorithm>

#include "threads/everybody.h"
#include "threads/pool.h"
#include "threads/worker.h"

namespace muster::threads {
namespace {

// Fewer threads than this are not worth a second starter, who must be started itself and waited for. With so many, no team of 16 to 192
// threads began later on two CPUs than with one starter (python -m compare run --threads 16,32,64,192 --constructs first_region).
constexpr std::uint32_t kSmallestPart = 16;
constexpr std::uint32_t kMostParts = 16;

// The last round that is over. New threads sleep on it. No order is needed: what they need to know, their seats tell them.
constinit Native::Atomic<std::uint32_t> rounds_over{0};

struct Parts {
  // Parts that others have ended.
  //
  // Ordering: N ended   fetch_add release    pairs with O
  //           O await   await acquire, before what became of the threads is read
  Native::Atomic<base::Episode> ended{0};
};

// Of one starter: itself, and the threads that it starts.
struct Part {
  Parts* parts = nullptr;
  Thread* const* workers = nullptr;
  std::uint32_t count = 0;
};

bool start(Thread& worker, platform::OsThreadEntry entry, void* argument) {
  const auto start_on = [&](platform::OsCpuMask cpus) {
    return platform::start_os_thread(worker.os_thread, pool_settings().stack_bytes, entry, argument, cpus) == 0;
  };
  worker.is_worker = true;
  if (const topology::CpuSet* cpus = worker.birth.cpus; cpus != nullptr) {
    if (start_on({cpus->words.data(), sizeof cpus->words})) {
      return true;
    }
    // The place's CPUs may have been taken away.
    worker.birth = {};
  }
  worker.is_worker = start_on({});
  return worker.is_worker;
}

void start_all(Thread* const* workers, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!start(*workers[i], &worker_main, workers[i])) {
      return;
    }
  }
}

void* starter_main(void* argument) {
  const Part& part = *static_cast<const Part*>(argument);
  Thread& self = **part.workers;
  start_all(part.workers + 1, part.count - 1);
  // N: release, pairs with O. The part is the caller's, and may be gone after this.
  part.parts->ended.fetch_add_release(1);
  return worker_main(&self);
}

std::uint32_t part_count(std::uint32_t count) {
  return std::clamp(count / kSmallestPart, 1U, std::clamp(pool_settings().cpus, 1U, kMostParts));
}

}  // namespace

std::uint32_t start_workers(Thread* const* workers, std::uint32_t count) {
  const std::uint32_t round = rounds_over.load_relaxed() + 1;
  const std::uint32_t parts = part_count(count);
  // A few are there before sleeping would have saved anything.
  const bool sleep = parts > 1 && everybody().size() > pool_settings().cpus;
  for (std::uint32_t i = 0; i < count; ++i) {
    workers[i]->start_round = sleep ? round : 0;
  }
  const auto begin_of = [count, parts](std::uint32_t part) {
    return static_cast<std::uint32_t>(std::uint64_t{count} * part / parts);
  };
  Parts all;
  Part others[kMostParts];
  base::Episode starters = 0;
  for (std::uint32_t number = 1; number < parts; ++number) {
    Part& part = others[number];
    part = {&all, workers + begin_of(number), begin_of(number + 1) - begin_of(number)};
    if (!start(**part.workers, &starter_main, &part)) {
      break;
    }
    ++starters;
  }
  start_all(workers, begin_of(1));
  // O: acquire, pairs with N
  Native::await_reached(all.ended, starters, platform::YieldingIdle<Native>{});
  if (sleep) {
    rounds_over.store_relaxed(round);
    Native::unpark(rounds_over, count);
  }
  return static_cast<std::uint32_t>(
      std::count_if(workers, workers + count, [](const Thread* worker) { return worker->is_worker; }));
}

void await_start(const Thread& self) {
  if (self.start_round == 0) {
    return;
  }
  std::uint32_t over = rounds_over.load_relaxed();
  while (static_cast<std::int32_t>(over - self.start_round) < 0) {
    Native::park(rounds_over, over);
    over = rounds_over.load_relaxed();
  }
}

}  // namespace muster::threads
