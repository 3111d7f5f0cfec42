// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/pages.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "base/base.h"

namespace muster::platform {
namespace {

constexpr std::size_t kLine = base::kCacheLineBytes;
// Larger blocks get pages of their own.
constexpr std::size_t kLargestShared = 4096;
// Room for the blocks of a first team of a few threads, without a system call; untouched pages cost nothing.
constexpr std::size_t kFirstChunkBytes = std::size_t{32} * 1024;
constexpr std::size_t kChunkBytes = std::size_t{256} * 1024;

struct FreeBlock {
  FreeBlock* next;
};

struct alignas(kLine) Chunk {
  Chunk* next;
};

struct SharedPages {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  std::byte* next = nullptr;
  std::byte* end = nullptr;
  Chunk* chunks = nullptr;  // but for the first
  bool first_is_used = false;
  // By size in lines.
  FreeBlock* free[kLargestShared / kLine + 1] = {};
};

constinit SharedPages shared;
alignas(kLine) constinit std::byte first_chunk[kFirstChunkBytes] = {};

void* map(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

bool open_chunk() {
  if (!shared.first_is_used) {
    shared.first_is_used = true;
    shared.next = first_chunk;
    shared.end = first_chunk + sizeof first_chunk;
    return true;
  }
  auto* chunk = static_cast<Chunk*>(map(kChunkBytes));
  if (chunk == nullptr) {
    return false;
  }
  chunk->next = shared.chunks;
  shared.chunks = chunk;
  shared.next = reinterpret_cast<std::byte*>(chunk + 1);
  shared.end = reinterpret_cast<std::byte*>(chunk) + kChunkBytes;
  return true;
}

void* take_locked(std::size_t lines) {
  if (FreeBlock* block = shared.free[lines]; block != nullptr) {
    shared.free[lines] = block->next;
    return memset(static_cast<void*>(block), 0, lines * kLine);
  }
  while (static_cast<std::size_t>(shared.end - shared.next) < lines * kLine) {
    if (!open_chunk()) {
      return nullptr;
    }
  }
  std::byte* memory = shared.next;
  shared.next += lines * kLine;
  return memory;
}

}  // namespace

void* allocate_pages(std::size_t bytes) {
  if (bytes > kLargestShared) {
    return map(bytes);
  }
  lock_pages();
  void* memory = take_locked(base::divide_rounding_up(bytes, kLine));
  unlock_pages();
  return memory;
}

void free_pages(void* memory, std::size_t bytes) {
  if (memory == nullptr) {
    return;
  }
  if (bytes > kLargestShared) {
    munmap(memory, bytes);
    return;
  }
  lock_pages();
  auto* block = static_cast<FreeBlock*>(memory);
  FreeBlock*& list = shared.free[base::divide_rounding_up(bytes, kLine)];
  block->next = list;
  list = block;
  unlock_pages();
}

void lock_pages() { pthread_mutex_lock(&shared.lock); }
void unlock_pages() { pthread_mutex_unlock(&shared.lock); }

void release_shared_pages() {
  while (shared.chunks != nullptr) {
    Chunk* chunk = shared.chunks;
    shared.chunks = chunk->next;
    munmap(chunk, kChunkBytes);
  }
}

}  // namespace muster::platform
