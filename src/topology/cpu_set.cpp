// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The affinity mask of the process as it was when the library was loaded.
#include "topology/cpu_set.h"

#include <errno.h>
#include <sched.h>
#include <unistd.h>

#include "platform/keep_errno.h"
#include "platform/unchecked.h"
#include "topology/file_reader.h"

namespace muster::topology {
namespace {

static_assert(sizeof(unsigned long) == sizeof(std::uint64_t), "cpu_set_t is an array of unsigned long");

CpuSet captured_mask;
std::uint32_t captured_count = 0;

}  // namespace

bool read_affinity(std::int32_t thread_id, CpuSet& cpus) {
  // The C library clears what the kernel does not fill; a buffer for fewer CPUs than the kernel can have is refused.
  if (sched_getaffinity(thread_id, sizeof(cpus.words), reinterpret_cast<cpu_set_t*>(cpus.words.data())) == 0) {
    return true;
  }
  cpus = CpuSet{};
  return false;
}

int bind_caller(const CpuSet& cpus) {
  const platform::KeepErrno keep_errno;
  const void* words = cpus.words.data();
  // A checker of races would have the runtime's mask read by the program where that has put a function of its own in the place.
  platform::begin_unchecked();
  const int failed = sched_setaffinity(0, sizeof cpus.words, static_cast<const cpu_set_t*>(words)) == 0 ? 0 : errno;
  platform::end_unchecked();
  return failed;
}

void capture_affinity(int main_thread_id) {
  const platform::KeepErrno keep_errno;
  if (!read_affinity(main_thread_id, captured_mask)) {
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const std::uint32_t cpus = online > 0 ? static_cast<std::uint32_t>(online) : 1;
    for (std::uint32_t cpu = 0; cpu < cpus && cpu < kMaxCpus; ++cpu) {
      captured_mask.add(cpu);
    }
  }
  captured_count = captured_mask.count();
}

const CpuSet& affinity_mask() { return captured_mask; }

std::uint32_t affinity_cpus() { return captured_count; }

}  // namespace muster::topology
