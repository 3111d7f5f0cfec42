// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger/account.h"

#include "base/base.h"
#include "ledger/file.h"
#include "ledger/run_delay.h"

namespace muster::ledger {
namespace {

// After so many rows a table counts as full: probes stay short.
constexpr std::uint32_t kMostRows = kRows - kRows / 8;

std::uint32_t hash(const Key& key) {
  constexpr unsigned kAllBits = 64;
  constexpr unsigned kOtherBits = 57;
  constexpr unsigned kHashBits = 24;
  const std::uint64_t rest =
      reinterpret_cast<std::uint64_t>(key.parent) + key.object + static_cast<std::uint64_t>(key.kind);
  const std::uint64_t mixed = base::fibonacci_hash(reinterpret_cast<std::uint64_t>(key.code), kAllBits) ^
                              base::fibonacci_hash(rest, kOtherBits);
  return static_cast<std::uint32_t>(base::fibonacci_hash(mixed, kHashBits)) % kRows;
}

// 3 us. Telling of a share takes 0.05 to 0.2 us, on whatever thread and however many there are; an interrupt takes several us.
std::uint64_t most_telling_ticks() { return long_ticks() / 64; }

// A reading of the clock is in what the function took, and two are in what was booked, of which the one is there in any case.
void note_timed_share(Row& row, std::uint64_t booked_ticks, std::uint64_t function_ticks) {
  if (function_ticks == 0 || booked_ticks > long_ticks()) {
    return;
  }
  const std::uint64_t else_ticks = function_ticks + header().clock_ticks;
  const std::uint64_t telling_ticks = booked_ticks > else_ticks ? booked_ticks - else_ticks : 0;
  // If an interrupt falls into the telling of one share in a hundred, that share would outweigh all others.
  if (telling_ticks > most_telling_ticks()) {
    return;
  }
  ++row.shares_timed;
  row.telling_ticks += telling_ticks;
}

}  // namespace

std::uint32_t Account::look_up(const Key& key) {
  std::uint32_t& last = slot_.part.found_last[static_cast<std::uint32_t>(key.kind) % kFoundLast];
  for (std::uint32_t index = hash(key);; index = (index + 1) % kRows) {
    if (index <= kOther) {
      continue;
    }
    Row& row = slot_.rows[index];
    if (is_of(row, key)) {
      last = index;
      return index;
    }
    if (row.kind == Kind::none) {
      if (slot_.part.rows_used == kMostRows) {
        return kOther;
      }
      ++slot_.part.rows_used;
      row.code = reinterpret_cast<std::uint64_t>(key.code);
      row.parent = reinterpret_cast<std::uint64_t>(key.parent);
      row.object = key.object;
      row.kind = key.kind;
      last = index;
      note_module(row.code);
      return index;
    }
  }
}

Frame* Account::innermost(Tag tag) {
  ThreadPart& part = slot_.part;
  for (std::uint32_t depth = part.depth; depth != 0; --depth) {
    Frame& frame = part.frames[depth - 1];
    if (frame.tag == tag) {
      return &frame;
    }
    if (is_region(frame) || frame.tag == Tag::deep) {
      return nullptr;
    }
  }
  return nullptr;
}

// What was before each of them is not known. So the time is that of the task that began last, which the waits in deep recursion are short beside.
void Account::push_deep(std::uint64_t now, Tag tag, Category category, std::uint32_t row) {
  ThreadPart& part = slot_.part;
  ++part.too_deep;
  if (!is_too_deep()) {
    part.deep_pushes = 0;
    part.deep_regions = 0;
    put(now, Tag::deep, category, row, nullptr);
  } else if (tag == Tag::task) {
    go(now, category, row);
  }
  ++part.deep_pushes;
  part.deep_regions += tag == Tag::parallel ? 1 : 0;
}

void Account::pop_deep(std::uint64_t now, Tag tag) {
  ThreadPart& part = slot_.part;
  part.deep_regions -= tag == Tag::parallel ? 1 : 0;
  if (--part.deep_pushes == 0) {
    end(part.frames[kFrames - 1], now);
  }
}

Frame* Account::outer_region() {
  ThreadPart& part = slot_.part;
  for (std::uint32_t depth = part.depth; depth != 0; --depth) {
    if (is_region(part.frames[depth - 1])) {
      return &part.frames[depth - 1];
    }
  }
  return nullptr;
}

Account::Ended Account::end(Frame& frame, std::uint64_t now, bool go_back) {
  ThreadPart& part = slot_.part;
  const std::uint64_t ticks = now > frame.begin ? now - frame.begin : 0;
  const std::uint64_t within = part.excluded - frame.excluded;
  const Ended ended{ticks, ticks > within ? ticks - within : 0, frame.row};
  part.excluded = frame.excluded + ticks;
  part.depth = static_cast<std::uint32_t>(&frame - part.frames);
  if (go_back) {
    go(now, frame.category_before, frame.row_before);
  }
  return ended;
}

void Account::hold(std::uint64_t object, std::uint64_t now, std::uint32_t row) {
  ThreadPart& part = slot_.part;
  if (part.held_count < kHeld) {
    part.held[part.held_count++] = {object, now, row};
  }
}

void Account::let_go(std::uint64_t object, std::uint64_t now) {
  ThreadPart& part = slot_.part;
  for (std::uint32_t i = part.held_count; i != 0; --i) {
    const Held held = part.held[i - 1];
    if (held.object != object) {
      continue;
    }
    const std::uint64_t ticks = now > held.begin ? now - held.begin : 0;
    Row& of = slot_.rows[held.row];
    of.held_ticks += ticks;
    of.held_most = ticks > of.held_most ? ticks : of.held_most;
    part.held[i - 1] = part.held[--part.held_count];
    return;
  }
}

void Account::begin_share(std::uint64_t now, std::uint32_t row, bool is_late) {
  ThreadPart& part = slot_.part;
  part.share_ticks = now;
  Row& of = slot_.rows[row];
  if (is_late || of.is_long != 0 || of.count <= 1) {
    const std::uint64_t delay_ns = run_delay_ns(part.delay_file);
    of.lost_ns += is_late ? delay_ns - part.delay_ns : 0;
    part.delay_ns = delay_ns;
  }
}

void Account::end_share(std::uint64_t now, std::uint32_t row) {
  ThreadPart& part = slot_.part;
  Row& of = slot_.rows[row];
  const std::uint64_t ticks = now > part.share_ticks ? now - part.share_ticks : 0;
  if (events::this_thread->times_share) [[unlikely]] {
    events::this_thread->times_share = false;
    note_timed_share(of, ticks, events::this_thread->share_ticks);
  }
  of.share_least = of.share_least == 0 || ticks < of.share_least ? ticks : of.share_least;
  of.is_long = ticks > long_ticks() ? 1 : 0;
  part.had_long_share = of.is_long;
  if (of.is_long != 0) {
    const std::uint64_t delay_ns = run_delay_ns(part.delay_file);
    of.lost_ns += delay_ns - part.delay_ns;
    part.delay_ns = delay_ns;
  }
}

}  // namespace muster::ledger
