// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The system calls behind the native platform.
#include "platform/native.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "platform/keep_errno.h"
#include "platform/leave_cpu.h"
#include "platform/uncancelled.h"

namespace muster::platform {

constinit Native::Watch Native::watch_ = nullptr;
constinit Native::Atomic<std::uint32_t> Native::light_fence_is_free_{0};
constinit Native::Atomic<std::uint32_t> Native::heavy_fence_calls_{0};
constinit Native::Atomic<std::uint32_t> Native::notes_cpus_{0};
constinit Native::Atomic<std::uint32_t> Native::system_cpus_{0};
constinit Native::Atomic<std::uint32_t> Native::pace_units_{Pace{}.units()};
constinit Native::Atomic<std::uint32_t> Native::eager_polls_{kEagerPolls};
constinit Native::Atomic<std::uint32_t> Native::call_ns_{Pace::kReferenceCall_ns};
constinit Native::Atomic<std::uint32_t> Native::may_swap_cpus_{0};
constinit Native::Atomic<std::uint32_t> Native::pace_is_known_{0};

void Native::register_process() {
  const bool registered = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0 &&
                          syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
  light_fence_is_free_.store_relaxed(registered ? 1 : 0);
  heavy_fence_calls_.store_relaxed(registered ? 1 : 0);
}

void Native::heavy_fence() {
  const KeepErrno keep_errno;
  if (heavy_fence_calls_.load_relaxed() != 0 && syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
      [[unlikely]] {
    replace_membarrier();
  }
  cpu::full_fence();
}

namespace {

// A point in time, by the monotonic clock.
timespec at_ns(std::uint64_t time_ns) {
  return {.tv_sec = static_cast<time_t>(time_ns / 1'000'000'000U),
          .tv_nsec = static_cast<long>(time_ns % 1'000'000'000U)};
}

// By then each thread's stores have left its CPU, whether it runs or not: a thousand times what the slowest takes.
constexpr std::uint64_t kAllHaveSeen_ns = 10'000'000;

}  // namespace

// A filter of system calls that came after the start makes the call fail. Light fences become full ones, and time stands for the call in the thread that
// misses it: a thread whose light fence was none has its stores seen, and no other has such a fence. Only then do heavy fences do without the call.
void Native::replace_membarrier() {
  const Uncancelled uncancelled;
  light_fence_is_free_.store_relaxed(0);
  const std::uint64_t end_ns = now_ns() + kAllHaveSeen_ns;
  const timespec end = at_ns(end_ns);
  while (now_ns() < end_ns) {
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nullptr);
  }
  cpu::full_fence();
  heavy_fence_calls_.store_relaxed(0);
}

void Native::sleep_watched(Atomic<std::uint32_t>& word, std::uint32_t expected, std::uint32_t bits) {
  const KeepErrno keep_errno;
  // The time of FUTEX_WAIT_BITSET is a point in time, and that of FUTEX_WAIT is a span.
  std::uint64_t wait_ns = watch_ == nullptr ? 0 : watch_(0);
  while (wait_ns != 0) {
    const timespec end = at_ns(now_ns() + wait_ns);
    if (syscall(SYS_futex, word.address(), FUTEX_WAIT_BITSET_PRIVATE, expected, &end, nullptr, bits) == 0 ||
        errno != ETIMEDOUT) {
      return;
    }
    wait_ns = watch_(wait_ns);
  }
  syscall(SYS_futex, word.address(), FUTEX_WAIT_BITSET_PRIVATE, expected, nullptr, nullptr, bits);
}

void Native::park(Atomic<std::uint32_t>& word, std::uint32_t expected) {
  sleep_watched(word, expected, FUTEX_BITSET_MATCH_ANY);
}

void Native::park_for(Atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t timeout_ns) {
  const KeepErrno keep_errno;
  const timespec timeout = at_ns(timeout_ns);
  syscall(SYS_futex, word.address(), FUTEX_WAIT_PRIVATE, expected, &timeout, nullptr, 0);
}

void Native::unpark(Atomic<std::uint32_t>& word, std::uint32_t count) {
  // The kernel reads the count as a signed int.
  const std::uint32_t limit = count > 0x7fffffffU ? 0x7fffffffU : count;
  syscall(SYS_futex, word.address(), FUTEX_WAKE_PRIVATE, limit, nullptr, nullptr, 0);
}

void Native::park_as(Atomic<std::uint32_t>& word, std::uint32_t expected, std::uint32_t bits) {
  sleep_watched(word, expected, bits);
}

void Native::unpark_those(Atomic<std::uint32_t>& word, std::uint32_t bits) {
  syscall(SYS_futex, word.address(), FUTEX_WAKE_BITSET_PRIVATE, 0x7fffffffU, nullptr, nullptr, bits);
}

void Native::yield() { sched_yield(); }

Native::SystemThread Native::own_system_thread() {
  clockid_t clock = 0;
  return pthread_getcpuclockid(pthread_self(), &clock) == 0 ? clock : 0;
}

std::uint64_t Native::cpu_time_ns(SystemThread thread) {
  const KeepErrno keep_errno;
  timespec used{};
  if (thread == 0 || clock_gettime(thread, &used) != 0) {
    return 0;
  }
  return static_cast<std::uint64_t>(used.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(used.tv_nsec);
}

// Systems that do not count leave both at 0.
std::uint64_t Native::own_switches() {
  rusage used{};
  if (getrusage(RUSAGE_THREAD, &used) != 0) {
    return 0;
  }
  return static_cast<std::uint64_t>(used.ru_nvcsw) + static_cast<std::uint64_t>(used.ru_nivcsw);
}

// "0.00 0.01 0.05 RUNNABLE/THREADS LAST"
std::int32_t Native::runnable_threads() {
  const KeepErrno keep_errno;
  const Uncancelled uncancelled;
  const int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return -1;
  }
  char text[64];
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  std::int32_t spaces = 0;
  std::int32_t threads = -1;
  for (ssize_t i = 0; i < length; ++i) {
    if (text[i] == ' ') {
      ++spaces;
    } else if (spaces == 3 && text[i] == '/') {
      return threads;
    } else if (spaces == 3 && text[i] >= '0' && text[i] <= '9') {
      threads = (threads < 0 ? 0 : threads * 10) + (text[i] - '0');
    }
  }
  return -1;
}

std::uint32_t Native::system_cpus() {
  std::uint32_t cpus = system_cpus_.load_relaxed();
  if (cpus == 0) {
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    cpus = online > 0 ? static_cast<std::uint32_t>(online) + 1 : 1;
    system_cpus_.store_relaxed(cpus);
  }
  return cpus - 1;
}

void Native::leave_cpu(std::int32_t cpu) {
  const KeepErrno keep_errno;
  take_off_cpu(cpu, [](const RawMask& mask) { return mask.write(0); });
}

namespace {

// Linux makes the clock of a thread out of its number (CPUCLOCK_PERTHREAD_MASK of the kernel): the three lowest bits say what is counted.
pid_t thread_of_clock(clockid_t clock) { return ~(clock >> 3); }

}  // namespace

void Native::swap_cpus(SystemThread thread, std::int32_t its, std::int32_t own) {
  const KeepErrno keep_errno;
  if (thread != 0) {
    swap_with(thread_of_clock(thread), its, own);
  }
}

namespace {

std::uint64_t read_ns(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

std::uint64_t Native::now_ns() { return read_ns(CLOCK_MONOTONIC); }

namespace {

// The least of some tries: an interrupt or another thread makes one longer, and nothing makes one shorter.
template <class Act>
std::uint64_t least_ns(const Act& act) {
  constexpr std::uint32_t kTries = 3;
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint32_t attempt = 0; attempt < kTries; ++attempt) {
    const std::uint64_t start_ns = read_ns(CLOCK_MONOTONIC);
    act();
    least = std::min(least, read_ns(CLOCK_MONOTONIC) - start_ns);
  }
  return least;
}

}  // namespace

void Native::measure_pace() {
  // Long against the look at the clock.
  constexpr std::uint32_t kRelaxes = 16;
  if (pace_is_known_.load_relaxed() != 0) {
    return;
  }
  pace_is_known_.store_relaxed(1);
  const std::uint64_t relaxes_ns = least_ns([] {
    for (std::uint32_t i = 0; i < kRelaxes; ++i) {
      relax();
    }
  });
  // One that does next to nothing, and never gives the CPU away, as a yield may.
  call_ns_.store_relaxed(Pace::believed_call_ns(least_ns([] { syscall(SYS_getpid); })));
  const Pace pace = Pace::of_relax(relaxes_ns * 1000 / kRelaxes);
  pace_units_.store_relaxed(pace.units());
  eager_polls_.store_relaxed(pace.relaxes(kEagerPolls));
}

std::uint64_t Native::tick_ns() { return read_ns(CLOCK_MONOTONIC_COARSE); }

namespace {

constinit thread_local std::uint32_t noted_cpu = RSEQ_CPU_ID_UNINITIALIZED;

}  // namespace

Native::CpuProbe Native::own_cpu_probe() {
  if (__rseq_size != 0) {
    const auto* area =
        reinterpret_cast<const rseq*>(static_cast<const char*>(__builtin_thread_pointer()) + __rseq_offset);
    return &area->cpu_id;
  }
  notes_cpus_.store_relaxed(1);
  note_own_cpu();
  return &noted_cpu;
}

// Others read the word as they read what the kernel writes.
MUSTER_NO_SANITIZE_THREAD void Native::note_own_cpu() {
  const int cpu = sched_getcpu();
  noted_cpu = cpu >= 0 ? static_cast<std::uint32_t>(cpu) : static_cast<std::uint32_t>(RSEQ_CPU_ID_UNINITIALIZED);
}

}  // namespace muster::platform
