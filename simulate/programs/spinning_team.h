// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team whose threads spin, as regions::Fork wants it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "barriers/barriers.h"
#include "programs/placed_barrier.h"
#include "programs/program.h"
#include "regions/regions.h"
#include "simulated_platform.h"

namespace muster::simulate {

// Where the threads of a team sleep whose barrier is told to block.
struct Sleepers {
  waiting::Parker<Simulated>* parkers = nullptr;
  std::uint32_t threads = 0;
  // How many sleep. Not simulated: a team that never sleeps does not look.
  std::uint32_t asleep = 0;
};

// Polls for as long as it takes, and sleeps only where the algorithm says so.
class SpinningIdle {
 public:
  SpinningIdle(Sleepers& sleepers, std::uint32_t slot) : sleepers_(sleepers), slot_(slot) {}

  static std::uint32_t eager_polls() { return kPollsForGood; }
  template <class Word>
  void wait_for(const Word& /*word*/, base::Episode /*wanted*/) const {}
  template <class Word>
  void block_for(const Word& word, base::Episode wanted) {
    while (!Simulated::has_reached(word, wanted)) {
      ++sleepers_.asleep;
      sleepers_.parkers[slot_].park_unless([&] { return Simulated::has_reached(word, wanted); });
      --sleepers_.asleep;
    }
  }
  void signalled(std::uint32_t slot) const {
    if (sleepers_.asleep != 0) {
      Simulated::full_fence();
      sleepers_.parkers[slot].wake_if_parked();
    }
  }
  void signalled_all() const {
    for (std::uint32_t slot = 0; slot < sleepers_.threads && sleepers_.asleep != 0; ++slot) {
      signalled(slot);
    }
  }

 private:
  Sleepers& sleepers_;
  std::uint32_t slot_;
};

using SpinningRow = barriers::Algorithm<SpinningIdle>;

// The row of the registry; std::invalid_argument if there is none of that name.
const SpinningRow& find_row(const std::string& name);

struct SpinningTeam;
struct SpinningMember;

// What a worker is to its seat.
struct SpinningWorker {
  SpinningMember* member = nullptr;
};

using SpinningSeat = regions::Seat<Simulated, SpinningWorker>;

struct SpinningMember : SpinningSeat {
  SpinningTeam* team = nullptr;
  std::uint32_t slot = 0;
};

// What members look at and nobody changes while regions run.
struct SpinningTeam {
  const Course* course = nullptr;
  const SpinningRow* row = nullptr;
  void* storage = nullptr;
  bool tells_all = false;
  SpinningMember* members = nullptr;
  waiting::Gauge<Simulated>* idle = nullptr;
  waiting::Roster<Simulated>* roster = nullptr;
  Sleepers* sleepers = nullptr;
};

struct SpinningTraits {
  using Platform = Simulated;
  using Thread = SpinningWorker;
  using Team = SpinningTeam;
  using Member = SpinningMember;

  static Team& team_of(const Member& member) { return *member.team; }
  static std::uint32_t slot_of(const Member& member) { return member.slot; }
  static SpinningSeat& own_seat(Member& member) { return member; }
  static SpinningSeat& seat_of(Team& team, std::uint32_t slot) { return team.members[slot]; }
  static const waiting::Roster<Simulated>& roster_of(const Team& team) { return *team.roster; }
  static const waiting::Gauge<Simulated>& idle_gauge_of(const Team& team) { return *team.idle; }
  static std::uint32_t cpus() { return Simulation::current()->machine().cpus(); }
  static bool tells_all(const Team& team) { return team.tells_all; }
  static void for_each_released(const Member& member, std::uint32_t size, const barriers::Visitor& visitor) {
    member.team->row->for_each_released(member.team->storage, member.slot, size, visitor);
  }
  static void catch_up(Member& /*member*/) {}
};

struct SpinningLife {
  using Platform = Simulated;
  using Thread = SpinningWorker;

  static void prepare(const SpinningIdle& /*waiter*/, const SpinningSeat& /*seat*/) {}
};

Sleepers make_sleepers(Simulation& simulation, std::uint32_t threads);

// A simulation with a barrier for the team of a course.
struct SpinningBarrier {
  SpinningBarrier(const SpinningRow& row, const Course& course);

  Simulation simulation;
  std::vector<std::uint32_t> cpus;
  void* storage;
  Sleepers sleepers;
};

// The team of a course, whose threads are on these CPUs.
SpinningTeam& make_team(Simulation& simulation, const SpinningRow& row, const Course& course,
                        const std::vector<std::uint32_t>& cpus);

}  // namespace muster::simulate
