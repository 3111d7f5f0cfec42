// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A set of CPUs by the number the kernel gives them, and the set that this process was given when it started.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace muster::topology {

// Linux cannot be configured for more: NR_CPUS is at most 8192 on x86-64 (CONFIG_MAXSMP) and 4096 on AArch64.
inline constexpr std::uint32_t kMaxCpus = 8192;

// Laid out as the kernel's mask (bit `cpu % 64` of 64-bit word `cpu / 64`), so that it can be passed to system calls.
// CPU numbers of kMaxCpus and more are never members; adding one does nothing.
struct CpuSet {
  std::array<std::uint64_t, kMaxCpus / 64> words{};

  constexpr bool contains(std::uint32_t cpu) const {
    return cpu < kMaxCpus && ((words[cpu / 64] >> (cpu % 64)) & 1U) != 0;
  }

  constexpr void add(std::uint32_t cpu) {
    if (cpu < kMaxCpus) {
      words[cpu / 64] |= std::uint64_t{1} << (cpu % 64);
    }
  }

  constexpr std::uint32_t count() const {
    // Not by std::popcount: where the instruction is not promised it calls into libgcc, for which every process would keep a page.
    std::uint32_t members = 0;
    for (std::uint64_t word : words) {
      for (; word != 0; word &= word - 1) {
        ++members;
      }
    }
    return members;
  }

  // The least member that is not below `from`, or kMaxCpus when there is none.
  // All members in order: for (cpu = next(0); cpu < kMaxCpus; cpu = next(cpu + 1)).
  constexpr std::uint32_t next(std::uint32_t from) const {
    if (from >= kMaxCpus) {
      return kMaxCpus;
    }
    std::size_t index = from / 64;
    std::uint64_t word = words[index] & (~std::uint64_t{0} << (from % 64));
    while (word == 0) {
      if (++index == words.size()) {
        return kMaxCpus;
      }
      word = words[index];
    }
    return static_cast<std::uint32_t>(index * 64) + static_cast<std::uint32_t>(std::countr_zero(word));
  }

  friend constexpr bool operator==(const CpuSet&, const CpuSet&) = default;
};

// Reads the affinity mask of a thread (`thread_id` as gettid() gives it, 0 for the caller). False, and an empty set,
// when the kernel refuses: no such thread, or a system-call filter. Thread-safe.
bool read_affinity(std::int32_t thread_id, CpuSet& cpus);

// Restricts the calling thread to these CPUs. Returns 0, or the errno value with which the kernel refuses: EINVAL when the thread
// may use none of them. Thread-safe; errno is kept.
int bind_caller(const CpuSet& cpus);

// Remembers the mask of the process' main thread, whose thread id is given. To be called once while the library is being loaded: afterwards the
// program, another runtime or this one may bind that thread, and its mask no longer tells what the process may use
// (OMP_PROC_BIND binds the primary thread, OpenMP 5.2 section 10.1.3). Where the mask cannot be read, the online CPUs
// stand in, at least one. Not thread-safe; errno is kept.
void capture_affinity(int main_thread_id);

// The captured mask; empty before capture_affinity(). Thread-safe after it.
const CpuSet& affinity_mask();

// Number of CPUs in the captured mask, 0 before capture_affinity(). Thread-safe after it.
std::uint32_t affinity_cpus();

}  // namespace muster::topology
