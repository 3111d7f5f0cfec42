// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Presence: what a thread lets others know about itself while it waits, and Roster: a list of presences. A waiter reads them to
// find out whether it keeps a thread from running that has something to do (neighbours.h).
#pragma once

#include <cstdint>
#include <new>

#include "base/base.h"
#include "platform/platform.h"
#include "waiting/bell.h"
#include "waiting/parker.h"
#include "waiting/team_answer.h"
#include "waiting/yields.h"

namespace muster::waiting {

template <platform::Platform P>
class StepLog;

// Two cache lines that belong to one thread: one that it writes when it sleeps, and teammates on any CPU read, and one that it writes whenever it
// waits for longer than a few line transfers. In one, each look around and each wake-up of nobody would take the line from its owner.
template <platform::Platform P>
struct alignas(base::kCacheLineBytes) Presence {
  using Word = typename P::template Atomic<base::Episode>;

  // Where the thread runs; null until it has said so, and once it is about to end.
  typename P::template Atomic<typename P::CpuProbe> cpu{};
  // By which the system knows it; none until it has said so, and once it is about to end.
  typename P::template Atomic<typename P::SystemThread> system_thread{};
  Parker<P> parker;
  // What the thread waits for: until *awaited has reached `wanted`. Null while it has something to do.
  alignas(base::kCacheLineBytes) typename P::template Atomic<const Word*> awaited{nullptr};
  typename P::template Atomic<base::Episode> wanted{0};
  // Since when the thread has been awake in one wait, and run no task in it, in nanoseconds; 0 but in a wait that has lasted for long (LongWait).
  typename P::template Atomic<std::uint64_t> awake_since_ns{0};
  // Odd while the thread reads the presences of others, see PresenceReader.
  typename P::template Atomic<base::Episode> reads{0};
  // The thread has woken another since it waited last. Only the thread itself uses it.
  bool has_woken = false;
  // Null where nobody asked for one (step_log.h). Constant once the thread runs.
  StepLog<P>* steps = nullptr;

  std::int32_t last_cpu() const { return P::cpu_of(cpu.load_relaxed()); }

  // Whether the thread would go on if it had a CPU. A hint: the two fields are not read as one, and may be out of date.
  bool can_go_on() const {
    // W: acquire, pairs with W in waiting/standing.h. The word's memory is seen as its owner has made it.
    const Word* word = awaited.load_acquire();
    return word == nullptr || base::reached(word->load_relaxed(), wanted.load_relaxed());
  }

  // Whether both threads wait for one word, and this one for less, so that it goes on first. A hint, as above.
  bool goes_before(const Presence& other) const {
    const Word* word = awaited.load_relaxed();
    return word != nullptr && word == other.awaited.load_relaxed() &&
           !base::reached(wanted.load_relaxed(), other.wanted.load_relaxed());
  }
};

// A table of presences that may be replaced by a longer one with the same entries in front. Old tables stay readable.
template <platform::Platform P>
struct Roster {
  using Entry = typename P::template Atomic<Presence<P>*>;

  typename P::template Atomic<Entry*> table{nullptr};
  typename P::template Atomic<std::uint32_t> threads{0};
  // A hint, for teams with more threads than CPUs; written by the thread that finds out.
  mutable Losses<P> losses;
  // Whether threads of others could run.
  mutable TeamAnswer<P> strangers;
  // For teams with more threads than CPUs; null: none. Constant. It outlives them, as it may be rung for one that has gone on.
  Bell<P>* bell = nullptr;

  // Where they sleep when there are so many; null: each for itself. A hint: a thread that sleeps otherwise is woken too.
  Bell<P>* bell_for(std::uint32_t size, std::uint32_t cpus) const {
    return sleeps_at_bell(size, cpus) ? bell : nullptr;
  }

  std::uint32_t size() const { return threads.load_acquire(); }  // T: acquire, pairs with T
  // T: acquire, pairs with T
  Presence<P>* at(std::uint32_t index) const { return table.load_acquire()[index].load_relaxed(); }

  // The rest is for one thread at a time, while others may read. The first `count` entries are copied to memory that is longer; what is behind
  // them is the caller's to make before.
  void move_to(Entry* longer, std::uint32_t count) {
    for (std::uint32_t index = 0; index < count; ++index) {
      (new (longer + index) Entry())->store_relaxed(at(index));
    }
    // T: release, pairs with T
    table.store_release(longer);
  }
  // That many entries are there.
  void resize(std::uint32_t size) { threads.store_release(size); }  // T: release, pairs with T
  // The table has room.
  void add(Presence<P>& newcomer) {
    const std::uint32_t size = threads.load_relaxed();
    table.load_relaxed()[size].store_relaxed(&newcomer);
    resize(size + 1);
  }
};

// Probes and awaited words point into memory of the threads and teams that published them. A reader of presences marks itself, and
// a thread that is about to free such memory waits, after the pointers have been taken back, until nobody is left that may have seen
// one. The same asymmetric handshake as in parker.h: the reader's half costs nothing.
//
// Ordering  A done    store release of reads     pairs with B
//           B await   await acquire of reads
template <platform::Platform P>
class PresenceReader {
 public:
  explicit PresenceReader(Presence<P>& self) : self_(self) {
    self_.reads.store_relaxed(self_.reads.load_relaxed() + 1);
    P::light_fence();
  }
  ~PresenceReader() {
    // A: release, pairs with B
    self_.reads.store_release(self_.reads.load_relaxed() + 1);
  }
  PresenceReader(const PresenceReader&) = delete;
  PresenceReader& operator=(const PresenceReader&) = delete;

 private:
  Presence<P>& self_;
};

// Not to be called by a reader.
template <platform::Platform P>
void await_readers(const Roster<P>& everybody) {
  P::heavy_fence();
  const std::uint32_t threads = everybody.size();
  for (std::uint32_t index = 0; index < threads; ++index) {
    const Presence<P>& other = *everybody.at(index);
    // B: acquire, pairs with A
    const base::Episode reads = other.reads.load_acquire();
    if (reads % 2 != 0) {
      // B: acquire, pairs with A
      P::await_reached(other.reads, reads + 1, platform::YieldingIdle<P>{});
    }
  }
}

}  // namespace muster::waiting
