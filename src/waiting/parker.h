// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parker: one word by which one thread sleeps, and which others use to wake it. It sleeps on that word, or on one with its team (bell.h).
//
// State of the word   what moves it there
//   kAwake            the owner, or the thread that wakes it. The owner runs, or is about to.
//   kParked           the owner, asleep or about to be: the thread that makes its condition true must wake it.
//   kDozing           the owner, asleep for a short time at most. Waking it is a favour: it wakes by itself.
//   kParkedAtBell     kParked, and the owner sleeps at a bell, which then has to be rung for it.
//   kParkedForErrand  kParked, and the owner does an errand for the thread of its team that wakes it. The bits above count such sleeps.
//   kErrand           the thread that wakes it from kParkedForErrand; the errand is in the bits above. The owner takes it before it does anything else.
//
// The race that matters: the owner looks, sees nothing, and falls asleep, while the waker makes the condition true and looks
// for sleepers. It is a Dekker handshake:
//   owner: state = parked; heavy fence (A); look at the condition
//   waker: condition = true; light fence (B); look at the state
// The two fences order the pairs, so either the owner sees the condition or the waker sees the sleeper. heavy_fence() is
// the expensive half (9 us while another thread of the process runs) and stands on the path that is about to sleep anyway.
// Where threads sleep at every turn, both sides use full_fence() instead: Fences::full must then be what all wakers use.
//
// Ordering  C at bell    store release of state, after the bell   pairs with D
//           D wake       compare-and-swap acquire of state, before the bell is read. If the owner has gone to another bell since, it has left
//                        this one, and the ring at the other is a wake-up too many.
//           E set_notes  store release of the notes' address        pairs with F
//           F wake       load acquire of it, before their clock is read
//           G sleep      store release of kParkedForErrand, after the team       pairs with H
//           H wake       load acquire of state, before the team is read. If the owner sleeps in another team by then, the state has another count, and the
//                        compare-and-swap fails.
#pragma once

#include <cstdint>

#include "base/base.h"
#include "platform/platform.h"
#include "waiting/bell.h"
#include "waiting/sleep_notes.h"

namespace muster::waiting {

enum ParkState : std::uint32_t {
  kAwake = 0,
  kParked = 1,
  kDozing = 2,
  kParkedAtBell = 3,
  kParkedForErrand = 4,
  kErrand = 5
};
inline constexpr std::uint32_t kParkStateBits = 3;

constexpr ParkState park_state_of(std::uint32_t word) {
  return static_cast<ParkState>(word & ((1U << kParkStateBits) - 1));
}

// What a woken thread is to do for the one that woke it, in the words of those two (wake_up.h); 0: nothing.
using Errand = std::uint32_t;
inline constexpr Errand kNoErrand = 0;
inline constexpr Errand kLargestErrand = ~Errand{0} >> kParkStateBits;

enum class Fences : std::uint8_t { asymmetric, full };

// By which the threads of a team sleep and wake: where they sleep at every wait, as they are more than the CPUs or have no blocktime, falling asleep is to cost no more than
// being told.
constexpr Fences fences_for(std::uint32_t threads, std::uint32_t cpus, std::uint64_t blocktime_ns) {
  return threads > cpus || blocktime_ns == 0 ? Fences::full : Fences::asymmetric;
}

enum class Woken : std::uint8_t { was_awake, without_errand, with_errand };

template <platform::Platform P>
class Parker {
 public:
  // Owner only. Sleeps until woken, unless done() holds already. Returns also when woken for another reason, so callers
  // look at their condition again.
  template <class Done>
  void park_unless(Done done) {
    fall_asleep(kParked, done, Fences::asymmetric);
  }

  // The same; returns the errand that came with waking. A thread may sleep in several teams, such as those of nested regions, and an errand is about one of them: it is only
  // taken from a thread that wakes it for `team`.
  template <class Done>
  Errand park_for_errand_unless(const void* team, Done done, Fences fences = Fences::asymmetric) {
    team_.store_relaxed(team);
    return fall_asleep(++sleeps_ << kParkStateBits | kParkedForErrand, done, fences);
  }

  // Owner only, while it is awake. The notes stay where they are as long as the parker is in use.
  void set_notes(SleepNotes<P>& notes) {
    // E: release, pairs with F
    notes_.store_release(&notes);
  }

  // Owner only, while it is awake: where park_at_bell_unless() sleeps, as which of the threads there, and from which CPU it comes.
  void set_bell(Bell<P>& bell, std::uint32_t bits, std::int32_t cpu) {
    bell_.store_relaxed(&bell);
    bell_bits_.store_relaxed(bits);
    bell_cpu_.store_relaxed(cpu);
  }

  // Like park_unless(), by Fences::full.
  template <class Done>
  void park_at_bell_unless(Done done) {
    // C: release, pairs with D
    state_.store_release(kParkedAtBell);
    P::full_fence();
    if (!done()) {
      Bell<P>& bell = *bell_.load_relaxed();
      const std::uint32_t bits = bell_bits_.load_relaxed();
      const NotedSleep<P> noted(notes_.load_relaxed());
      for (std::uint32_t seen = bell.strokes(); state_.load_relaxed() == kParkedAtBell; seen = bell.strokes()) {
        bell.park(seen, bits);
      }
    }
    state_.store_relaxed(kAwake);
  }

  // Like park_unless(), but for no longer than timeout_ns.
  template <class Done>
  void doze_unless(Done done, std::uint64_t timeout_ns) {
    state_.store_relaxed(kDozing);
    P::full_fence();
    if (!done()) {
      const NotedSleep<P> noted(notes_.load_relaxed());
      P::park_for(state_, kDozing, timeout_ns);
    }
    state_.store_relaxed(kAwake);
  }

  bool is_awake() const { return state_.load_relaxed() == kAwake; }
  bool is_dozing() const { return state_.load_relaxed() == kDozing; }

  // Any thread, after making the owner's condition true and P::light_fence(). Costs one load when the owner is awake; true if
  // this call has woken it. No order is needed here: what the waker wrote reaches the owner through the condition that
  // the owner looks at, and an errand is the value itself.
  MUSTER_ALWAYS_INLINE bool wake_if_parked() {
    if (is_awake()) [[likely]] {
      return false;
    }
    return wake_sleeper();
  }

  // `team`: in which the errand is to be done.
  Woken wake(Errand errand, const void* team) {
    for (;;) {
      // H: acquire, pairs with G
      std::uint32_t word = state_.load_acquire();
      const ParkState state = park_state_of(word);
      if (state == kAwake || state == kErrand) {
        return Woken::was_awake;
      }
      const bool takes_errand = state == kParkedForErrand && errand != kNoErrand && team_.load_relaxed() == team;
      // D: acquire, pairs with C
      if (state_.compare_exchange_acquire(word, takes_errand ? errand << kParkStateBits | kErrand : kAwake)) {
        note_signal();
        if (state == kParkedAtBell) {
          bell_.load_relaxed()->ring(bell_bits_.load_relaxed());
        } else {
          P::unpark(state_, 1);
        }
        return takes_errand ? Woken::with_errand : Woken::without_errand;
      }
    }
  }

  // Like wake_if_parked(), but an owner that sleeps at `bell` is left to the caller, which rings it for the bits that are told. 0: there is nothing to ring.
  struct Taken {
    bool was_parked;
    std::uint32_t bits;
    std::int32_t cpu;  // where it fell asleep, if `bits` are told
  };
  Taken take_from(const Bell<P>* bell) {
    std::uint32_t state = kParkedAtBell;
    // D: acquire, pairs with C
    if (state_.load_relaxed() != kParkedAtBell || !state_.compare_exchange_acquire(state, kAwake)) {
      return {wake_if_parked(), 0, -1};
    }
    note_signal();
    Bell<P>& own = *bell_.load_relaxed();
    const std::uint32_t bits = bell_bits_.load_relaxed();
    if (&own == bell) {
      return {true, bits, bell_cpu_.load_relaxed()};
    }
    own.ring(bits);
    return {true, 0, -1};
  }

 private:
  // Out of line: callers are barriers, whose threads are awake as a rule.
  MUSTER_NOINLINE bool wake_sleeper() { return wake(kNoErrand, nullptr) != Woken::was_awake; }

  template <class Done>
  Errand fall_asleep(std::uint32_t as, Done& done, Fences fences) {
    // G: release, pairs with H
    state_.store_release(as);
    if (fences == Fences::full) {
      P::full_fence();
    } else {
      P::heavy_fence();
    }
    if (!done()) {
      const NotedSleep<P> noted(notes_.load_relaxed());
      while (state_.load_relaxed() == as) {
        P::park(state_, as);
      }
    }
    // Somebody may have come with an errand between the last look and now.
    const std::uint32_t word = state_.exchange_relaxed(kAwake);
    return park_state_of(word) == kErrand ? word >> kParkStateBits : kNoErrand;
  }

  void note_signal() {
    // F: acquire, pairs with E
    if (SleepNotes<P>* notes = notes_.load_acquire(); notes != nullptr) [[unlikely]] {
      notes->signalled.store_relaxed(notes->now.get()());
    }
  }

  typename P::template Atomic<std::uint32_t> state_{kAwake};
  // The bell at which the owner sleeps, if it does, and as which threads there.
  typename P::template Atomic<std::uint32_t> bell_bits_{0};
  typename P::template Atomic<Bell<P>*> bell_{nullptr};
  // The team in which the owner sleeps, if it does errands.
  typename P::template Atomic<const void*> team_{nullptr};
  // Owner only.
  std::uint32_t sleeps_ = 0;
  // Where the owner was when it fell asleep at the bell.
  typename P::template Atomic<std::int32_t> bell_cpu_{-1};
  // Null: nobody wants to know of the owner's sleep.
  typename P::template Atomic<SleepNotes<P>*> notes_{nullptr};
};

}  // namespace muster::waiting
