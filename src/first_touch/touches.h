// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which thread has touched each page of the process first. A page that the program gives back and gets again counts by its last touch. It takes four bytes a page,
// in chunks; one thread writes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace muster::first_touch {

inline constexpr std::uint32_t kPagesOfChunk = 512;
// 128 GiB of pages of 4 KiB.
inline constexpr std::uint32_t kMostChunks = 65536;
inline constexpr std::uint16_t kMostThreads = 4096;
inline constexpr std::uint16_t kMostCodes = 16384;

struct Touch {
  std::uint16_t thread_plus_1 = 0;  // 0: nobody
  std::uint16_t code = 0;           // a number that the caller gives to a place of code, below kMostCodes

  bool is_there() const { return thread_plus_1 != 0; }
  std::uint16_t thread() const { return static_cast<std::uint16_t>(thread_plus_1 - 1); }
};

class Touches {
  struct Chunk {
    std::uint64_t number = 0;
    std::uint32_t touched = 0;
    Touch pages[kPagesOfChunk];
  };

 public:
  struct Page {
    std::uint64_t address = 0;
    Touch touch;
  };

  // Goes over the touched pages in order of their addresses; copies go on from where the original was. Valid until the next note().
  class Cursor {
   public:
    explicit Cursor(const Touches& touches) : touches_(&touches) { find(); }
    // False at the end. Else it stands at a page.
    bool is_at_page() const;
    Page page() const;
    void advance() {
      ++index_;
      find();
    }

   private:
    const Chunk& chunk() const;
    // The first touched page from here on.
    void find();

    const Touches* touches_;
    std::uint32_t chunk_ = 0;
    std::uint32_t index_ = 0;
  };

  // False: there is no memory.
  bool open(std::size_t page_bytes);
  void close();

  // False: there is no room.
  bool note(std::uint64_t address, Touch touch);
  // To be called after the last note() and before a Cursor is made.
  void sort();

  // An address of a word in a page that was touched, any with the same probability; 0 where none was found. `random` is asked for numbers.
  template <class Random>
  std::uint64_t pick(Random&& random) const;

  std::size_t page_bytes() const { return page_bytes_; }
  // The size of the system's huge pages where pages have 4 KiB.
  std::uint64_t chunk_bytes() const { return page_bytes_ * kPagesOfChunk; }

 private:
  static constexpr std::uint32_t kSlots = 2 * kMostChunks;

  struct Memory {
    std::uint32_t slots[kSlots];  // the index of a chunk plus 1, by a hash of its number
    std::uint32_t order[kMostChunks];
    Chunk chunks[kMostChunks];
  };

  Chunk* chunk_of(std::uint64_t number);

  // Pages that nobody reaches cost address space only.
  Memory* memory_ = nullptr;
  std::uint32_t count_ = 0;
  std::size_t page_bytes_ = 4096;
};

template <class Random>
std::uint64_t Touches::pick(Random&& random) const {
  // A chunk of a huge page has a touch or two, and all of it is there.
  constexpr std::uint32_t kTouchesOfHugePage = 2;
  constexpr int kTries = 64;
  constexpr std::uint64_t kWordBytes = 8;
  for (int i = 0; i < kTries && count_ != 0; ++i) {
    const Chunk& chunk = memory_->chunks[random() % count_];
    const std::uint32_t index = static_cast<std::uint32_t>(random() % kPagesOfChunk);
    if (chunk.pages[index].is_there() || chunk.touched <= kTouchesOfHugePage) {
      const std::uint64_t word = random() % (page_bytes_ / kWordBytes) * kWordBytes;
      return (chunk.number * kPagesOfChunk + index) * page_bytes_ + word;
    }
  }
  return 0;
}

}  // namespace muster::first_touch
