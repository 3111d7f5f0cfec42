// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The native model of Platform: this machine, Linux and its futexes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/pace.h"
#include "platform/plain.h"
#include "platform/platform.h"

namespace muster::platform {

struct Native {
  template <class T>
  using Atomic = platform::Atomic<T>;
  template <class T>
  using Plain = platform::Plain<T>;

  // Points at the cpu_id that the kernel keeps current in the thread's restartable-sequence area. Where the C library did not register one (an old
  // one, a filter, an emulator), at a word of the thread's own, which it writes itself (note_cpu).
  using CpuProbe = const volatile std::uint32_t*;

  // The identifier of the clock that counts a thread's CPU time (clock_gettime); 0 for none.
  using SystemThread = std::int32_t;

  static void relax() { cpu::relax(); }
  static std::uint32_t relaxes(std::uint32_t reference_count) {
    return Pace::of_units(pace_units_.load_relaxed()).relaxes(reference_count);
  }
  static std::uint32_t eager_polls() { return eager_polls_.load_relaxed(); }
  static std::uint32_t call_ns() { return call_ns_.load_relaxed(); }
  // Finds out how long relax() and a system call take here, once in a process: a microsecond or two. Until then they take as long as on the reference
  // machine. Thread-safe.
  static void measure_pace();

  // Heavy fences do what light ones leave out.
  static bool is_light_fence_free() { return light_fence_is_free_.load_relaxed() != 0; }
  static void light_fence() {
    if (is_light_fence_free()) [[likely]] {
      cpu::compiler_fence();
    } else {
      cpu::full_fence();
    }
  }
  static void heavy_fence();
  static void full_fence() { cpu::full_fence(); }

  static void park(Atomic<std::uint32_t>& word, std::uint32_t expected);
  static void park_for(Atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t timeout_ns);
  static void unpark(Atomic<std::uint32_t>& word, std::uint32_t count);
  static void park_as(Atomic<std::uint32_t>& word, std::uint32_t expected, std::uint32_t bits);
  static void unpark_those(Atomic<std::uint32_t>& word, std::uint32_t bits);
  static void yield();
  static SystemThread own_system_thread();
  static std::uint64_t cpu_time_ns(SystemThread thread);
  static std::uint64_t own_switches();
  static std::int32_t runnable_threads();
  // As it was at the first call.
  static std::uint32_t system_cpus();
  // Keeps the thread's affinity mask as it is.
  static void leave_cpu(std::int32_t cpu);
  static bool may_swap_cpus() { return may_swap_cpus_.load_relaxed() != 0; }
  // At first they may not. Thread-safe.
  static void allow_swaps_of_cpus(bool allowed) { may_swap_cpus_.store_relaxed(allowed ? 1 : 0); }
  // Keeps both threads' affinity masks as they are, but that of `thread` has CPU `own` alone for an instant, which may last a slice: a thread or process that it makes just then
  // inherits that.
  static void swap_cpus(SystemThread thread, std::int32_t its, std::int32_t own);
  static std::uint64_t now_ns();
  // The same as it was at the last tick of the system's clock, some milliseconds ago at most; a few nanoseconds of work.
  static std::uint64_t tick_ns();
  static CpuProbe own_cpu_probe();
  static void note_cpu() {
    if (notes_cpus_.load_relaxed() != 0) [[unlikely]] {
      note_own_cpu();
    }
  }
  // Written by the kernel, which the sanitizer does not see.
  MUSTER_NO_SANITIZE_THREAD static std::int32_t cpu_of(CpuProbe probe) {
    return probe == nullptr ? -1 : static_cast<std::int32_t>(*probe);
  }

  static bool has_reached(const Atomic<base::Episode>& word, base::Episode wanted) {
    return base::reached(word.load_acquire(), wanted);
  }

  template <class Idle>
  static void await_reached(const Atomic<base::Episode>& word, base::Episode wanted, Idle&& idle) {
    std::uint32_t polls = 0;
    if constexpr (requires { idle.eager_polls(); }) {
      polls = idle.eager_polls();
    } else {
      polls = eager_polls();
    }
    while (!has_reached(word, wanted)) {
      if (polls-- == 0) {
        idle.wait_for(word, wanted);
        return;
      }
      relax();
    }
  }

  // The pauses between polls double, so that the line stays with the thread that works on it.
  template <class T, class Ready>
  static bool await_within(const Atomic<T>& word, Ready ready, std::uint64_t budget_ns, std::uint32_t most_pauses) {
    const std::uint64_t start_ns = now_ns();
    const std::uint32_t most = relaxes(most_pauses < kLongestPause ? most_pauses : kLongestPause);
    for (std::uint32_t pauses = 1;; pauses = pauses * 2 < most ? pauses * 2 : most) {
      for (std::uint32_t i = 0; i < pauses; ++i) {
        relax();
      }
      if (ready(word.load_relaxed())) {
        return true;
      }
      if (now_ns() - start_ns >= budget_ns) {
        return false;
      }
    }
  }

  // Called once at start and again in a forked child, before the first park().
  static void register_process();

  // Watches waits that last, asleep (park(), park_as()) or awake (still_waits()): asked with 0 before a thread sleeps, and with what it was told whenever
  // that has passed. Answers in how many nanoseconds it wants to be asked again; 0: never.
  using Watch = std::uint64_t (*)(std::uint64_t passed_ns);
  // Once in a process, before the first park().
  static void watch_waits(Watch watch) { watch_ = watch; }
  static std::uint64_t still_waits(std::uint64_t passed_ns) { return watch_ == nullptr ? 0 : watch_(passed_ns); }

 private:
  // relax() calls between two polls of await_within at most, on the reference machine, where they take about a microsecond.
  static constexpr std::uint32_t kLongestPause = 32;

  static void note_own_cpu();
  // Where the system has refused membarrier.
  static void replace_membarrier();
  // Sleeps while the word is as expected; returns also when woken for another reason.
  static void sleep_watched(Atomic<std::uint32_t>& word, std::uint32_t expected, std::uint32_t bits);

  static Watch watch_;
  // By membarrier, which heavy fences call. Both are 0 where the system does not have it.
  static Atomic<std::uint32_t> light_fence_is_free_;
  static Atomic<std::uint32_t> heavy_fence_calls_;
  static Atomic<std::uint32_t> pace_units_;
  static Atomic<std::uint32_t> eager_polls_;
  static Atomic<std::uint32_t> call_ns_;
  static Atomic<std::uint32_t> may_swap_cpus_;
  static Atomic<std::uint32_t> pace_is_known_;
  // Plus one; 0: nobody has asked yet.
  static Atomic<std::uint32_t> system_cpus_;
  // There is a thread whose CPU number the kernel does not keep.
  static Atomic<std::uint32_t> notes_cpus_;
};

static_assert(Platform<Native>);

}  // namespace muster::platform
