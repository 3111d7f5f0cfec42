// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team that offers its workers while its primary rests: either the primary has them back or one other thread takes them, and the one that
// has them sees what the one before it has left.
#include "checked_platform.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "clients/roles.h"
#include "data.h"
#include "regions/regions.h"

namespace muster::verify {
namespace {

struct OfferState {
  muster::regions::Offer<Checked> offer;
  // Stand for the team's table of workers, and for what is in their seats: plain memory of the thread that has the workers.
  Data<std::uint64_t> seats;
  // By which a taker sees whether the team has rested for long.
  Checked::Atomic<std::uint64_t> rests;
  Data<std::uint64_t> occupied;
};

class Offers {
 public:
  Offers(ThreadId threads, std::uint32_t regions) : threads_(threads), regions_(regions) {}

  Program program() const {
    Program program;
    program.name = "offers/" + std::to_string(threads_) + "x" + std::to_string(regions_);
    program.threads = threads_;
    program.setup = [*this] { state_.make(); };
    program.thread = primary_and_workers([*this] { run_primary(); }, [*this](ThreadId /*id*/) { run_taker(); });
    program.check = [*this] { check(); };
    return program;
  }

 private:
  static constexpr std::uint64_t kWorkers = 3;

  void run_primary() const {
    OfferState& state = state_.get();
    for (std::uint32_t region = 0; region < regions_; ++region) {
      const std::uint64_t seats = state.seats.get("seats");
      expect(seats == 0 || seats == kWorkers, "some of the workers have gone");
      if (seats == 0) {
        state.occupied.set(state.occupied.get("occupied") + kWorkers, "occupied");
        state.seats.set(kWorkers, "seats");
      }
      state.rests.store_relaxed(region + 1);
      state.offer.offer();
      state.offer.hold();
    }
  }

  void run_taker() const {
    OfferState& state = state_.get();
    std::uint64_t seen = 0;
    if (!state.offer.take_if([&] { return (seen = state.rests.load_relaxed()) != 0; })) {
      return;
    }
    expect(state.rests.load_relaxed() == seen, "taken for a rest that is over");
    const std::uint64_t seats = state.seats.get("seats");
    expect(seats == kWorkers, "taken from a team that has no workers");
    state.seats.set(0, "seats");
    state.occupied.set(state.occupied.get("occupied") - seats, "occupied");
    state.offer.give_back();
  }

  // Every worker that was made is in the team or was taken once.
  void check() const {
    OfferState& state = state_.get();
    expect(state.occupied.get("occupied") == state.seats.get("seats"), "a worker is in two places, or in none");
  }

  ThreadId threads_;
  std::uint32_t regions_;
  Fresh<OfferState> state_;
};

}  // namespace

void add_offers(Programs& programs, bool deep) {
  programs.push_back(Offers(2, 2).program());
  programs.push_back(Offers(3, 2).program());
  if (deep) {
    programs.push_back(Offers(4, 3).program());
  }
}

}  // namespace muster::verify
