// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/perf_events.h"

#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/keep_errno.h"
#include "platform/node_pages.h"

namespace muster::platform {
namespace {

// Beyond it a user without rights has no buffers (perf_event_mlock_kb, 516 KiB for each CPU and user). It holds 8192 faults.
constexpr std::size_t kMostPages = 64;

std::uint64_t* head_of(const FaultRing& ring) {
  return reinterpret_cast<std::uint64_t*>(&static_cast<perf_event_mmap_page*>(ring.pages)->data_head);
}
std::uint64_t* tail_of(const FaultRing& ring) {
  return reinterpret_cast<std::uint64_t*>(&static_cast<perf_event_mmap_page*>(ring.pages)->data_tail);
}

int open_event(const perf_event_attr& attributes, std::int32_t thread, int cpu, int& file) {
  file = static_cast<int>(syscall(SYS_perf_event_open, &attributes, thread, cpu, -1, PERF_FLAG_FD_CLOEXEC));
  return file >= 0 ? 0 : errno;
}

perf_event_attr fault_attributes() {
  perf_event_attr attributes = {};
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.size = sizeof attributes;
  // A major fault reads a file, which no array does.
  attributes.config = PERF_COUNT_SW_PAGE_FAULTS_MIN;
  attributes.sample_period = 1;
  attributes.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_ADDR;
  attributes.inherit = 1;
  attributes.inherit_thread = 1;
  attributes.exclude_hv = 1;
  attributes.watermark = 1;
  attributes.wakeup_watermark = static_cast<std::uint32_t>(kMostPages * page_bytes() / 4);
  return attributes;
}

int open_faults(std::int32_t thread, std::uint32_t cpu, int& file) {
  perf_event_attr attributes = fault_attributes();
  int error = open_event(attributes, thread, static_cast<int>(cpu), file);
  if (error == EINVAL) {
    // Before Linux 5.13 children of fork() are told of, too.
    attributes.inherit_thread = 0;
    error = open_event(attributes, thread, static_cast<int>(cpu), file);
  }
  if (error == EACCES || error == EPERM) {
    // Faults inside of system calls are for privileged users.
    attributes.exclude_kernel = 1;
    error = open_event(attributes, thread, static_cast<int>(cpu), file);
  }
  return error;
}

}  // namespace

int open_fault_ring(FaultRing& ring, std::int32_t thread, std::uint32_t cpu) {
  const KeepErrno keep_errno;
  int file = -1;
  int error = open_faults(thread, cpu, file);
  if (error != 0) {
    return error;
  }
  const std::size_t page = page_bytes();
  for (std::size_t pages = kMostPages; pages != 0; pages /= 2) {
    void* mapped = mmap(nullptr, (1 + pages) * page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) {
      ring = {file, mapped, pages * page};
      return 0;
    }
    error = errno;
  }
  close(file);
  return error;
}

int join_fault_ring(const FaultRing& ring, std::int32_t thread, std::uint32_t cpu, int& file) {
  const KeepErrno keep_errno;
  int error = open_faults(thread, cpu, file);
  if (error == 0 && ioctl(file, PERF_EVENT_IOC_SET_OUTPUT, ring.file) != 0) {
    error = errno;
    close(file);
  }
  return error;
}

std::size_t take_faults(const FaultRing& ring, PageFault* faults, std::size_t room, std::uint64_t& lost) {
  // The kernel writes the head after the records, and reads the tail before it writes over them.
  const std::uint64_t head = __atomic_load_n(head_of(ring), __ATOMIC_ACQUIRE);
  std::uint64_t tail = *tail_of(ring);
  const auto* data = reinterpret_cast<const std::uint64_t*>(static_cast<const char*>(ring.pages) + page_bytes());
  // The size is a power of two, and records are whole words, so no word lies across the end.
  const auto word = [&](std::uint64_t offset) { return data[((tail + offset) & (ring.data_bytes - 1)) / 8]; };
  std::size_t taken = 0;
  while (tail != head && taken < room) {
    perf_event_header header;
    const std::uint64_t first = word(0);
    __builtin_memcpy(&header, &first, sizeof header);
    if (header.size == 0) {
      tail = head;
    } else if (header.type == PERF_RECORD_SAMPLE) {
      const std::uint64_t ids = word(16);
      faults[taken++] = {static_cast<std::int32_t>(ids), static_cast<std::int32_t>(ids >> 32), word(8), word(24)};
    } else if (header.type == PERF_RECORD_LOST) {
      lost += word(16);
    }
    tail += header.size;
  }
  __atomic_store_n(tail_of(ring), tail, __ATOMIC_RELEASE);
  return taken;
}

void close_fault_ring(FaultRing& ring) {
  const KeepErrno keep_errno;
  if (ring.pages != nullptr) {
    munmap(ring.pages, page_bytes() + ring.data_bytes);
  }
  if (ring.file >= 0) {
    close(ring.file);
  }
  ring = {};
}

int open_watch(std::int32_t thread, std::uint64_t address, int& file) {
  const KeepErrno keep_errno;
  constexpr int kMostAccesses = 2;
  perf_event_attr attributes = {};
  attributes.type = PERF_TYPE_BREAKPOINT;
  attributes.size = sizeof attributes;
  attributes.sample_period = 1;
  attributes.disabled = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.bp_type = HW_BREAKPOINT_RW;
  attributes.bp_addr = address;
  attributes.bp_len = HW_BREAKPOINT_LEN_8;
  const int error = open_event(attributes, thread, -1, file);
  if (error == 0 && ioctl(file, PERF_EVENT_IOC_REFRESH, kMostAccesses) != 0) {
    const int refused = errno;
    close(file);
    return refused;
  }
  return error;
}

bool end_watch(int file) {
  const KeepErrno keep_errno;
  std::uint64_t count = 0;
  const bool is_known = read(file, &count, sizeof count) == static_cast<ssize_t>(sizeof count);
  close(file);
  return is_known && count != 0;
}

bool leave_files_of_process() {
  const KeepErrno keep_errno;
#ifdef SYS_close_range
  constexpr unsigned kUnshare = 1U << 1;  // CLOSE_RANGE_UNSHARE, since Linux 5.9
  return syscall(SYS_close_range, 0U, ~0U, kUnshare) == 0;
#else
  return false;
#endif
}

}  // namespace muster::platform
