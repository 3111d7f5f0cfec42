// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checked: the model of Platform under which the explorer runs the portable core.
#pragma once

#include <cstdint>
#include <type_traits>

#include "checked_atomic.h"
#include "data.h"
#include "platform/platform.h"

namespace muster::verify {

struct Checked {
  template <class T>
  using Atomic = verify::Atomic<T>;
  template <class T>
  using Plain = Data<T>;

  // A thread that says where it runs, runs on CPU 0.
  using CpuProbe = std::uint32_t;

  static void relax() {}
  static std::uint32_t relaxes(std::uint32_t reference_count) { return reference_count; }
  static std::uint32_t eager_polls() { return platform::kEagerPolls; }
  static std::uint32_t call_ns() { return platform::Pace::kReferenceCall_ns; }
  static void yield() {}
  static void leave_cpu(std::int32_t /*cpu*/) {}
  static bool may_swap_cpus() { return false; }
  static void swap_cpus(std::int32_t /*thread*/, std::int32_t /*its*/, std::int32_t /*own*/) {}
  // A thread's own time: it passes as the thread looks at it.
  static std::uint64_t now_ns() { return Machine::instance().next_tick(); }
  using SystemThread = std::int32_t;
  static SystemThread own_system_thread() { return 0; }
  static std::uint64_t cpu_time_ns(SystemThread /*thread*/) { return 0; }
  static std::uint64_t own_switches() { return 0; }
  static std::int32_t runnable_threads() { return -1; }
  static std::uint64_t still_waits(std::uint64_t /*passed_ns*/) { return 0; }
  static std::uint32_t system_cpus() { return 0; }
  static CpuProbe own_cpu_probe() { return 1; }
  static void note_cpu() {}
  static std::int32_t cpu_of(CpuProbe probe) { return probe == 0 ? -1 : 0; }

  static void light_fence(Here where = Here::current()) { fence(where, Kind::light_fence); }
  static void heavy_fence(Here where = Here::current()) { fence(where, Kind::heavy_fence); }
  static void full_fence(Here where = Here::current()) { fence(where, Kind::full_fence); }

  static void park(Atomic<std::uint32_t>& word, std::uint32_t expected, Here where = Here::current()) {
    Machine& machine = Machine::instance();
    machine.submit({.kind = Kind::park,
                    .site = machine.site(where, Kind::park, Order::relaxed),
                    .location = word.location(),
                    .operand = expected});
  }
  // The time may be up at once.
  static void park_for(Atomic<std::uint32_t>& /*word*/, std::uint32_t /*expected*/, std::uint64_t /*timeout_ns*/) {}
  static void unpark(Atomic<std::uint32_t>& word, std::uint32_t count, Here where = Here::current()) {
    Machine& machine = Machine::instance();
    machine.submit({.kind = Kind::unpark,
                    .site = machine.site(where, Kind::unpark, Order::relaxed),
                    .location = word.location(),
                    .operand = count});
  }

  static void park_as(Atomic<std::uint32_t>& word, std::uint32_t expected, std::uint32_t bits,
                      Here where = Here::current()) {
    Machine& machine = Machine::instance();
    machine.submit({.kind = Kind::park,
                    .site = machine.site(where, Kind::park, Order::relaxed),
                    .location = word.location(),
                    .operand = expected,
                    .bits = bits});
  }
  static void unpark_those(Atomic<std::uint32_t>& word, std::uint32_t bits, Here where = Here::current()) {
    Machine& machine = Machine::instance();
    machine.submit({.kind = Kind::unpark,
                    .site = machine.site(where, Kind::unpark, Order::relaxed),
                    .location = word.location(),
                    .operand = kMaxThreads,
                    .bits = bits});
  }

  static bool has_reached(const Atomic<base::Episode>& word, base::Episode wanted, Here where = Here::current()) {
    return base::reached(word.load_acquire(where), wanted);
  }

  template <class Idle>
  static void await_reached(const Atomic<base::Episode>& word, base::Episode wanted, Idle&& idle,
                            Here where = Here::current()) {
    Machine& machine = Machine::instance();
    constexpr bool yields = std::is_same_v<std::remove_cvref_t<Idle>, platform::YieldingIdle<Checked>>;
    if (machine.program().waiter_runs && !yields) {
      if (!has_reached(word, wanted, where)) {
        idle.wait_for(word, wanted);
      }
      return;
    }
    machine.submit({.kind = Kind::await,
                    .order = Order::acquire,
                    .site = machine.site(where, Kind::await, Order::acquire),
                    .location = word.location(),
                    .operand = wanted,
                    .may_sleep = !yields});
  }

  // One look: it is found ready, or the time is up.
  template <class T, class Ready>
  static bool await_within(const Atomic<T>& word, Ready ready, std::uint64_t /*budget_ns*/,
                           std::uint32_t /*most_pauses*/, Here where = Here::current()) {
    return ready(word.load_relaxed(where));
  }

 private:
  static void fence(const Here& where, Kind kind) {
    Machine& machine = Machine::instance();
    const SiteId site = machine.site(where, kind, Order::seq_cst);
    if (kind != Kind::light_fence || machine.program().fences == Fences::full) {
      machine.submit({.kind = kind, .order = Order::seq_cst, .site = site});
    }
  }
};

static_assert(platform::Platform<Checked>);

}  // namespace muster::verify
