// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine as the portable core sees it: the concept `Platform`. waiting, barriers, reductions, locks, loops and the
// task deque are templates on it and touch nothing else, so that one source runs on the real machine (native.h), on a
// simulated one, and under a checker that explores interleavings.
//
// Porting guide: what a model must provide
//
//   Atomic<T>            a word shared between threads. Members carry their memory order in the name; the set in
//                        platform/atomic.h is the whole set. No operation has a default order.
//   Plain<T>             a variable that one thread hands to another: get(), set() and write(), whose order something beside it sees to. A checker finds
//                        accesses that nothing orders.
//   relax()              tells the CPU that this is a polling loop. May cost 10 to 140 cycles, so budgets are times, and where polls are counted
//                        their number goes through relaxes() or eager_polls(). It must return by itself, and soon: between two calls a waiter also looks
//                        for tasks, for a cancelled team and for threads that want its CPU. So Arm's WFE on the watched
//                        line (LDAXR, then WFE) does not serve, although it would leave the line alone until it changes:
//                        it sleeps through changes of all other words until the event stream ends it, which Linux sets to
//                        100 us (ARCH_TIMER_EVT_STREAM_PERIOD_US) and does not have everywhere (HWCAP_EVTSTRM); under KVM it
//                        traps whenever the host's CPU has a second thread to run. WFET takes a time limit and would fit; it
//                        needs FEAT_WFxT (Armv8.7), and QEMU runs both as no-ops, so no test here could fail. Hence ISB.
//   relaxes(count)       how many calls of relax() take as long as `count` of them do on the reference machine (pace.h); one at least.
//   eager_polls()        relaxes(kEagerPolls), where it stands on the path of each wait.
//   call_ns()            how long a system call takes that does next to nothing.
//   light_fence() and    the two halves of an asymmetric Dekker handshake. A thread that writes A, runs light_fence() and
//   heavy_fence()        reads B, and one that writes B, runs heavy_fence() and reads A, cannot both miss the other's
//                        write. The light half stands on hot paths and costs nothing where the system can do the whole
//                        work in the heavy half; a model without that ability makes both a full fence.
//   full_fence()         both halves in one, for handshakes in which neither side is rare.
//   await_reached(word,  returns when word, read with acquire order, has reached the wanted value (base/episode.h). It polls
//     wanted, idle)      idle.eager_polls() times, eager_polls() where it has no such member, and then calls
//                        idle.wait_for(word, wanted); the `idle` object is the policy (spin, make room, park). A simulated machine suspends the virtual thread until the word's cache line
//                        changes; a checker treats it as one blocking read. It is the only way to wait for a word that
//                        another thread moves on, so everybody can see what a waiting thread waits for.
//   has_reached(word,    the question that await_reached asks, once; with acquire order.
//     wanted)
//   await_within(word,   polls, ever less often, until ready(value) holds or budget_ns have passed; true in the first case.
//     ready, budget_ns,  There are at most `most_pauses` calls of relax() between two polls, and no more than the platform makes at
//     most_pauses)       most. Gives no order: the caller goes on with an operation that has one.
//   park(word, value)    sleeps while word == value. May return early at any time. Needs unpark to be woken.
//   park_for(word,       the same, but no longer than timeout_ns.
//     value, timeout_ns)
//   unpark(word, count)  wakes at most count threads that sleep on word.
//   park_as(word, value, park(), by a thread that is in the set `bits`, which is not empty.
//     bits)
//   unpark_those(word,   wakes all threads that sleep on word in a set that has one of `bits`.
//     bits)
//   yield()              offers the CPU to another runnable thread. May do nothing: progress never hangs on it.
//   leave_cpu(cpu)       asks that the calling thread, one of the runtime's own, run on another CPU than `cpu` from now on, of those
//                        that it may use. May do nothing. Costs tens of microseconds.
//   may_swap_cpus()      whether the user allows swap_cpus().
//   swap_cpus(thread,    asks that a thread of the process, which was seen on CPU `its`, and the calling thread, on CPU `own`, be on each other's CPU from now
//     its, own)          on, if both may use both. May do nothing. Costs tens of microseconds.
//   SystemThread         by which the system knows a thread: own_system_thread() is taken by the thread itself, others give it to cpu_time_ns().
//   cpu_time_ns(thread)  how long a thread of the process has run, in nanoseconds, up to now; 0 where it is not known. A system call.
//   own_switches()       how often the calling thread has left a CPU for another thread or to sleep; 0 where that is not known. A system call.
//   runnable_threads()   how many threads of the whole system run or could; -1 where it is not known. Costs some microseconds.
//   system_cpus()        how many CPUs the whole system runs threads on; 0 where it is not known. Costs some microseconds once.
//   still_waits(ns)      says that the calling thread has waited for `ns` nanoseconds awake since it said so last, or since its wait began, and asks in how
//                        many it shall say so again; 0: never.
//   now_ns()             monotonic time in nanoseconds.
//   CpuProbe             where a thread last ran: own_cpu_probe() is taken by the thread itself and may be read by others
//                        with cpu_of(probe), which returns -1 when it is not known.
//   note_cpu()           says where the calling thread runs, where the system does not keep the probe current by itself. Called when a thread is about
//                        to look where others are.
#pragma once

#include <concepts>
#include <cstdint>

#include "base/base.h"
#include "platform/pace.h"

namespace muster::platform {

// What await_reached needs of the object that decides how to wait.
template <class I, class P>
concept IdlePolicy = requires(I idle, const typename P::template Atomic<base::Episode>& word, base::Episode wanted) {
  idle.wait_for(word, wanted);
};

// With relax() between them: where two CPUs are threads of one core, polling without it takes from the other what it needs to
// get here; where they are far apart it makes no difference. So these take a
// microsecond or two, some transfers of a cache line (20 to 180 ns on the reference machine, by where the host puts its CPUs), which
// covers an undisturbed barrier; short of that, even such a barrier would be waited for in earnest each time. The number is the reference machine's.
inline constexpr std::uint32_t kEagerPolls = 64;

// Gives the CPU away until the word is there: for slow paths outside a team.
template <class P>
struct YieldingIdle {
  void wait_for(const typename P::template Atomic<base::Episode>& word, base::Episode wanted) const {
    while (!P::has_reached(word, wanted)) {
      P::yield();
    }
  }
};

template <class P>
concept CpuModel = requires {
  P::relax();
  { P::relaxes(std::uint32_t{}) } -> std::same_as<std::uint32_t>;
  { P::eager_polls() } -> std::same_as<std::uint32_t>;
  { P::call_ns() } -> std::same_as<std::uint32_t>;
  P::light_fence();
  P::heavy_fence();
  P::full_fence();
};

template <class P>
concept OperatingSystemModel =
    requires(typename P::template Atomic<std::uint32_t>& word, std::uint32_t value, typename P::CpuProbe probe) {
      P::park(word, value);
      P::park_for(word, value, std::uint64_t{});
      P::unpark(word, value);
      P::park_as(word, value, value);
      P::unpark_those(word, value);
      P::yield();
      P::leave_cpu(std::int32_t{});
      { P::may_swap_cpus() } -> std::same_as<bool>;
      P::swap_cpus(typename P::SystemThread{}, std::int32_t{}, std::int32_t{});
      { P::own_system_thread() } -> std::same_as<typename P::SystemThread>;
      { P::cpu_time_ns(typename P::SystemThread{}) } -> std::same_as<std::uint64_t>;
      { P::own_switches() } -> std::same_as<std::uint64_t>;
      { P::runnable_threads() } -> std::same_as<std::int32_t>;
      { P::system_cpus() } -> std::same_as<std::uint32_t>;
      { P::still_waits(std::uint64_t{}) } -> std::same_as<std::uint64_t>;
      { P::now_ns() } -> std::same_as<std::uint64_t>;
      { P::own_cpu_probe() } -> std::same_as<typename P::CpuProbe>;
      P::note_cpu();
      { P::cpu_of(probe) } -> std::same_as<std::int32_t>;
    };

// For await_within(): as many pauses as the platform makes at most.
inline constexpr std::uint32_t kAnyPauses = ~std::uint32_t{0};

template <class P>
concept MemoryModel = requires(const typename P::template Atomic<base::Episode>& word, bool (*ready)(base::Episode),
                               YieldingIdle<P> idle, typename P::template Plain<base::Episode>& plain) {
  { plain.get() } -> std::convertible_to<base::Episode>;
  plain.set(base::Episode{});
  { word.load_acquire() } -> std::same_as<base::Episode>;
  P::await_reached(word, base::Episode{}, idle);
  { P::has_reached(word, base::Episode{}) } -> std::same_as<bool>;
  { P::await_within(word, ready, std::uint64_t{}, std::uint32_t{}) } -> std::same_as<bool>;
};

template <class P>
concept Platform = CpuModel<P> && OperatingSystemModel<P> && MemoryModel<P>;

}  // namespace muster::platform
