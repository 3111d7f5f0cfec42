// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads/start.h"

#include <algorithm>

#include "threads/everybody.h"
#include "threads/pool.h"
#include "threads/worker.h"

namespace muster::threads {
namespace {

// Fewer threads than this are not worth a second starter, which must be started itself and waited for. With so many, no team of 16 to 192
// threads began later on two CPUs than with one starter (python -m compare run --threads 16,32,64,192 --constructs first_region).
constexpr std::uint32_t kSmallestPart = 16;

constinit regions::StartRounds<Native> rounds;

struct System {
  using Platform = Native;
  using Thread = threads::Thread;

  static bool start(Thread& worker, platform::OsThreadEntry entry, void* argument) {
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

  static void* main(Thread& worker) { return worker_main(&worker); }
};
using ThreadStart = regions::ThreadStart<System>;

std::uint32_t part_count(std::uint32_t count) {
  return std::clamp(count / kSmallestPart, 1U, std::clamp(pool_settings().cpus, 1U, ThreadStart::kMostParts));
}

bool has_begun(const Thread& worker) { return worker.presence.cpu.load_relaxed() != nullptr; }

// Linux lets a new thread wait behind the one that starts it, although another CPU has nothing to do, if the starter has not run for long. Where that one
// then works, the wait lasts for whole slices: a first region of 51 ms took up to 71. So workers that have not begun when all have been started go to another
// CPU, unless other processes use those.
void spread(Thread* const* workers, std::uint32_t count) {
  const PoolSettings& settings = pool_settings();
  if (settings.cpus < 2 || everybody().size() > settings.cpus || settings.first_cpus != nullptr) {
    return;
  }
  waiting::Known another_is_idle = waiting::Known::unknown;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Thread& worker = *workers[i];
    if (!worker.is_worker || worker.birth.cpus != nullptr || has_begun(worker)) {
      continue;
    }
    if (another_is_idle == waiting::Known::unknown) {
      another_is_idle = waiting::is_a_cpu_idle(Native::runnable_threads(), settings.cpus);
    }
    if (another_is_idle != waiting::Known::yes) {
      return;
    }
    platform::move_off_cpu(worker.os_thread, Native::cpu_of(Native::own_cpu_probe()));
  }
}

}  // namespace

std::uint32_t start_workers(Thread* const* workers, std::uint32_t count) {
  Native::measure_pace();
  const std::uint32_t parts = part_count(count);
  // A few are there before sleeping would have saved anything.
  const bool sleep = parts > 1 && everybody().size() > pool_settings().cpus;
  const std::uint32_t round = rounds.next();
  for (std::uint32_t i = 0; i < count; ++i) {
    workers[i]->start_round = sleep ? round : regions::kNoRound;
  }
  ThreadStart::start(workers, count, parts);
  if (sleep) {
    rounds.end(round, count);
  } else {
    spread(workers, count);
  }
  return static_cast<std::uint32_t>(
      std::count_if(workers, workers + count, [](const Thread* worker) { return worker->is_worker; }));
}

void await_start(const Thread& self) { rounds.await_end(self.start_round); }

}  // namespace muster::threads
