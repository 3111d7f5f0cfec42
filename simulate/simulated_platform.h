// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulated: the model of Platform that runs the portable core on a machine that is not at hand.
#pragma once

#include <cstdint>
#include <type_traits>

#include "platform/platform.h"
#include "simulated_atomic.h"
#include "waiting/waiting.h"

namespace muster::simulate {

// What an idle object says whose eager polls never end.
inline constexpr std::uint32_t kPollsForGood = ~std::uint32_t{0};

struct Simulated {
  template <class T>
  using Atomic = simulate::Atomic<T>;
  template <class T>
  using Plain = simulate::Plain<T>;

  using CpuProbe = const Thread*;
  // The thread's number plus one.
  using SystemThread = std::int32_t;

  static void relax() { simulation().pass(costs().poll, Part::software); }
  static std::uint32_t relaxes(std::uint32_t reference_count) {
    return platform::Pace::of_relax(costs().poll).relaxes(reference_count);
  }
  static std::uint32_t eager_polls() { return relaxes(platform::kEagerPolls); }
  static std::uint32_t call_ns() {
    const std::uint64_t yield_ns = costs().yield / kPicoseconds;
    return static_cast<std::uint32_t>(yield_ns > waiting::kYieldWork_ns ? yield_ns - waiting::kYieldWork_ns : 0);
  }
  static void light_fence() {}
  static void heavy_fence() { simulation().fence_all(costs().heavy_fence); }
  static void full_fence() { simulation().fence(costs().fence); }

  static void park(Atomic<std::uint32_t>& word, std::uint32_t expected) {
    simulation().park(word.address(), expected, kEverybody);
  }
  static void park_for(Atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t timeout_ns) {
    simulation().park(word.address(), expected, kEverybody, timeout_ns * kPicoseconds);
  }
  static void unpark(Atomic<std::uint32_t>& word, std::uint32_t count) {
    simulation().unpark(word.address(), count, kEverybody);
  }
  static void park_as(Atomic<std::uint32_t>& word, std::uint32_t expected, std::uint32_t bits) {
    simulation().park(word.address(), expected, bits);
  }
  static void unpark_those(Atomic<std::uint32_t>& word, std::uint32_t bits) {
    simulation().unpark(word.address(), ~std::uint32_t{0}, bits);
  }
  static void yield() { simulation().yield(); }
  // As it is unless the user asks for it.
  static bool may_swap_cpus() { return false; }
  static void swap_cpus(SystemThread /*thread*/, std::int32_t /*its*/, std::int32_t /*own*/) {}
  static void leave_cpu(std::int32_t cpu) { simulation().leave_cpu(static_cast<std::uint32_t>(cpu)); }
  static SystemThread own_system_thread() { return static_cast<SystemThread>(simulation().self_id()) + 1; }
  static std::uint64_t cpu_time_ns(SystemThread thread) {
    simulation().pass(costs().clock, Part::system);
    return thread == 0 ? 0 : simulation().cpu_time(static_cast<ThreadId>(thread - 1)) / kPicoseconds;
  }
  // One more than it has had since its begin, as 0 stands for what is not known.
  static std::uint64_t own_switches() {
    simulation().pass(costs().clock, Part::system);
    return simulation().self().counts.switches + 1;
  }
  static std::int32_t runnable_threads() { return static_cast<std::int32_t>(simulation().runnable()); }
  static std::uint64_t still_waits(std::uint64_t /*passed_ns*/) { return 0; }
  static std::uint32_t system_cpus() { return simulation().machine().cpus(); }
  static std::uint64_t now_ns() {
    simulation().pass(costs().clock, Part::software);
    return simulation().now() / kPicoseconds;
  }
  static CpuProbe own_cpu_probe() { return &simulation().self(); }
  static void note_cpu() {}
  static std::int32_t cpu_of(CpuProbe probe) { return probe == nullptr ? -1 : probe->cpu_seen; }

  static bool has_reached(const Atomic<base::Episode>& word, base::Episode wanted) {
    return base::reached(word.load_acquire(), wanted);
  }

  // One blocking read: a poll that finds nothing costs the simulation nothing.
  template <class Idle>
  static void await_reached(const Atomic<base::Episode>& word, base::Episode wanted, Idle&& idle) {
    const Time deadline = deadline_of_eager_polls(idle);
    while (!has_reached(word, wanted)) {
      if (simulation().now() >= deadline) {
        idle.wait_for(word, wanted);
        return;
      }
      simulation().watch(word.address(), deadline);
    }
  }

  template <class T, class Ready>
  static bool await_within(const Atomic<T>& word, Ready ready, std::uint64_t budget_ns, std::uint32_t /*most_pauses*/) {
    const Time deadline = simulation().now() + budget_ns * kPicoseconds;
    while (!ready(word.load_relaxed())) {
      if (simulation().now() >= deadline) {
        return false;
      }
      simulation().watch(word.address(), deadline);
    }
    return true;
  }

 private:
  static constexpr std::uint32_t kEverybody = ~std::uint32_t{0};
  static constexpr Time kPicoseconds = 1000;

  // An idle object whose polls never end stands for threads that have a CPU each and an infinite blocktime.
  template <class Idle>
  static Time deadline_of_eager_polls(const Idle& idle) {
    if constexpr (std::is_same_v<std::remove_cvref_t<Idle>, platform::YieldingIdle<Simulated>>) {
      return kNever;
    } else {
      std::uint32_t polls = 0;
      if constexpr (requires { idle.eager_polls(); }) {
        polls = idle.eager_polls();
      } else {
        polls = eager_polls();
      }
      return polls == kPollsForGood ? kNever : simulation().now() + polls * costs().poll;
    }
  }

  static Simulation& simulation() { return *Simulation::current(); }
  static const Costs& costs() { return simulation().machine().costs; }
};

static_assert(platform::Platform<Simulated>);

}  // namespace muster::simulate
