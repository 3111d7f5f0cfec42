// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region from fork to join: the payload travels in the line of the word that the worker watches.
#include "barriers/barriers.h"
#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "clients/placed.h"
#include "clients/roles.h"
#include "data.h"
#include "regions/regions.h"

namespace muster::verify {
namespace {

using Row = barriers::Algorithm<ParkingWaiter>;

class Regions;
struct RegionState;

struct Worker {};
using Seat = regions::Seat<Checked, Worker>;

struct Member : Seat {
  RegionState* state = nullptr;
  std::uint32_t slot = 0;
};

struct RegionState {
  RegionState(std::uint32_t threads, const Regions& its_regions) : regions(its_regions), waiting(threads) {
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      members[slot].state = this;
      members[slot].slot = slot;
      members[slot].idle_gauge = &waiting.gauge;
      barrier_waiters[slot].attach(waiting.presences[slot], waiting.roster, waiting.roster, in_region, slot);
      barrier_waiters[slot].set_blocktime(0);
    }
  }

  const Regions& regions;
  Member members[kMaxThreads];
  Data<std::uint64_t> result[kMaxThreads];
  // How far the team is, for members that were not in the last region.
  Data<base::Episode> catch_up;
  WaitingTeam waiting;
  waiting::Gauge<Checked> in_region;
  waiting::Waiter<Checked> barrier_waiters[kMaxThreads];
};

// What the regions of a program are.
struct RegionProgram {
  std::uint32_t threads;
  base::Episode regions;
  // The fork tells all workers itself, or along the row's release.
  bool flat;
  // From the first fork on the team has more threads than CPUs.
  bool crowded = false;
  // The last thread is not in the first region.
  bool grows = false;
  // A barrier in each region.
  bool exchanges = false;
};

// Regions of a team that joins by the gather of a row.
class Regions {
 public:
  Regions(const Row& row, const RegionProgram& what)
      : row_(row),
        shape_{.capacity = what.threads, .fan_in = 0, .fan_out = 0, .topology = {2, 2, 0}},
        what_(what),
        storage_(std::make_shared<ZeroedLines>(row.storage_needed(shape_))) {}

  Program program(Fences fences, bool parks) const {
    Program program;
    program.name = std::string("go_line/") + std::string(row_.name) + (what_.flat ? "/flat/" : "/tree/") +
                   (what_.crowded ? "crowded/" : "") + (what_.grows ? "grows/" : "") + std::to_string(what_.threads) +
                   (parks ? "/parking" : "") + (fences == Fences::full ? "" : "/process_wide");
    program.threads = what_.threads;
    program.fences = fences;
    program.waiter_runs = parks;
    const auto self = std::make_shared<Regions>(*this);
    program.setup = [self] {
      self->state_.make(self->what_.threads, *self);
      self->storage_->reset("barrier");
      self->row_.init(self->storage_->get(), self->shape_);
    };
    program.thread =
        primary_and_workers([self] { self->run_primary(); }, [self](ThreadId id) { self->run_worker(id); });
    return program;
  }

  const RegionProgram& what() const { return what_; }
  void for_each_released(std::uint32_t slot, std::uint32_t size, const barriers::Visitor& visitor) const {
    row_.for_each_released(storage_->get(), slot, size, visitor);
  }

 private:
  struct Traits {
    using Platform = Checked;
    using Thread = Worker;
    using Team = RegionState;
    using Member = verify::Member;

    static Team& team_of(const Member& member) { return *member.state; }
    static std::uint32_t slot_of(const Member& member) { return member.slot; }
    static Seat& own_seat(Member& member) { return member; }
    static Seat& seat_of(Team& team, std::uint32_t slot) { return team.members[slot]; }
    static const waiting::Roster<Checked>& roster_of(const Team& team) { return team.waiting.roster; }
    static const waiting::Gauge<Checked>& idle_gauge_of(const Team& team) { return team.waiting.gauge; }
    static std::uint32_t cpus() { return kMaxThreads; }
    static bool tells_all(const Team& team) { return team.regions.what().flat; }
    static void for_each_released(const Member& member, std::uint32_t size, const barriers::Visitor& visitor) {
      member.state->regions.for_each_released(member.slot, size, visitor);
    }
    static void catch_up(Member& member) {
      expect(member.state->catch_up.get("catch_up") == 1, "a newcomer does not learn how far the team is");
    }
  };
  using Fork = muster::regions::Fork<Traits>;

  struct Life {
    using Platform = Checked;
    using Thread = Worker;

    static void prepare(waiting::Waiter<Checked>& waiter, const Seat& seat) {
      waiter.set_fences(seat.idle_gauge->fences());
    }
  };

  std::uint32_t size_of(base::Episode region) const {
    return what_.grows && region == 1 ? what_.threads - 1 : what_.threads;
  }

  void take_part(Member& self, std::uint32_t size, base::Episode region) const {
    waiting::Waiter<Checked>& waiter = state_->barrier_waiters[self.slot];
    // What the fork says about sleeping holds for the region that it begins.
    waiter.set_fences(state_->in_region.fences());
    ParkingWaiter parking(waiter);
    const barriers::Arrival arrival{self.slot, size, what_.exchanges ? 2 * region : region};
    if (what_.exchanges) {
      row_.exchange(storage_->get(), {arrival.slot, size, arrival.episode - 1}, parking);
    }
    row_.gather(storage_->get(), arrival, parking, barriers::Combiner{});
  }

  static void run_region(Worker& /*thread*/, Seat& seat) {
    Member& self = static_cast<Member&>(seat);
    const Regions& regions = self.state->regions;
    const base::Episode region = Fork::enter(self, seat);
    const auto go = seat.line.go.get();
    expect(go.argument_count == region * 10, "a worker got the payload of another region");
    regions.state_->result[self.slot].set(region * 10 + self.slot, "result");
    regions.take_part(self, go.team_size, region);
  }

  void run_primary() const {
    Member& self = state_->members[0];
    for (base::Episode region = 1; region <= what_.regions; ++region) {
      const std::uint32_t size = size_of(region);
      if (row_.follows_positions) {
        // Bound to other places than in the last region.
        row_.init(storage_->get(), placed(shape_, region));
      }
      if (region == 1 && what_.crowded) {
        state_->in_region.full_fences.store_relaxed(1);
        state_->waiting.gauge.full_fences.store_relaxed(1);
      }
      state_->catch_up.set(region - 1, "catch_up");
      Fork::release(state_.get(), self, {.argument_count = static_cast<std::uint32_t>(region) * 10}, &run_region, size,
                    region);
      take_part(self, size, region);
      for (std::uint32_t slot = 1; slot < size; ++slot) {
        expect(state_->result[slot].get("result") == region * 10 + slot, "the join came before a worker's writes");
      }
    }
  }

  void run_worker(std::uint32_t slot) const {
    Worker thread;
    for (base::Episode region = 1; region <= what_.regions; ++region) {
      if (slot < size_of(region)) {
        muster::regions::WorkerLife<Life>::follow(thread, state_->members[slot], state_->waiting.waiters[slot]);
      }
    }
  }

  const Row& row_;
  barriers::Shape shape_;
  RegionProgram what_;
  Fresh<RegionState> state_;
  std::shared_ptr<ZeroedLines> storage_;
};

}  // namespace

void add_go_lines(Programs& programs, bool deep) {
  const Row& flat = *barriers::find<Checked, ParkingWaiter>("linear");
  const auto add = [&](const Row& row, const RegionProgram& what, Fences fences, bool parks, std::uint64_t enough = 0) {
    programs.push_back(Regions(row, what).program(fences, parks));
    if (enough != 0) {
      programs.back().enough = enough;
    }
  };
  add(flat, {.threads = 2, .regions = 3, .flat = true}, Fences::full, false);
  add(flat, {.threads = 3, .regions = 2, .flat = true}, Fences::full, false);
  add(flat, {.threads = 3, .regions = 2, .flat = true, .grows = true}, Fences::full, false);
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    add(flat, {.threads = 2, .regions = deep ? 2U : 1U, .flat = true}, fences, true);
    // The first two regions with more threads than CPUs, and a barrier in each: from the first fork on all members sleep and wake by full
    // fences, in regions and between them.
    add(flat, {.threads = 2, .regions = 2, .flat = true, .crowded = true, .exchanges = true}, fences, true, 10'000);
  }
  for (const Row& row : barriers::algorithms<Checked, ParkingWaiter>()) {
    if (row.capabilities.rooted) {
      // Four, so that a worker that has been told tells another.
      add(row, {.threads = 4, .regions = 2, .flat = false}, Fences::full, false, 10'000);
      add(row, {.threads = 4, .regions = 1, .flat = false}, Fences::full, true, 5'000);
      if (deep) {
        add(row, {.threads = 3, .regions = 1, .flat = false}, Fences::full, true);
      }
    }
  }
}

}  // namespace muster::verify
