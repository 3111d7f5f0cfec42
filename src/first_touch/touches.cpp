// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/touches.h"

#include <algorithm>

#include "base/base.h"
#include "platform/node_pages.h"

namespace muster::first_touch {

bool Touches::open(std::size_t page_bytes) {
  page_bytes_ = page_bytes;
  count_ = 0;
  memory_ = static_cast<Memory*>(platform::map_apart(sizeof(Memory)));
  return memory_ != nullptr;
}

void Touches::close() {
  if (memory_ != nullptr) {
    platform::unmap_apart(memory_, sizeof(Memory));
    memory_ = nullptr;
  }
}

Touches::Chunk* Touches::chunk_of(std::uint64_t number) {
  constexpr unsigned kHashBits = 32;
  for (std::uint64_t slot = base::fibonacci_hash(number, kHashBits);; ++slot) {
    std::uint32_t& index_plus_1 = memory_->slots[slot % kSlots];
    if (index_plus_1 == 0) {
      if (count_ == kMostChunks) {
        return nullptr;
      }
      memory_->order[count_] = count_;
      memory_->chunks[count_].number = number;
      index_plus_1 = ++count_;
    }
    if (Chunk& found = memory_->chunks[index_plus_1 - 1]; found.number == number) {
      return &found;
    }
  }
}

bool Touches::note(std::uint64_t address, Touch touch) {
  const std::uint64_t page = address / page_bytes_;
  Chunk* chunk = chunk_of(page / kPagesOfChunk);
  if (chunk == nullptr) {
    return false;
  }
  Touch& noted = chunk->pages[page % kPagesOfChunk];
  chunk->touched += noted.is_there() ? 0 : 1;
  noted = touch;
  return true;
}

void Touches::sort() {
  std::sort(memory_->order, memory_->order + count_, [this](std::uint32_t one, std::uint32_t other) {
    return memory_->chunks[one].number < memory_->chunks[other].number;
  });
}

const Touches::Chunk& Touches::Cursor::chunk() const {
  return touches_->memory_->chunks[touches_->memory_->order[chunk_]];
}

bool Touches::Cursor::is_at_page() const { return chunk_ < touches_->count_; }

Touches::Page Touches::Cursor::page() const {
  return {(chunk().number * kPagesOfChunk + index_) * touches_->page_bytes_, chunk().pages[index_]};
}

void Touches::Cursor::find() {
  for (; chunk_ < touches_->count_; ++chunk_, index_ = 0) {
    for (; index_ < kPagesOfChunk; ++index_) {
      if (chunk().pages[index_].is_there()) {
        return;
      }
    }
  }
}

}  // namespace muster::first_touch
