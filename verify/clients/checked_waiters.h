// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The waiters that clients give to an algorithm.
#pragma once

#include <cstdint>

#include "checked_platform.h"
#include "waiting/waiting.h"

namespace muster::verify {

// Sleeps in the explorer's own await, and is woken by its signals: finds out whether the algorithm wakes whom it should.
class SignallingWaiter {
 public:
  template <class Word>
  void wait_for(const Word& /*word*/, base::Episode /*wanted*/) const {}
  template <class Word>
  void wait_for_turn(const Word& /*word*/, base::Episode /*wanted*/) const {}
  template <class Word>
  void wait_for_progress(const Word& /*word*/, base::Episode /*wanted*/) const {}
  template <class Word>
  void block_for(const Word& /*word*/, base::Episode /*wanted*/) const {}
  void signalled(std::uint32_t slot, Here where = Here::current()) const { signal(where, Kind::signal, slot); }
  void signalled_all(Here where = Here::current()) const { signal(where, Kind::signal_all, 0); }
  template <class Word>
  void signalled_at(const Word& /*word*/, base::Episode /*value*/, Here where = Here::current()) const {
    signal(where, Kind::signal_all, 0);
  }
  template <class Word>
  void signalled_one_at(const Word& /*word*/, base::Episode /*value*/, Here where = Here::current()) const {
    signal(where, Kind::signal_all, 0);
  }

 private:
  static void signal(const Here& where, Kind kind, std::uint32_t slot) {
    Machine& machine = Machine::instance();
    if (machine.program().sleeps != 0) {
      machine.submit({.kind = kind, .site = machine.site(where, kind, Order::relaxed), .operand = slot});
    }
  }
};

// The runtime's waiter, parker included. A wake-up that is a mutant's to drop is dropped here.
class ParkingWaiter {
 public:
  explicit ParkingWaiter(waiting::Waiter<Checked>& waiter) : waiter_(waiter) {}

  template <class Word>
  void wait_for(const Word& word, base::Episode wanted) {
    waiter_.wait_for(word, wanted);
  }
  template <class Word>
  void block_for(const Word& word, base::Episode wanted) {
    waiter_.block_for(word, wanted);
  }
  void signalled(std::uint32_t slot, Here where = Here::current()) const {
    if (!is_dropped(where, Kind::signal)) {
      waiter_.signalled(slot);
    }
  }
  void signalled_all(Here where = Here::current()) const {
    if (!is_dropped(where, Kind::signal_all)) {
      waiter_.signalled_all();
    }
  }

 private:
  static bool is_dropped(const Here& where, Kind kind) {
    Machine& machine = Machine::instance();
    return machine.is_dropped(machine.site(where, kind, Order::relaxed));
  }

  waiting::Waiter<Checked>& waiter_;
};

// What the waiters of a team share, as teams/ has it.
struct WaitingTeam {
  explicit WaitingTeam(std::uint32_t threads) {
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      entries[slot].store_relaxed(&presences[slot]);
      waiters[slot].attach(presences[slot], roster, roster, gauge, slot);
      waiters[slot].set_blocktime(0);
    }
    roster.table.store_relaxed(entries);
    roster.threads.store_relaxed(threads);
    roster.bell = &bell;
  }

  waiting::Presence<Checked> presences[kMaxThreads];
  waiting::Roster<Checked>::Entry entries[kMaxThreads];
  waiting::Bell<Checked> bell;
  waiting::Roster<Checked> roster;
  waiting::Gauge<Checked> gauge;
  waiting::Waiter<Checked> waiters[kMaxThreads];
};

}  // namespace muster::verify
