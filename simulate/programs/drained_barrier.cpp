// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/drained_barrier.h"

#include "programs/spinning_team.h"
#include "tasks/deque.h"
#include "tasks/drain.h"
#include "waiting/waiting.h"

namespace muster::simulate {
namespace {

using Waiter = waiting::Waiter<Simulated>;

// A task: there is nothing in it but that it counts.
struct Item {
  Simulated::Plain<std::uint32_t> phase;
};

struct DrainingTeam;

// Its counters have a line of their own, as in tasks/worker.h.
struct DrainingWorker {
  DrainingTeam* team = nullptr;
  std::uint32_t slot = 0;
  base::Episode barrier = 0;
  bool is_about_to_sleep = false;
  tasks::CountPace count_pace;
  waiting::LookCursor looks;
  waiting::Presence<Simulated> presence;
  Waiter waiter;
  Item item;
  tasks::Deque<Simulated, Item>::Slot slots[1];
  tasks::Deque<Simulated, Item> deque;
  alignas(base::kCacheLineBytes) tasks::TaskCounters<Simulated> counters;
  alignas(base::kCacheLineBytes) std::uint64_t lines_before = 0;
  std::uint64_t lines_at_entry = 0;
};

struct DrainingTeam {
  alignas(base::kCacheLineBytes) tasks::ActivePhases<Simulated> active;
  alignas(base::kCacheLineBytes) tasks::DrainWords<Simulated> drain;
  DrainingWorker* workers = nullptr;
  std::uint32_t threads = 0;
  std::uint32_t in_turn_from = 0;
};

std::uint64_t own_lines() { return Simulation::current()->self().counts.lines; }

class CountersOfWorkers {
 public:
  explicit CountersOfWorkers(const DrainingTeam& team) : team_(team) {}
  std::uint32_t size() const { return team_.threads; }
  const tasks::TaskCounters<Simulated>& operator[](std::uint32_t slot) const { return team_.workers[slot].counters; }

 private:
  const DrainingTeam& team_;
};

struct Traits {
  using Platform = Simulated;
  using Worker = DrainingWorker;
  using Board = DrainingTeam;

  static DrainingTeam& board_of(const DrainingWorker& worker) { return *worker.team; }
  static CountersOfWorkers counters_of(const DrainingTeam& team) { return CountersOfWorkers(team); }
  static base::Episode barrier_of(const DrainingWorker& worker) { return worker.barrier; }
  static bool is_primary(const DrainingWorker& worker) { return worker.slot == 0; }
  static constexpr bool has_both_phases(const DrainingTeam& /*team*/) { return false; }
  // All that a thread does before it waits has been done.
  static Waiter& waiter_of(DrainingWorker& worker) {
    worker.lines_at_entry = own_lines() - worker.lines_before;
    return worker.waiter;
  }
  static Waiter& barrier_waiter_of(DrainingWorker& worker) { return worker.waiter; }
  static bool help(DrainingWorker& worker);
  static bool help_between(DrainingWorker& worker) { return help(worker); }
  static bool sees_work_on_coming(DrainingWorker& worker) { return !worker.deque.looks_empty() || sees_work(worker); }
  // As of tasks/find.h.
  static bool sees_work(DrainingWorker& worker) {
    const std::uint32_t most = worker.is_about_to_sleep ? worker.team->threads : waiting::kMostAtOnce;
    return worker.looks.find(worker.team->threads, most,
                             [&](std::uint32_t slot) { return !worker.team->workers[slot].deque.looks_empty(); });
  }
  static bool is_claimed(const DrainingWorker& /*worker*/) { return false; }
  static void stop_looking(const DrainingWorker& /*worker*/) {}
  static void takes_turn(DrainingWorker& worker) {
    worker.count_pace.take_turn(worker.slot, worker.team->threads, worker.team->in_turn_from);
  }
  static bool is_count_due(DrainingWorker& worker) {
    return worker.is_about_to_sleep || worker.count_pace.is_due(worker.team->threads);
  }
  static bool is_in_region(const DrainingWorker& /*worker*/) { return true; }
  static void falls_asleep(void* worker) { static_cast<DrainingWorker*>(worker)->is_about_to_sleep = true; }
  static void wakes_up(void* worker) { static_cast<DrainingWorker*>(worker)->is_about_to_sleep = false; }
  static void leaves(void* /*worker*/) {}
};
using Drain = tasks::Drain<Traits>;

Item* find_task(DrainingWorker& worker) {
  Item* item = worker.deque.take();
  for (std::uint32_t slot = 0; item == nullptr && slot < worker.team->threads; ++slot) {
    tasks::Deque<Simulated, Item>& deque = worker.team->workers[slot].deque;
    if (!deque.looks_empty()) {
      item = deque.steal([](const Item* /*item*/, const auto& /*alive*/) { return true; });
    }
  }
  return item;
}

// A thread that is late may run a task that another has made for the next barrier.
bool Traits::help(DrainingWorker& worker) {
  bool any = false;
  while (const Item* item = find_task(worker)) {
    worker.counters.complete(item->phase.get());
    any = true;
  }
  return any;
}

DrainingTeam& make_draining_team(Simulation& simulation, std::uint32_t threads) {
  Arena& arena = simulation.arena();
  auto& team = arena.make<DrainingTeam>();
  auto& gauge = arena.make<waiting::Gauge<Simulated>>();
  auto& roster = arena.make<waiting::Roster<Simulated>>();
  roster.bell = &arena.make<waiting::Bell<Simulated>>();
  auto* const entries = arena.make_array<waiting::Roster<Simulated>::Entry>(threads);
  roster.table.store_relaxed(entries);
  roster.threads.store_relaxed(threads);
  team.threads = threads;
  team.workers = arena.make_array<DrainingWorker>(threads);
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    DrainingWorker& worker = team.workers[slot];
    worker.team = &team;
    worker.slot = slot;
    worker.deque.provide(worker.slots, 1);
    entries[slot].store_relaxed(&worker.presence);
    worker.waiter.attach(worker.presence, roster, roster, gauge, slot);
    worker.waiter.set_cpus(simulation.machine().cpus());
    worker.waiter.set_team_size(threads);
    worker.waiter.set_blocktime(waiting::kForever);
  }
  return team;
}

void make_and_run_a_task(DrainingWorker& worker) {
  const std::uint32_t phase = Drain::phase_of(worker);
  worker.counters.create(phase);
  worker.team->active.set(phase);
  worker.item.phase.set(phase);
  worker.deque.push(&worker.item);
  worker.deque.take();
  worker.counters.complete(phase);
}

}  // namespace

DrainOutcome run_drained_barriers(const std::string& name, const Course& course, std::uint32_t in_turn_from) {
  const SpinningRow& row = find_row(name);
  SpinningBarrier barrier(row, course);
  DrainingTeam& team = make_draining_team(barrier.simulation, course.threads);
  team.in_turn_from = in_turn_from;
  DrainOutcome result;
  result.outcome = run_all(course, barrier.simulation, barrier.cpus, [&](std::uint32_t slot, Stopwatch& stopwatch) {
    DrainingWorker& worker = team.workers[slot];
    worker.presence.cpu.store_relaxed(Simulated::own_cpu_probe());
    worker.presence.system_thread.store_relaxed(Simulated::own_system_thread());
    SpinningIdle waiter(barrier.sleepers, slot);
    for (std::uint32_t done = 0; done <= stopwatch.constructs(); ++done) {
      if (slot == 0) {
        stopwatch.note(done);
      }
      worker.barrier = done + 1;
      make_and_run_a_task(worker);
      row.exchange(barrier.storage, {slot, course.threads, worker.barrier}, waiter);
      if (team.active.is_to_drain(Drain::phase_of(worker))) {
        worker.lines_before = own_lines();
        Drain::run(worker);
      }
    }
  });
  for (std::uint32_t slot = 0; slot < course.threads; ++slot) {
    result.lines_at_entry.push_back(team.workers[slot].lines_at_entry);
  }
  return result;
}

}  // namespace muster::simulate
