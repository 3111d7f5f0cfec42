// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/arrays.h"

#include <algorithm>

namespace muster::first_touch {
namespace {

using Page = Touches::Page;
using Cursor = Touches::Cursor;

// Part of a run.
struct Piece {
  Cursor first;
  std::uint64_t begin;
  std::uint64_t end;
  std::uint32_t pages;
};

bool is_dense(const Piece& piece, const Touches& touches) {
  return piece.pages * touches.page_bytes() >= (piece.end - piece.begin) / 2;
}

// Its pages were touched, each or as huge ones; not here and there, as by an allocator that writes heads.
bool is_whole(const Piece& piece, const Touches& touches) {
  const std::uint64_t huge = (piece.end - piece.begin) / touches.chunk_bytes();
  return is_dense(piece, touches) || (huge > 1 && piece.pages <= huge + 2);
}

// Calls visit(page) for each page of the piece.
template <class Visit>
void for_each_page(const Piece& piece, const Visit& visit) {
  Cursor cursor = piece.first;
  for (std::uint32_t i = 0; i < piece.pages; ++i, cursor.advance()) {
    visit(cursor.page());
  }
}

Array counted(const Piece& piece, Scratch& scratch) {
  Array array;
  array.begin = piece.begin;
  array.end = piece.end;
  array.pages = piece.pages;
  for_each_page(piece, [&](const Page& page) {
    scratch.of_thread[page.touch.thread()] = 0;
    scratch.of_code[page.touch.code] = 0;
  });
  std::uint32_t most_of_code = 0;
  for_each_page(piece, [&](const Page& page) {
    const std::uint32_t pages_of_thread = ++scratch.of_thread[page.touch.thread()];
    array.touchers += pages_of_thread == 1 ? 1 : 0;
    if (pages_of_thread > array.touched) {
      array.touched = pages_of_thread;
      array.toucher = page.touch.thread();
    }
    if (const std::uint32_t pages = ++scratch.of_code[page.touch.code]; pages > most_of_code) {
      most_of_code = pages;
      array.code = page.touch.code;
    }
  });
  return array;
}

class Run {
 public:
  Run(const Touches& touches, std::span<const std::uint64_t> functions, Scratch& scratch)
      : touches_(touches), functions_(functions), scratch_(scratch) {}

  // Adds the arrays of the run that begins at `first`, and returns where the next one begins.
  Cursor follow(const Cursor& first, Arrays& arrays) {
    const std::uint64_t function = function_of(first.page());
    std::uint64_t end = first.page().address;
    std::uint32_t pages = 0;
    Cursor cursor = first;
    for (; cursor.is_at_page() && belongs(cursor.page(), function, end); cursor.advance()) {
      const Page page = cursor.page();
      scratch_.last_of_code[page.touch.code] = page.address;
      end = page.address + touches_.page_bytes();
      ++pages;
    }
    cut(first, pages, arrays);
    return cursor;
  }

 private:
  std::uint64_t function_of(const Page& page) const { return functions_[page.touch.code]; }

  // Where pages are huge, those between two faults came with the first one.
  bool belongs(const Page& page, std::uint64_t function, std::uint64_t end) const {
    return function_of(page) == function && page.address - end < touches_.chunk_bytes();
  }

  void cut(Cursor cursor, std::uint32_t pages, Arrays& arrays) {
    Piece piece{cursor, 0, 0, 0};
    std::uint64_t reach = 0;
    for (std::uint32_t i = 0; i < pages; ++i, cursor.advance()) {
      const Page page = cursor.page();
      if (i == 0 || page.address > reach) {
        take(piece, arrays);
        piece = {cursor, page.address, page.address, 0};
      }
      reach = std::max(reach, scratch_.last_of_code[page.touch.code]);
      piece.end = page.address + touches_.page_bytes();
      ++piece.pages;
    }
    take(piece, arrays);
  }

  void take(const Piece& piece, Arrays& arrays) {
    if (piece.end - piece.begin < kLeastBytes || !is_whole(piece, touches_)) {
      return;
    }
    Array array = counted(piece, scratch_);
    if (!is_dense(piece, touches_)) {
      // The last fault has brought a huge page, too.
      array.end = (array.end + touches_.chunk_bytes() - 1) / touches_.chunk_bytes() * touches_.chunk_bytes();
    }
    arrays.add(array);
  }

  const Touches& touches_;
  std::span<const std::uint64_t> functions_;
  Scratch& scratch_;
};

}  // namespace

void Arrays::add(const Array& array) {
  if (count_ == kMost) {
    ++left_out_;
    if (arrays_[kMost - 1].bytes() >= array.bytes()) {
      return;
    }
    --count_;
  }
  std::size_t at = count_++;
  for (; at != 0 && arrays_[at - 1].bytes() < array.bytes(); --at) {
    arrays_[at] = arrays_[at - 1];
  }
  arrays_[at] = array;
}

void find_arrays(const Touches& touches, std::span<const std::uint64_t> functions, Scratch& scratch, Arrays& arrays) {
  Run run(touches, functions, scratch);
  for (Cursor cursor(touches); cursor.is_at_page();) {
    cursor = run.follow(cursor, arrays);
  }
}

void count_uses(Array& array, std::span<const Use> uses, Scratch& scratch) {
  const auto before = [](const Use& use, std::uint64_t address) { return use.address < address; };
  const Use* first = std::lower_bound(uses.data(), uses.data() + uses.size(), array.begin, before);
  const Use* end = std::lower_bound(first, uses.data() + uses.size(), array.end, before);
  for (const Use* use = first; use != end; ++use) {
    scratch.of_thread[use->thread] = 0;
  }
  for (const Use* use = first; use != end; ++use) {
    array.looks += use->begins_look ? 1 : 0;
    array.shared += use->begins_look && use->is_shared ? 1 : 0;
    ++array.uses;
    array.own_uses += use->thread == array.toucher ? 1 : 0;
    array.users += scratch.of_thread[use->thread]++ == 0 ? 1 : 0;
    array.user = use->thread;
    array.known_uses += use->knows_nodes() ? 1 : 0;
    array.remote_uses += use->knows_nodes() && use->page_node != use->thread_node ? 1 : 0;
  }
}

bool is_touched_by_one(const Array& array) {
  // One thread touched so much of an array that it is that thread's.
  constexpr std::uint64_t kTouchedByOnePercent = 90;
  return std::uint64_t{array.touched} * 100 >= kTouchedByOnePercent * array.pages;
}

Advice advice_for(const Array& array) {
  // Other threads' part of the uses from which on the array is not that thread's to have.
  constexpr std::uint64_t kUsedByOthersPercent = 25;
  if (array.looks < kLeastLooks) {
    return Advice::not_seen_enough;
  }
  const std::uint64_t others = array.uses - array.own_uses;
  if (!is_touched_by_one(array) || others * 100 < kUsedByOthersPercent * array.uses) {
    return Advice::none;
  }
  return array.shared > array.looks / 2 ? Advice::interleave : Advice::initialise_in_parallel;
}

}  // namespace muster::first_touch
