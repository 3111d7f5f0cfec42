// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The account of one thread: the state in which it is, and what it goes back to. A thread is in one category and at one row at any moment,
// and each change takes one reading of the clock, so that the sums add up to the time that the thread was there (I1).
//
// Only the thread itself writes its account. A reader that looks meanwhile, or after the process was killed between two stores, may find
// the one interval that was being booked twice or not at all.
#pragma once

#include <cstdint>

#include "events/events.h"
#include "ledger/clock.h"
#include "ledger/form.h"

namespace muster::ledger {

// Books what is pending (listen_regions.cpp).
void book_pending(Slot& slot);

// What tells rows apart.
struct Key {
  const void* code = nullptr;
  const void* parent = nullptr;
  Kind kind = Kind::none;
  std::uint64_t object = 0;
};

class Account {
 public:
  // What is pending in the slot is booked first.
  explicit Account(Slot& slot) : slot_(slot) {
    if (slot.part.pending != kNothingPending) [[unlikely]] {
      book_pending(slot);
    }
  }

  Row& row(std::uint32_t index) { return slot_.rows[index]; }
  ThreadPart& part() { return slot_.part; }
  bool belongs_to(const Slot* slot) const { return slot == &slot_; }

  // The row of a key; kOther when the table is full.
  std::uint32_t find(const Key& key) {
    const std::uint32_t last = slot_.part.found_last[static_cast<std::uint32_t>(key.kind) % kFoundLast];
    return is_of(slot_.rows[last], key) ? last : look_up(key);
  }

  bool is_row_of(std::uint32_t index, const Key& key) const { return is_of(slot_.rows[index], key); }

  // What the thread has done up to `now` is booked, and it does this from now on.
  void go(std::uint64_t now, Category category, std::uint32_t row) {
    ThreadPart& part = slot_.part;
    const std::uint64_t since = part.since_ticks;
    // Counters of different sockets may differ by some ticks.
    const std::uint64_t moment = now > since ? now : since;
    slot_.rows[part.row].ticks[part.category] += moment - since;
    part.since_ticks = moment;
    part.category = static_cast<std::uint32_t>(category);
    part.row = row;
    slot_.spans[part.spans_written % kSpans] = {moment, row, static_cast<std::uint32_t>(category)};
    ++part.spans_written;
  }

  // So many ticks since the last change, in a stretch of untold regions (untold_regions.h), belong to this row, and so many shares.
  void book_untold(std::uint32_t row, std::uint64_t ticks, std::uint32_t shares) {
    Row& of = slot_.rows[row];
    of.ticks[static_cast<std::size_t>(Category::untold)] += ticks;
    of.untold_shares += shares;
    slot_.part.since_ticks += ticks;
  }

  // The timeline alone has it.
  void show(std::uint64_t moment, Rest rest) {
    ThreadPart& part = slot_.part;
    slot_.spans[part.spans_written % kSpans] = {moment, part.row, static_cast<std::uint32_t>(rest)};
    ++part.spans_written;
  }

  // The same, and pop() goes back to what was before.
  void push(std::uint64_t now, Tag tag, Category category, std::uint32_t row, const void* task = nullptr) {
    if (!has_room()) [[unlikely]] {
      push_deep(now, tag, category, row);
      return;
    }
    put(now, tag, category, row, task);
  }

  // The same where there is room, and what the push itself takes counts for what was before: for times that are short beside it.
  template <class ClockFunction>
  void push_before(const ClockFunction& clock, Tag tag, Category category, std::uint32_t row) {
    ThreadPart& part = slot_.part;
    std::uint64_t& before = slot_.rows[part.row].ticks[part.category];
    put(clock(), tag, category, row, nullptr);
    const std::uint64_t now = clock();
    if (now > part.since_ticks) {
      before += now - part.since_ticks;
      part.since_ticks = now;
      part.frames[part.depth - 1].begin = now;
    }
  }

  // Ends the innermost frame of this tag in the innermost region, or, where the thread is too deep, what was pushed last.
  void pop(std::uint64_t now, Tag tag) {
    if (is_too_deep()) [[unlikely]] {
      pop_deep(now, tag);
    } else if (Frame* frame = innermost(tag); frame != nullptr) {
      end(*frame, now);
    }
  }

  // The last frame stands for all that is pushed when the others are taken: it ends when as much has been popped.
  bool has_room() const { return slot_.part.depth < kFrames - 1; }
  bool is_too_deep() const { return slot_.part.depth == kFrames; }
  // The thread is in a region that has no frame of its own.
  bool is_region_too_deep() const { return is_too_deep() && slot_.part.deep_regions != 0; }

  // The innermost frame of this tag in the innermost region; null: there is none, or the thread is too deep.
  Frame* innermost(Tag tag);
  // The frame of the innermost region; null: the thread is in none, or the region has none.
  Frame* region() {
    if (is_region_too_deep()) [[unlikely]] {
      return nullptr;
    }
    const std::uint32_t depth = slot_.part.depth;
    if (depth != 0 && is_region(slot_.part.frames[depth - 1])) {
      return &slot_.part.frames[depth - 1];
    }
    return outer_region();
  }

  // Ends an outermost frame, in which no other is, and begins another one of its kind and row. What is between belongs to the row, too. Returns the
  // ticks of the first one.
  std::uint64_t begin_again(Frame& frame, std::uint64_t ended, Category between, std::uint64_t begun,
                            Category category) {
    const std::uint64_t ticks = ended > frame.begin ? ended - frame.begin : 0;
    go(ended, between, frame.row);
    go(begun, category, frame.row);
    slot_.part.excluded = frame.excluded += ticks;
    frame.begin = begun;
    frame.row_before = frame.row;
    return ticks;
  }

  struct Ended {
    std::uint64_t ticks = 0;      // of the frame as a whole
    std::uint64_t own_ticks = 0;  // without the frames in it
    std::uint32_t row = kOther;
  };
  // Ends a frame, and those in it that have not ended.
  Ended end(Frame& frame, std::uint64_t now, bool go_back = true);

  void hold(std::uint64_t object, std::uint64_t now, std::uint32_t row);
  void let_go(std::uint64_t object, std::uint64_t now);

  // A share of a region begins and ends. Where it is long, the time is looked up that the thread was ready to run and did not.
  void begin_share(std::uint64_t now, std::uint32_t row, bool is_late);
  void end_share(std::uint64_t now, std::uint32_t row);

 private:
  static bool is_region(const Frame& frame) { return frame.tag == Tag::parallel || frame.tag == Tag::implicit; }
  static bool is_of(const Row& row, const Key& key) {
    return row.code == reinterpret_cast<std::uint64_t>(key.code) &&
           row.parent == reinterpret_cast<std::uint64_t>(key.parent) && row.kind == key.kind &&
           row.object == key.object;
  }
  void put(std::uint64_t now, Tag tag, Category category, std::uint32_t row, const void* task) {
    ThreadPart& part = slot_.part;
    part.frames[part.depth] = {now,
                               part.excluded,
                               task,
                               static_cast<std::uint16_t>(part.row),
                               static_cast<std::uint16_t>(row),
                               static_cast<Category>(part.category),
                               tag};
    ++part.depth;
    go(now, category, row);
  }
  void push_deep(std::uint64_t now, Tag tag, Category category, std::uint32_t row);
  void pop_deep(std::uint64_t now, Tag tag);
  std::uint32_t look_up(const Key& key);
  Frame* outer_region();

  Slot& slot_;
};

// Null: the thread has no account, as there was no room for it, or it has not begun or has ended.
inline Slot* slot_of_thread() {
  events::Thread* thread = events::this_thread;
  return thread == nullptr ? nullptr : reinterpret_cast<Slot*>(thread->marks.of(events::Who::ledger));
}

// The same for what is told. Null also where the region is untold in which the thread is.
inline Slot* own_slot() {
  events::Thread* thread = events::this_thread;
  return thread == nullptr || thread->is_in_untold ? nullptr : slot_of_thread();
}

}  // namespace muster::ledger
