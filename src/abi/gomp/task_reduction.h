// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task reductions as GCC calls them. The compiled code describes them in an array of words on its frame, initialises, combines and
// destroys the copies itself, and indexes them by omp_get_thread_num(); the runtime provides the memory and looks up
// addresses. What gcc-12 shows (-fdump-tree-omplower):
//
//   word 0       number of items
//   word 1       bytes of one thread's copies
//   word 2       in: their alignment, out: the memory, one chunk a thread. Each item has a flag that says whether the copy has been
//                initialised, so the memory must start as zeros
//   word 3, 4    set to -1 and 0, never read again
//   word 5, 6    left to the runtime; 6 is the memory's end here
//   then, for each item, three words: address of the original, offset in the chunk, one left to the runtime
#pragma once

#include <cstddef>
#include <cstdint>

#include "teams/teams.h"

namespace muster::abi::gomp {

class ReductionArray {
 public:
  explicit ReductionArray(std::uintptr_t* words) : words_(words) {}

  std::size_t chunk_bytes() const { return words_[kChunkBytes]; }
  std::size_t alignment() const { return words_[kMemory]; }  // until set_memory
  void set_memory(void* start, std::uint32_t threads);
  // For allocated memory.
  void allocate(std::uint32_t threads);
  void free_memory();
  // Tells the compiled code that there is nothing to combine.
  void set_empty() { words_[kMemory] = 0; }

  // Makes them the group's reductions.
  void attach_to(tasks::Taskgroup& group) const;

 private:
  enum Word : std::size_t { kCount = 0, kChunkBytes = 1, kMemory = 2, kEnd = 6, kItems = 7, kWordsOfItem = 3 };

  static tasks::ReductionItem find(void* words, void* address, const tasks::Worker& worker);

  std::uintptr_t* words_;
};

// Begins the group of a construct with reduction(task, ...).
tasks::Taskgroup& begin_implicit_group(tasks::Worker& worker);

}  // namespace muster::abi::gomp
