// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/node_pages.h"

#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "platform/keep_errno.h"
#include "platform/unchecked.h"

namespace muster::platform {
namespace {

// These are in linux/mempolicy.h, which a build need not have.
constexpr unsigned kMpolPreferred = 1;
constexpr unsigned kMpolInterleave = 3;
constexpr unsigned kMpolPreferredMany = 5;  // since Linux 5.15
constexpr unsigned long kMemsAllowed = 1UL << 2;
constexpr int kMovesOwnPages = 1 << 1;  // MPOL_MF_MOVE
// The kernel counts one bit less than it is told.
constexpr unsigned long kMaskBits = kMaxNodes + 1;

// The size of a huge page of x86-64, and of AArch64 with small pages of 4 KiB.
constexpr std::uintptr_t kHugeBytes = std::uintptr_t{2} << 20;

std::size_t rounded_to_pages(std::size_t bytes) {
  const std::size_t page = page_bytes();
  return (bytes + page - 1) / page * page;
}

// A read would give a page that all of the system share. Compilers make a read of an addition of 0, not of a comparison with exchange; where
// that fails another thread has written.
void write_what_is_there(std::uint64_t* word) {
  std::uint64_t there = __atomic_load_n(word, __ATOMIC_RELAXED);
  __atomic_compare_exchange_n(word, &there, there, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

long bind_to(void* memory, std::size_t bytes, unsigned policy, const NodeSet& nodes) {
  return syscall(SYS_mbind, memory, rounded_to_pages(bytes), policy, nodes.words.data(), kMaskBits, 0U);
}

}  // namespace

NodeSet allowed_nodes() {
  const KeepErrno keep_errno;
  NodeSet nodes;
  if (syscall(SYS_get_mempolicy, nullptr, nodes.words.data(), static_cast<unsigned long>(kMaxNodes), nullptr,
              kMemsAllowed) != 0) {
    return {};
  }
  return nodes;
}

std::uint32_t node_of_caller() {
  unsigned cpu = 0;
  unsigned node = 0;
  const KeepErrno keep_errno;
  return syscall(SYS_getcpu, &cpu, &node, nullptr) == 0 ? node : 0;
}

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

void* map_apart(std::size_t bytes) {
  const KeepErrno keep_errno;
  if (bytes > ~std::size_t{0} - page_bytes()) {
    return nullptr;
  }
  // A checker would take the call for a write of this thread's to all of it.
  begin_unchecked();
  void* memory = mmap(nullptr, rounded_to_pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  end_unchecked();
  return memory == MAP_FAILED ? nullptr : memory;
}

void unmap_apart(void* memory, std::size_t bytes) {
  const KeepErrno keep_errno;
  munmap(memory, rounded_to_pages(bytes));
}

bool place_pages(void* memory, std::size_t bytes, NodePolicy policy, const NodeSet& nodes) {
  const KeepErrno keep_errno;
  if (policy == NodePolicy::interleaved) {
    return bind_to(memory, bytes, kMpolInterleave, nodes) == 0;
  }
  if (nodes.count() > 1 && bind_to(memory, bytes, kMpolPreferredMany, nodes) == 0) {
    return true;
  }
  // Older kernels prefer one node, the first of them.
  return bind_to(memory, bytes, kMpolPreferred, nodes) == 0;
}

bool pin_pages(void* memory, std::size_t bytes) {
  const KeepErrno keep_errno;
  // Not by the C library's function, for which sanitizers have one that does nothing.
  return syscall(SYS_mlock, memory, rounded_to_pages(bytes)) == 0;
}

void advise_huge_pages(void* memory, std::size_t bytes) {
  const auto start = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (start + kHugeBytes - 1) / kHugeBytes * kHugeBytes;
  const std::uintptr_t end = (start + bytes) / kHugeBytes * kHugeBytes;
  if (first < end) {
    const KeepErrno keep_errno;
    madvise(static_cast<char*>(memory) + (first - start), end - first, MADV_HUGEPAGE);
  }
}

void move_pages_home(std::span<const PageHome> pages, bool touches) {
  const KeepErrno keep_errno;
  constexpr std::size_t kAtOnce = 64;
  while (!pages.empty()) {
    const auto some = pages.first(std::min(kAtOnce, pages.size()));
    const void* addresses[kAtOnce];
    int nodes[kAtOnce];
    int status[kAtOnce];
    for (std::size_t page = 0; page < some.size(); ++page) {
      addresses[page] = some[page].address;
      nodes[page] = some[page].node;
      if (touches) {
        write_what_is_there(static_cast<std::uint64_t*>(some[page].address));
      }
    }
    syscall(SYS_move_pages, 0, static_cast<unsigned long>(some.size()), addresses, nodes, status, kMovesOwnPages);
    pages = pages.subspan(some.size());
  }
}

int node_of_page(const void* address) {
  const KeepErrno keep_errno;
  const void* page = address;
  int status = 0;
  // Without target nodes it only looks.
  return syscall(SYS_move_pages, 0, 1UL, &page, nullptr, &status, 0) == 0 ? status : -errno;
}

}  // namespace muster::platform
