// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/block_cache.h"

#include <new>

#include "platform/pages.h"

namespace muster::memory {
namespace {

// One system call for some hundred tasks.
constexpr std::size_t kChunkBytes = 64 * 1024;

// A batch costs one line transfer to the cache it goes to; what is held back is that many blocks for each thread.
constexpr std::uint32_t kBatch = 32;

// Tasks of some hundred bytes, which run inside one another as deep as a stack of 8 MiB mostly lasts. No page of it is touched before it is needed.
constexpr std::size_t kReserveBytes = 256 * 1024;
alignas(2 * base::kCacheLineBytes) constinit std::byte reserve_memory[kReserveBytes] = {};

}  // namespace

constinit BlockCache reserve(reserve_memory, kReserveBytes);

void BlockCache::hand_back(Block* first, Block* last) {
  Native::Atomic<Block*>& returned = first->home->returned_;
  Block* head = returned.load_relaxed();
  do {
    last->next = head;
    // R: release, pairs with S
  } while (!returned.compare_exchange_release(head, first));
}

void BlockCache::release_remote(Block* block) {
  if (block->home == &reserve) [[unlikely]] {
    hand_back(block, block);
    return;
  }
  if (pending_ != nullptr && pending_->home != block->home) {
    hand_back(pending_, pending_last_);
    pending_ = nullptr;
    pending_count_ = 0;
  }
  if (pending_ == nullptr) {
    pending_last_ = block;
  }
  block->next = pending_;
  pending_ = block;
  if (++pending_count_ == kBatch) {
    hand_back(pending_, pending_last_);
    pending_ = nullptr;
    pending_count_ = 0;
  }
}

bool BlockCache::collect() {
  if (returned_.load_relaxed() == nullptr) {
    return false;
  }
  // S: acquire, pairs with R
  Block* block = returned_.exchange_acquire(nullptr);
  while (block != nullptr) {
    Block* next = block->next;
    release(block);
    block = next;
  }
  return true;
}

void* BlockCache::take_pages(std::size_t bytes) {
  void* memory = platform::allocate_pages(bytes);
  if (memory == nullptr) {
    return nullptr;
  }
  chunks_ = new (memory) Chunk{chunks_, bytes};
  return static_cast<std::byte*>(memory) + base::kCacheLineBytes;
}

namespace {

// What is left out so that a block of an even number of lines begins at an even one.
std::size_t bytes_to_skip(const void* start, std::size_t bytes) {
  const bool is_odd = reinterpret_cast<std::uintptr_t>(start) % (2 * base::kCacheLineBytes) != 0;
  return is_odd && bytes % (2 * base::kCacheLineBytes) == 0 ? base::kCacheLineBytes : 0;
}

}  // namespace

Block* BlockCache::carve(std::uint32_t size_class) {
  static_assert(sizeof(Chunk) <= base::kCacheLineBytes);
  const std::size_t bytes = bytes_of(size_class);
  if (rest_bytes_ < bytes + bytes_to_skip(rest_, bytes)) {
    if (bytes > kChunkBytes / 8) {
      auto* start = static_cast<std::byte*>(take_pages(bytes + 2 * base::kCacheLineBytes));
      return start != nullptr ? reinterpret_cast<Block*>(start + bytes_to_skip(start, bytes)) : nullptr;
    }
    // What is left of the old chunk is less than an eighth of it.
    std::size_t chunk_bytes = kChunkBytes;
    void* memory = take_pages(chunk_bytes);
    if (memory == nullptr) {
      // There may be a little left.
      chunk_bytes = bytes + 2 * base::kCacheLineBytes;
      memory = take_pages(chunk_bytes);
    }
    if (memory == nullptr) {
      return nullptr;
    }
    rest_ = static_cast<std::byte*>(memory);
    rest_bytes_ = chunk_bytes - base::kCacheLineBytes;
  }
  const std::size_t skipped = bytes_to_skip(rest_, bytes);
  void* block = rest_ + skipped;
  rest_ += skipped + bytes;
  rest_bytes_ -= skipped + bytes;
  return static_cast<Block*>(block);
}

Block* BlockCache::take_large(std::uint32_t size_class) {
  LargeBlock** link = &large_;
  while (*link != nullptr && (*link)->size_class != size_class) {
    link = &(*link)->next_class;
  }
  LargeBlock* block = *link;
  if (block == nullptr) {
    return nullptr;
  }
  auto* heir = static_cast<LargeBlock*>(block->next);
  if (heir != nullptr) {
    heir->next_class = block->next_class;
  }
  *link = heir != nullptr ? heir : block->next_class;
  return block;
}

void BlockCache::put_large(Block* block) {
  auto* large = static_cast<LargeBlock*>(block);
  LargeBlock** link = &large_;
  while (*link != nullptr && (*link)->size_class != block->size_class) {
    link = &(*link)->next_class;
  }
  large->next = *link;
  large->next_class = *link != nullptr ? (*link)->next_class : nullptr;
  *link = large;
}

Block* BlockCache::take_free(std::uint32_t size_class) {
  if (size_class >= kSmallClasses) {
    return take_large(size_class);
  }
  return free_[size_class] != nullptr ? take(free_[size_class]) : nullptr;
}

Block* BlockCache::allocate_slowly(std::uint32_t size_class) {
  Block* block = take_free(size_class);
  if (block == nullptr && collect()) {
    block = take_free(size_class);
  }
  if (block != nullptr) {
    return block;
  }
  block = carve(size_class);
  if (block != nullptr) {
    block->home = this;
    block->next = nullptr;
    block->size_class = size_class;
  }
  return block;
}

void BlockCache::free_memory() {
  Chunk* chunk = chunks_;
  while (chunk != nullptr) {
    Chunk* next = chunk->next;
    platform::free_pages(chunk, chunk->bytes);
    chunk = next;
  }
  chunks_ = nullptr;
}

}  // namespace muster::memory
