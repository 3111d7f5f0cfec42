// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// BlockCache: a thread's blocks of memory, a free list for each size. A block belongs to the cache that made it. Its own thread
// allocates and frees without any atomic operation; other threads gather what they free and hand it back in batches, with one
// compare-and-swap each.
//
// Source    remote frees in batches: Liétar et al., "snmalloc: a message passing allocator", ISMM 2019.
//
// Blocks are never unmapped before free_memory(), and every block of a cache begins with the same header, so a reader that may be
// late (a thief that looks at a task) finds a block there, if not the one it looked for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/base.h"
#include "platform/native.h"

namespace muster::memory {

using platform::Native;
class BlockCache;

struct Block {
  BlockCache* home;
  Block* next;  // of the list that it is in
  std::uint32_t size_class;
  std::uint32_t tag;  // of the thread that has the block
};

// Sizes are multiples of a cache line up to kSmallBytes, then powers of two.
inline constexpr std::size_t kSmallBytes = 512;
inline constexpr std::uint32_t kSmallClasses = kSmallBytes / base::kCacheLineBytes;

constexpr std::uint32_t size_class_for(std::size_t bytes) {
  if (bytes <= kSmallBytes) {
    return bytes == 0 ? 0 : static_cast<std::uint32_t>((bytes - 1) / base::kCacheLineBytes);
  }
  return kSmallClasses + static_cast<std::uint32_t>(std::bit_width((bytes - 1) / kSmallBytes)) - 1;
}
constexpr std::size_t bytes_of(std::uint32_t size_class) {
  return size_class < kSmallClasses ? (size_class + 1) * base::kCacheLineBytes
                                    : kSmallBytes << (size_class - kSmallClasses + 1);
}

// What stands in front of a block that is free stays as the last user left it, but for Block itself: late readers may look there.
inline constexpr std::size_t kLeftBytes = 2 * base::kCacheLineBytes;

// Owner only, but for hand_back().
//
// Ordering: R hand_back   compare-and-swap release of returned_   pairs with S
//           S collect     exchange acquire of returned_
class BlockCache {
 public:
  constexpr BlockCache() = default;
  // A cache of `bytes` that stay where they are.
  constexpr BlockCache(std::byte* memory, std::size_t bytes) : rest_(memory), rest_bytes_(bytes) {}
  BlockCache(const BlockCache&) = delete;
  BlockCache& operator=(const BlockCache&) = delete;

  // Zeroed memory is an empty cache. Nothing is written to it, so it takes no page before it has a block.
  static BlockCache& in_zeroed(void* memory) { return *static_cast<BlockCache*>(memory); }

  // At least bytes_of(size_class), at a cache line, or at a multiple of two lines where the size is one; home and size_class
  // are set. Null when the system has no memory.
  MUSTER_ALWAYS_INLINE Block* allocate(std::uint32_t size_class) {
    if (size_class >= kSmallClasses || free_[size_class] == nullptr) [[unlikely]] {
      return allocate_slowly(size_class);
    }
    return take(free_[size_class]);
  }

  // The same as long as there is a free one that only has to be taken; else null, which says nothing about the memory that there is.
  MUSTER_ALWAYS_INLINE Block* allocate_quickly(std::uint32_t size_class) {
    return size_class < kSmallClasses && free_[size_class] != nullptr ? take(free_[size_class]) : nullptr;
  }

  // The block may be of any cache.
  MUSTER_ALWAYS_INLINE void release(Block* block) {
    if (block->home != this) [[unlikely]] {
      release_remote(block);
    } else if (block->size_class >= kSmallClasses) [[unlikely]] {
      put_large(block);
    } else {
      put(free_[block->size_class], block);
    }
  }

  // Any thread, also one that has no cache.
  static void hand_back(Block* first, Block* last);

  // Gives all memory back to the system. No block may be in use.
  void free_memory();

 private:
  struct Chunk {
    Chunk* next;
    std::size_t bytes;
  };

  // The first free block of a large class, which leads to the next such class: few have blocks, so few are looked through.
  struct LargeBlock : Block {
    std::byte left[kLeftBytes - sizeof(Block)];
    LargeBlock* next_class;
  };

  static Block* take(Block*& list) {
    Block* block = list;
    list = block->next;
    return block;
  }
  static void put(Block*& list, Block* block) {
    block->next = list;
    list = block;
  }

  Block* allocate_slowly(std::uint32_t size_class);
  Block* take_free(std::uint32_t size_class);
  Block* take_large(std::uint32_t size_class);
  void put_large(Block* block);
  bool collect();
  Block* carve(std::uint32_t size_class);
  void* take_pages(std::size_t bytes);
  void release_remote(Block* block);

  Block* free_[kSmallClasses] = {};
  LargeBlock* large_ = nullptr;
  // Unused rest of the newest chunk.
  std::byte* rest_ = nullptr;
  std::size_t rest_bytes_ = 0;
  Chunk* chunks_ = nullptr;
  // Blocks of one other cache that wait to be handed back.
  Block* pending_ = nullptr;
  Block* pending_last_ = nullptr;
  std::uint32_t pending_count_ = 0;
  // Written by others.
  alignas(base::kCacheLineBytes) Native::Atomic<Block*> returned_{nullptr};
};

// Blocks for when the system has no memory, and whose users can go on with few: a limit of the address space, mostly. All threads share the
// cache, so they have to take turns at it. What other caches are given of it goes back at once.
extern BlockCache reserve;

}  // namespace muster::memory
