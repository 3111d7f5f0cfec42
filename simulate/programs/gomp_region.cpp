// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/gomp_region.h"

#include "simulated_platform.h"

namespace muster::simulate {
namespace {

using Word = Simulated::Atomic<base::Episode>;

// A counter that goes down, and a generation that all look at.
struct CentralBarrier {
  alignas(base::kCacheLineBytes) Word awaited;
  alignas(base::kCacheLineBytes) Word generation;

  void pass(std::uint32_t threads, base::Episode episode) {
    if (awaited.fetch_add_acq_rel(1) == threads - 1) {
      awaited.store_relaxed(0);
      generation.store_release(episode);
    } else {
      Simulated::await_reached(generation, episode, platform::YieldingIdle<Simulated>{});
    }
  }
};

// What the primary writes for a thread at each fork: its place in the team and what to run, and its implicit task.
struct GompThread {
  struct TwoLines {
    std::uint64_t words[2 * base::kCacheLineBytes / sizeof(std::uint64_t)];
  };
  struct OneLine {
    std::uint64_t words[base::kCacheLineBytes / sizeof(std::uint64_t)];
  };
  alignas(base::kCacheLineBytes) Simulated::Plain<TwoLines> thread;
  alignas(base::kCacheLineBytes) Simulated::Plain<OneLine> implicit_task;

  void write() {
    thread.write([](TwoLines& /*lines*/) {});
    implicit_task.write([](OneLine& /*line*/) {});
  }
  void read() const {
    (void)thread.get();
    (void)implicit_task.get();
  }
};

struct Team {
  // Where idle threads wait, and where a region ends.
  CentralBarrier dock;
  CentralBarrier end;
};

}  // namespace

Outcome run_gomp_region(const PeerCosts& costs, const Course& course) {
  Simulation simulation(*course.machine, course.seed);
  const std::vector<std::uint32_t> cpus = cpus_of_team(course);
  auto& team = simulation.arena().make<Team>();
  auto* const states = simulation.arena().make_array<GompThread>(course.threads);
  return run_all(course, simulation, cpus, [&](std::uint32_t slot, Stopwatch& stopwatch) {
    for (std::uint32_t done = 0; done <= stopwatch.constructs(); ++done) {
      const base::Episode episode = done + 1;
      if (slot == 0) {
        stopwatch.note(done);
        for (std::uint32_t other = 1; other < course.threads; ++other) {
          simulation.pass(from_ns(costs.gomp_thread_ns), Part::software);
          states[other].write();
        }
      }
      team.dock.pass(course.threads, episode);
      if (slot != 0) {
        states[slot].read();
      }
      team.end.pass(course.threads, episode);
    }
  });
}

}  // namespace muster::simulate
