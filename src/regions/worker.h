// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The life of a worker between regions: it waits in its seat, runs what comes, moves to another seat when it is told to, and ends.
//
// Ordering  M move   store release of assigned      pairs with M: what is in the seat is seen by its new occupant
//           M look   load acquire of assigned
//           A move   store release of asked, even   pairs with G
//           G look   load and await acquire of asked: the seat is that of the moves that it counts, as it is the same number after the look
//           C left   store release of done          pairs with D: the worker does not touch its old seat any more
//           D await  await acquire of done
//           E end    store release of may_end       pairs with F
//           F await  await acquire of may_end
#pragma once

#include <cstdint>

#include "regions/go_line.h"

namespace muster::regions {

// Where a worker belongs. Others write it while the worker idles.
template <platform::Platform P, class Thread>
struct alignas(base::kCacheLineBytes) Moves {
  using SeatOfThread = Seat<P, Thread>;
  using Word = typename P::template Atomic<base::Episode>;

  typename P::template Atomic<SeatOfThread*> assigned{nullptr};
  // Twice how often the worker has been told to move, odd while `assigned` changes; and the same of the moves that it has made.
  Word asked{0};
  Word done{0};
  typename P::template Atomic<std::uint32_t> stop{0};

  // After the thread has ended.
  void reset() {
    assigned.store_relaxed(nullptr);
    asked.store_relaxed(0);
    done.store_relaxed(0);
    stop.store_relaxed(0);
  }

  // Before the worker is started, which orders it.
  void begin_in(SeatOfThread& seat) { assigned.store_relaxed(&seat); }

  // The worker idles in its seat and leaves it for another. Its old seat stays in use until await_move() returns.
  void move_to(SeatOfThread& seat, waiting::Presence<P>& worker) {
    SeatOfThread& left = *assigned.load_relaxed();
    const base::Episode before = asked.load_relaxed();
    asked.store_relaxed(before + 1);
    // M: release, pairs with M
    assigned.store_release(&seat);
    // A: release, pairs with G
    asked.store_release(before + 2);
    left.line.nudge([](Thread& /*thread*/, SeatOfThread& own) { own.followed.set(own.line.episode.load_relaxed()); });
    // Not the light one: workers of teams whose threads sleep at every wait do so by waiting::Fences::full.
    P::full_fence();
    worker.parker.wake_if_parked();
  }

  // The worker itself calls it. Returns the seat where it belongs; those that wait in await_move() go on when that is the last one.
  SeatOfThread& take_seat() {
    for (;;) {
      // G: acquire, pairs with A
      base::Episode moves = asked.load_acquire();
      if (moves % 2 != 0) [[unlikely]] {
        // G: acquire, pairs with A
        P::await_reached(asked, ++moves, platform::YieldingIdle<P>{});
      }
      // M: acquire, pairs with M
      SeatOfThread* seat = assigned.load_acquire();
      if (asked.load_relaxed() == moves) {
        // C: release, pairs with D
        done.store_release(moves);
        return *seat;
      }
    }
  }

  // The worker that is to end calls it, as it has left every seat. It may see that it is to end before it sees that it has been asked to move, so this is its last move, asked or not.
  void leave_last_seat() {
    // C: release, pairs with D
    done.store_release(asked.load_relaxed() + 2);
  }

  void await_move() const {
    // D: acquire, pairs with C
    P::await_reached(done, asked.load_relaxed(), platform::YieldingIdle<P>{});
  }

  // The worker idles in its seat and is to end, from there or from `last`.
  void end_in(SeatOfThread& last, waiting::Presence<P>& worker) {
    stop.store_relaxed(1);
    move_to(last, worker);
  }
};

// Reaches 1 when the workers that were told to end may do so: when all of them have left their seats, as teammates read what ends with a thread.
template <platform::Platform P>
void let_workers_end(typename P::template Atomic<base::Episode>& may_end) {
  // E: release, pairs with F
  may_end.store_release(1);
}

// A `Life` says what belongs to the thread:
//
//   Platform, Thread
//   moves_of(thread)             its Moves
//   with_waiter(thread, seat, use)
//                                calls use(waiter) with what waits in that seat
//   prepare(waiter, seat)        before each wait for a go
template <class Life>
class WorkerLife {
 public:
  using P = typename Life::Platform;
  using Thread = typename Life::Thread;
  using SeatOfThread = Seat<P, Thread>;

  // Until it is told to end.
  static void work(Thread& self) {
    Moves<P, Thread>& moves = Life::moves_of(self);
    while (moves.stop.load_relaxed() == 0) {
      SeatOfThread& seat = moves.take_seat();
      Life::with_waiter(self, seat, [&](auto& waiter) { stay(self, moves, seat, waiter); });
    }
  }

  // After that.
  static void await_end(Thread& self, const typename P::template Atomic<base::Episode>& may_end) {
    Life::moves_of(self).leave_last_seat();
    // F: acquire, pairs with E
    P::await_reached(may_end, 1, platform::YieldingIdle<P>{});
  }

  // Waits for one go, and does what it says.
  template <class Waiter>
  static void follow(Thread& self, SeatOfThread& seat, Waiter& waiter) {
    Life::prepare(waiter, seat);
    // B: acquire, pairs with A in regions/go_line.h
    P::await_reached(seat.line.episode, seat.followed.get() + 1, waiter);
    seat.line.go.get().run(self, seat);
  }

 private:
  template <class Waiter>
  static void stay(Thread& self, const Moves<P, Thread>& moves, SeatOfThread& seat, Waiter& waiter) {
    do {
      follow(self, seat, waiter);
    } while (moves.assigned.load_relaxed() == &seat && moves.stop.load_relaxed() == 0);
  }
};

}  // namespace muster::regions
