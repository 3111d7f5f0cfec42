// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/pages.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include <cstdint>

#include "base/base.h"
#include "platform/unchecked.h"

namespace muster::platform {
namespace {

constexpr std::size_t kLine = base::kCacheLineBytes;
// Room for the blocks of a first team of a few threads, without a system call; untouched pages cost nothing.
constexpr std::size_t kFirstChunkBytes = std::size_t{32} * 1024;
constexpr std::size_t kChunkBytes = std::size_t{256} * 1024;

struct FreeBlock {
  FreeBlock* next;
};

struct alignas(kLine) Chunk {
  Chunk* next;
};

// `next` and `end` are around the first chunk to begin with.
struct SharedPages {
  std::byte* next;
  std::byte* end;
  Chunk* chunks = nullptr;  // but for the first
  // By size in lines.
  FreeBlock* free[kLargestShared / kLine + 1] = {};
};

// A block with pages of its own, by its address: what memory there is can be told, and a block stays free of a header.
struct LargeBlock {
  LargeBlock* next;
  void* memory;
  std::size_t bytes;
};
constexpr std::size_t kLargeLists = 64;
constinit LargeBlock* large_blocks[kLargeLists] = {};

LargeBlock*& list_of(const void* memory) {
  // Blocks are whole pages; those of tasks have 64 KiB.
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  return large_blocks[(address / 4096 ^ address / 65536) % kLargeLists];
}

alignas(kLine) constinit std::byte first_chunk_on_demand[kFirstChunkBytes] = {};
alignas(kLine) constinit std::byte first_chunk[kFirstChunkBytes] = {};
constinit SharedPages shared{first_chunk, first_chunk + kFirstChunkBytes};
constinit SharedPages on_demand{first_chunk_on_demand, first_chunk_on_demand + kFirstChunkBytes};
constinit pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void* map(std::size_t bytes) {
  // A checker would take the call for a write of this thread's to all of it.
  begin_unchecked();
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  end_unchecked();
  return memory == MAP_FAILED ? nullptr : memory;
}

bool open_chunk(SharedPages& pages) {
  auto* chunk = static_cast<Chunk*>(map(kChunkBytes));
  if (chunk == nullptr) {
    return false;
  }
  chunk->next = pages.chunks;
  pages.chunks = chunk;
  pages.next = reinterpret_cast<std::byte*>(chunk + 1);
  pages.end = reinterpret_cast<std::byte*>(chunk) + kChunkBytes;
  return true;
}

void* take_locked(SharedPages& pages, std::size_t lines) {
  if (FreeBlock* block = pages.free[lines]; block != nullptr) {
    pages.free[lines] = block->next;
    return memset(static_cast<void*>(block), 0, lines * kLine);
  }
  if (static_cast<std::size_t>(pages.end - pages.next) < lines * kLine && !open_chunk(pages)) {
    return nullptr;
  }
  std::byte* memory = pages.next;
  pages.next += lines * kLine;
  return memory;
}

void* take(SharedPages& pages, std::size_t bytes) {
  lock_pages();
  void* memory = take_locked(pages, base::divide_rounding_up(bytes, kLine));
  unlock_pages();
  return memory;
}

void give_back_locked(SharedPages& pages, void* memory, std::size_t bytes) {
  auto* block = static_cast<FreeBlock*>(memory);
  FreeBlock*& list = pages.free[base::divide_rounding_up(bytes, kLine)];
  block->next = list;
  list = block;
}

void give_back(SharedPages& pages, void* memory, std::size_t bytes) {
  lock_pages();
  give_back_locked(pages, memory, bytes);
  unlock_pages();
}

void* allocate_large(std::size_t bytes) {
  void* memory = map(bytes);
  if (memory == nullptr) {
    return nullptr;
  }
  lock_pages();
  auto* block = static_cast<LargeBlock*>(take_locked(shared, base::divide_rounding_up(sizeof(LargeBlock), kLine)));
  // Without memory for it the block is not counted.
  if (block != nullptr) {
    LargeBlock*& list = list_of(memory);
    *block = {list, memory, bytes};
    list = block;
  }
  unlock_pages();
  return memory;
}

void free_large(void* memory, std::size_t bytes) {
  lock_pages();
  for (LargeBlock** link = &list_of(memory); *link != nullptr; link = &(*link)->next) {
    if (LargeBlock* block = *link; block->memory == memory) {
      *link = block->next;
      give_back_locked(shared, block, sizeof(LargeBlock));
      break;
    }
  }
  unlock_pages();
  munmap(memory, bytes);
}

// `first` is the chunk that is part of the library.
MemoryUse use_of(const SharedPages& pages, const std::byte* first) {
  MemoryUse use = memory_use(first, kFirstChunkBytes);
  for (const Chunk* chunk = pages.chunks; chunk != nullptr; chunk = chunk->next) {
    use += memory_use(chunk, kChunkBytes);
  }
  return use;
}

void release(SharedPages& pages) {
  while (pages.chunks != nullptr) {
    Chunk* chunk = pages.chunks;
    pages.chunks = chunk->next;
    munmap(chunk, kChunkBytes);
  }
}

}  // namespace

void* allocate_pages(std::size_t bytes) { return bytes > kLargestShared ? allocate_large(bytes) : take(shared, bytes); }

void free_pages(void* memory, std::size_t bytes) {
  if (memory == nullptr) {
    return;
  }
  if (bytes > kLargestShared) {
    free_large(memory, bytes);
  } else {
    give_back(shared, memory, bytes);
  }
}

void* allocate_on_demand(std::size_t bytes) { return take(on_demand, bytes); }

void free_on_demand(void* memory, std::size_t bytes) {
  if (memory != nullptr) {
    give_back(on_demand, memory, bytes);
  }
}

MemoryUse use_of_pages() {
  lock_pages();
  MemoryUse use = use_of(shared, first_chunk);
  use += use_of(on_demand, first_chunk_on_demand);
  for (const LargeBlock* list : large_blocks) {
    for (const LargeBlock* block = list; block != nullptr; block = block->next) {
      use += memory_use(block->memory, block->bytes);
    }
  }
  unlock_pages();
  return use;
}

void lock_pages() { lock_unchecked(lock); }
void unlock_pages() { unlock_unchecked(lock); }

void release_shared_pages() {
  // Their entries are in these pages.
  for (LargeBlock*& list : large_blocks) {
    list = nullptr;
  }
  release(shared);
  release(on_demand);
}

}  // namespace muster::platform
