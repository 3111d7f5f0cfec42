// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/waiting_team.h"

#include <algorithm>
#include <stdexcept>

#include "programs/placed_barrier.h"
#include "regions/regions.h"
#include "simulated_platform.h"
#include "waiting/waiting.h"

namespace muster::simulate {
namespace {

using Waiter = waiting::Waiter<Simulated>;
using Row = barriers::Algorithm<Waiter>;

struct WaitingTeam;
struct WaitingMember;

struct Worker {
  WaitingMember* member = nullptr;
};

using Seat = regions::Seat<Simulated, Worker>;

struct WaitingMember : Seat {
  WaitingTeam* team = nullptr;
  std::uint32_t slot = 0;
  waiting::Presence<Simulated> presence;
  // In regions, and between them.
  Waiter barrier_waiter;
  Waiter idle_waiter;
};

struct WaitingTeam {
  const Row* row = nullptr;
  const Load* load = nullptr;
  void* storage = nullptr;
  bool tells_all = false;
  WaitingMember* members = nullptr;
  waiting::Gauge<Simulated>* idle_team = nullptr;
  waiting::Gauge<Simulated>* in_region = nullptr;
  waiting::Roster<Simulated>* roster = nullptr;
};

struct Traits {
  using Platform = Simulated;
  using Thread = Worker;
  using Team = WaitingTeam;
  using Member = WaitingMember;

  static Team& team_of(const Member& member) { return *member.team; }
  static std::uint32_t slot_of(const Member& member) { return member.slot; }
  static Seat& own_seat(Member& member) { return member; }
  static Seat& seat_of(Team& team, std::uint32_t slot) { return team.members[slot]; }
  static const waiting::Roster<Simulated>& roster_of(const Team& team) { return *team.roster; }
  static const waiting::Gauge<Simulated>& idle_gauge_of(const Team& team) { return *team.idle_team; }
  static std::uint32_t cpus() { return Simulation::current()->machine().cpus(); }
  static bool tells_all(const Team& team) { return team.tells_all; }
  static void for_each_released(const Member& member, std::uint32_t size, const barriers::Visitor& visitor) {
    member.team->row->for_each_released(member.team->storage, member.slot, size, visitor);
  }
  static void catch_up(Member& /*member*/) {}
};
using Fork = regions::Fork<Traits>;

struct Life {
  using Platform = Simulated;
  using Thread = Worker;

  static void prepare(Waiter& waiter, const Seat& seat) {
    waiter.set_team_size(seat.roster->size());
    waiter.set_fences(seat.idle_gauge->fences());
  }
};

void prepare_waiter(Waiter& waiter, WaitingMember& member, waiting::Gauge<Simulated>& gauge, std::uint32_t threads,
                    std::uint32_t cpus) {
  const WaitingTeam& team = *member.team;
  waiter.attach(member.presence, *team.roster, *team.roster, gauge, member.slot);
  waiter.set_cpus(cpus);
  waiter.set_blocktime(team.load->blocktime_ns);
  waiter.set_team_size(threads);
  waiter.set_fences(gauge.fences());
}

WaitingTeam& make_team(Simulation& simulation, const Row& row, const Course& course,
                       const std::vector<std::uint32_t>& cpus, const Load& load, StepLogs& logs) {
  Arena& arena = simulation.arena();
  const auto threads = static_cast<std::uint32_t>(cpus.size());
  auto& team = arena.make<WaitingTeam>();
  team.row = &row;
  team.load = &load;
  team.storage = make_barrier(simulation, row, course, cpus);
  team.tells_all = row.capabilities.rooted && root_tells_all(row, team.storage, threads);
  team.members = arena.make_array<WaitingMember>(threads);
  team.idle_team = &arena.make<waiting::Gauge<Simulated>>();
  team.in_region = &arena.make<waiting::Gauge<Simulated>>();
  team.roster = &arena.make<waiting::Roster<Simulated>>();
  team.roster->bell = &arena.make<waiting::Bell<Simulated>>();
  auto* const entries = arena.make_array<waiting::Roster<Simulated>::Entry>(threads);
  team.roster->table.store_relaxed(entries);
  team.roster->threads.store_relaxed(threads);
  if (waiting::fences_for(threads, simulation.machine().cpus(), load.blocktime_ns) == waiting::Fences::full) {
    team.idle_team->full_fences.store_relaxed(1);
    team.in_region->full_fences.store_relaxed(1);
  }
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    WaitingMember& member = team.members[slot];
    member.team = &team;
    member.slot = slot;
    if (has_homes(course)) {
      simulation.place(&member, sizeof member, cpus[slot]);
    }
    member.idle_gauge = team.idle_team;
    member.roster = team.roster;
    member.roster_slot = slot;
    member.presence.steps = &logs.of(slot);
    entries[slot].store_relaxed(&member.presence);
    member.barrier_waiter.look_first();
    prepare_waiter(member.barrier_waiter, member, *team.in_region, threads, simulation.machine().cpus());
    prepare_waiter(member.idle_waiter, member, *team.idle_team, threads, simulation.machine().cpus());
  }
  return team;
}

void compute(const WaitingMember& self, std::uint32_t threads, base::Episode episode) {
  const Load& load = *self.team->load;
  // A team has a thread at least, which clang-tidy does not see.
  const bool is_late = episode % std::max(threads, 1U) == self.slot;
  if (const double ns = load.work_ns + (is_late ? load.late_ns : 0); ns > 0) {
    Simulation::current()->compute(from_ns(ns));
  }
}

void take_part(WaitingMember& self, std::uint32_t threads, base::Episode region) {
  compute(self, threads, region);
  self.team->row->gather(self.team->storage, {self.slot, threads, region}, self.barrier_waiter, barriers::Combiner{});
}

void run_worker_part(Worker& worker, Seat& seat) {
  WaitingMember& self = *worker.member;
  const base::Episode region = Fork::enter(self, seat);
  take_part(self, seat.line.go.get().team_size, region);
}

void begin(WaitingMember& self) {
  // Before anybody asks where it runs.
  self.presence.cpu.store_relaxed(Simulated::own_cpu_probe());
  self.presence.system_thread.store_relaxed(Simulated::own_system_thread());
}

void run_barriers(WaitingMember& self, Stopwatch& stopwatch) {
  for (std::uint32_t done = 0; done <= stopwatch.constructs(); ++done) {
    if (self.slot == 0) {
      stopwatch.note(done);
    }
    compute(self, stopwatch.threads(), done);
    self.team->row->exchange(self.team->storage, {self.slot, stopwatch.threads(), done + 1}, self.barrier_waiter);
  }
}

void run_regions(WaitingMember& self, Stopwatch& stopwatch) {
  Worker worker{&self};
  for (std::uint32_t done = 0; done <= stopwatch.constructs(); ++done) {
    if (self.slot == 0) {
      stopwatch.note(done);
      Fork::release(*self.team, self, {}, &run_worker_part, stopwatch.threads(), done + 1);
      take_part(self, stopwatch.threads(), done + 1);
    } else {
      regions::WorkerLife<Life>::follow(worker, self, self.idle_waiter);
    }
  }
}

}  // namespace

LoadOutcome run_waiting(Construct construct, const std::string& name, const Course& course, const Load& load) {
  const Row* const row = barriers::find<Simulated, Waiter>(name);
  if (row == nullptr || construct == Construct::reduction ||
      (construct == Construct::region && !row->capabilities.rooted)) {
    throw std::invalid_argument("no such algorithm can serve the construct: " + name);
  }
  Simulation simulation(*course.machine, course.seed);
  simulation.limit(load.quota);
  if (load.yields_do_nothing) {
    simulation.ignore_yields();
  }
  const std::vector<std::uint32_t> cpus = cpus_of_team(course);
  StepLogs logs(simulation, course.threads);
  WaitingTeam& team = make_team(simulation, *row, course, cpus, load, logs);
  LoadOutcome result;
  const auto body = [&](std::uint32_t slot, Stopwatch& stopwatch) {
    WaitingMember& self = team.members[slot];
    begin(self);
    construct == Construct::barrier ? run_barriers(self, stopwatch) : run_regions(self, stopwatch);
  };
  const auto add_strangers = [&] {
    for (std::uint32_t cpu = 0; cpu < load.strangers && cpu < course.machine->cpus(); ++cpu) {
      simulation.add_stranger(
          [&] {
            for (;;) {
              simulation.compute(from_ns(1'000'000));
            }
          },
          cpu);
    }
  };
  result.outcome = run_all(course, simulation, cpus, body, course.placement != Placement::unbound, add_strangers);
  result.decisions = logs.decisions();
  return result;
}

}  // namespace muster::simulate
