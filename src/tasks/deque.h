// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Deque: the tasks that a thread has made and nobody has begun. The owner pushes and takes at the newest end, without any
// read-modify-write unless the last item is contended; thieves take the oldest, with one compare-and-swap.
//
// Source    Chase and Lev, "Dynamic circular work-stealing deque", SPAA 2005, with a ring of fixed size; the orders follow Lê, Pop, Cohen
//           and Zappa Nardelli, "Correct and efficient work-stealing for weak memory models", PPoPP 2013. Their two
//           sequentially consistent fences are operations on top and bottom here: the same instructions on x86-64, cheaper
//           ones on AArch64, and visible to ThreadSanitizer.
//
//     top (thieves) ->  [oldest] ... [newest]  <- bottom (owner)      top <= bottom <= top + capacity, positions never wrap
//
// I1  The item at position `top` changes hands only by a compare-and-swap on top. So while top is still t, the item that a
//     thief has read at t has not been begun, and what it refers to is alive. A thief may look at it before it decides, by
//     reads with acquire order of what later makers write with release order: then it cannot see what came after without seeing
//     top move.
// I2  Items above top are the owner's to take without asking: a thief that aims at one has to see top move there first.
// I3  While the owner holds the deque for full and bottom stays, it does not read top: for tasks of a few instructions that would cost more than the
//     tasks. A thief that leaves no more than three quarters raises `wanted_`, unless it is raised.
//
// Ordering  A push    store release of bottom       pairs with B: the item and what it refers to are visible to its thief. So does
//                     the store with which a take of the last item ends
//           B steal   load seq_cst of bottom; to peek, acquire
//           C take    store seq_cst of bottom, then load seq_cst of top; steal loads them the other way round (D, B). So the owner sees that
//                     a thief has moved top, or the thief sees that the owner has lowered bottom
//           F full    store seq_cst of wanted_, then load seq_cst of top; a thief moves top (E) and then loads wanted_. So the owner sees that
//                     top has moved, or the thief that it has to raise wanted_
//           E win     compare-and-swap seq_cst of top by a thief; by the owner relaxed: it decides, and orders nothing
#pragma once

#include <cstdint>
#include <new>

#include "base/base.h"
#include "platform/platform.h"

namespace muster::tasks {

template <platform::Platform P, class Item>
class Deque {
  using Position = typename P::template Atomic<std::uint64_t>;

 public:
  using Slot = typename P::template Atomic<Item*>;

  Deque() = default;
  Deque(const Deque&) = delete;
  Deque& operator=(const Deque&) = delete;

  // Owner, once, before the first push: `capacity` is a power of two, and slots are the caller's for as long as anybody may steal.
  // Without it the deque is empty and full.
  void provide(Slot* slots, std::uint64_t capacity) {
    slots_ = slots;
    mask_ = capacity - 1;
    capacity_ = capacity;
  }
  bool provided() const { return capacity_ != 0; }

  // Owner: whether there is room, by what it knows of top, without a look at the line that thieves write.
  bool has_known_room() const { return bottom_.load_relaxed() - seen_top_ < capacity_; }
  // The same by a look. If there is none, the deque counts as full until the owner takes an item or thieves have taken a quarter (I3).
  bool looks_for_room() {
    wanted_.store_seq_cst(0);         // F: seq_cst, pairs with F
    seen_top_ = top_.load_seq_cst();  // F: seq_cst, pairs with E
    if (has_known_room()) {
      return true;
    }
    full_at_ = bottom_.load_relaxed();
    return false;
  }
  // Owner: whether it counts as full.
  bool is_full() const { return full_at_ == bottom_.load_relaxed() && wanted_.load_relaxed() == 0; }
  bool has_room() const { return bottom_.load_relaxed() - top_.load_relaxed() < capacity_; }
  // Owner, where has_room() has said so since the last push.
  void push(Item* item) {
    const std::uint64_t bottom = bottom_.load_relaxed();
    slots_[bottom & mask_].store_relaxed(item);
    bottom_.store_release(bottom + 1);  // A: release, pairs with B
  }

  // Owner: where the next item goes. What is pushed from now on stands there or above.
  std::uint64_t position() const { return bottom_.load_relaxed(); }

  // Owner: the newest item, or null.
  Item* take() {
    const std::uint64_t bottom = bottom_.load_relaxed();
    // top only moves up, so an old value that says "empty" is right.
    if (top_.load_relaxed() >= bottom) {
      return nullptr;
    }
    const std::uint64_t newest = bottom - 1;
    full_at_ = kNowhere;
    bottom_.store_seq_cst(newest);            // C: seq_cst, pairs with B
    std::uint64_t top = top_.load_seq_cst();  // C: seq_cst, pairs with E
    if (top < newest) {
      return slots_[newest & mask_].load_relaxed();  // by I2
    }
    Item* item = nullptr;
    // No order: the exchange alone decides who wins, and what the item refers to is the owner's own.
    if (top == newest && top_.compare_exchange_relaxed(top, top + 1)) {
      item = slots_[newest & mask_].load_relaxed();
    }
    bottom_.store_release(bottom);  // A: release, pairs with B
    return item;
  }

  // Any thread: the oldest item, or null when there is none, another thread was faster, or accept(item, alive) says no. `alive()` tells
  // whether the item has still not changed hands (I1): what was read of it before is good only if it then says yes.
  template <class Accept>
  Item* steal(Accept accept) {
    std::uint64_t top = top_.load_seq_cst();              // D: seq_cst, pairs with E
    const std::uint64_t bottom = bottom_.load_seq_cst();  // B: seq_cst, pairs with A and C
    if (top >= bottom) {
      return nullptr;
    }
    Item* item = slots_[top & mask_].load_relaxed();
    const auto alive = [&] { return top_.load_relaxed() == top; };
    if (!accept(item, alive)) {
      return nullptr;
    }
    if (!top_.compare_exchange_seq_cst(top, top + 1)) {  // E: seq_cst, pairs with C, D and F
      return nullptr;
    }
    if (bottom - top - 1 <= capacity_ - capacity_ / 4 && wanted_.load_seq_cst() == 0) {  // F: seq_cst, pairs with F
      wanted_.store_relaxed(1);
    }
    return item;
  }

  // Any thread: whether accept(item, alive) says yes to the oldest item, and the item has not changed hands meanwhile.
  template <class Accept>
  bool peek(Accept accept) const {
    const std::uint64_t top = top_.load_relaxed();
    if (top >= bottom_.load_acquire()) {  // B: acquire, pairs with A and C
      return false;
    }
    const auto alive = [&] { return top_.load_relaxed() == top; };
    return accept(slots_[top & mask_].load_relaxed(), alive) && alive();
  }

  // Any thread. A hint, but exact for a thread that comes after a fence that orders it behind the last push.
  bool looks_empty() const { return top_.load_relaxed() >= bottom_.load_relaxed(); }

 private:
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  // Written by the owner.
  alignas(base::kCacheLineBytes) Position bottom_{0};
  Slot* slots_ = nullptr;
  std::uint64_t mask_ = 0;
  std::uint64_t capacity_ = 0;
  std::uint64_t seen_top_ = 0;
  // Where bottom was when the owner found no room, and has been since.
  std::uint64_t full_at_ = kNowhere;
  // Written by thieves.
  alignas(base::kCacheLineBytes) Position top_{0};
  // The same, but seldom: not 0 when they have taken a quarter of what a full deque has.
  alignas(base::kCacheLineBytes) Position wanted_{0};
};

}  // namespace muster::tasks
