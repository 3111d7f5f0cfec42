// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/os_thread.h"

#include <limits.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "platform/keep_errno.h"
#include "platform/leave_cpu.h"

namespace muster::platform {
namespace {

// What the runtime itself takes of a worker's stack, in lines that are shown or in the table of a forked team, is up to 16 KiB. Nobody has less than 64, which is address
// space alone as long as it is not used.
constexpr std::size_t kLeastStackBytes = std::size_t{64} << 10;

std::size_t rounded_stack(std::size_t bytes) {
  const auto smallest = std::max(static_cast<std::size_t>(PTHREAD_STACK_MIN), kLeastStackBytes);
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t wanted = bytes < smallest ? smallest : bytes;
  return (wanted + page - 1) / page * page;
}

// Where the program's own stack may grow without limit (`ulimit -s unlimited`), the C library gives other threads 2 MiB on x86-64. Those that lift the limit want large stacks:
// libomp's threads have 64 MiB then, of which what is not used takes no memory.
constexpr std::size_t kStackWithoutLimitBytes = std::size_t{64} << 20;

bool has_unlimited_stack() {
  rlimit stack{};
  return getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur == RLIM_INFINITY;
}

}  // namespace

int start_os_thread(OsThread& thread, std::size_t stack_bytes, OsThreadEntry entry, void* argument, OsCpuMask cpus) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) {
    return error;
  }
  const std::size_t wanted = stack_bytes != 0 ? stack_bytes : has_unlimited_stack() ? kStackWithoutLimitBytes : 0;
  if (wanted != 0) {
    error = pthread_attr_setstacksize(&attributes, rounded_stack(wanted));
  }
  if (error == 0 && cpus.bytes != 0) {
    error = pthread_attr_setaffinity_np(&attributes, cpus.bytes, static_cast<const cpu_set_t*>(cpus.words));
  }
  if (error == 0) {
    error = pthread_create(&thread, &attributes, entry, argument);
  }
  pthread_attr_destroy(&attributes);
  return error;
}

void move_off_cpu(OsThread thread, std::int32_t cpu) {
  const KeepErrno keep_errno;
  take_off_cpu(cpu, [thread](const RawMask& mask) {
    return pthread_setaffinity_np(thread, mask.bytes(), reinterpret_cast<const cpu_set_t*>(mask.words())) == 0;
  });
}

std::size_t default_stack_bytes() {
  if (has_unlimited_stack()) {
    return kStackWithoutLimitBytes;
  }
  pthread_attr_t attributes;
  std::size_t bytes = 0;
  if (pthread_getattr_default_np(&attributes) != 0) {
    return 0;
  }
  const int error = pthread_attr_getstacksize(&attributes, &bytes);
  pthread_attr_destroy(&attributes);
  return error == 0 ? bytes : 0;
}

MemoryUse stack_use(OsThread thread) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(thread, &attributes) != 0) {
    return {};
  }
  void* lowest = nullptr;
  std::size_t bytes = 0;
  const int error = pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  return error == 0 ? memory_use(lowest, bytes) : MemoryUse{};
}

void join_os_thread(OsThread thread) { pthread_join(thread, nullptr); }

}  // namespace muster::platform
