// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger/own_cost.h"

#include "base/base.h"
#include "ledger/account.h"
#include "platform/pages.h"

namespace muster::ledger {
namespace {

// The clock may advance in steps of several nanoseconds, so that many in a row are timed together. The first tries find cold caches.
constexpr std::uint64_t kTogether = 32;
constexpr int kTries = 8;

template <class Do>
std::uint64_t least_ticks(const Do& one) {
  std::uint64_t least = ~std::uint64_t{0};
  for (int i = 0; i < kTries; ++i) {
    const std::uint64_t begin = now_ticks();
    for (std::uint64_t j = 0; j < kTogether; ++j) {
      one();
    }
    const std::uint64_t ticks = now_ticks() - begin;
    // A clock that is behind on a CPU to which the thread has just been moved stands still until it has caught up.
    least = ticks != 0 && ticks < least ? ticks : least;
  }
  return least == ~std::uint64_t{0} ? 0 : base::divide_rounding_up(least, kTogether);
}

// As on_work_begin() and on_work_end() do it (listen_work.cpp).
void book_construct(Account& account, const Key& key) {
  const std::uint32_t index = account.find(key);
  ++account.row(index).count;
  account.push(now_ticks(), Tag::work, Category::work, index);
  account.pop(now_ticks(), Tag::work);
}

// As on_dispatch_begin() and on_dispatch() do it for a request that takes no time.
std::uint64_t least_interval(Account& account) {
  std::uint64_t& booked = account.row(kOther).ticks[static_cast<std::size_t>(Category::schedule)];
  std::uint64_t least = ~std::uint64_t{0};
  for (int i = 0; i < kTries; ++i) {
    const std::uint64_t before = booked;
    for (std::uint64_t j = 0; j < kTogether; ++j) {
      account.push(now_ticks(), Tag::schedule, Category::schedule, kOther);
      if (Frame* frame = account.innermost(Tag::schedule); frame != nullptr) {
        account.end(*frame, now_ticks());
      }
    }
    least = booked - before < least ? booked - before : least;
  }
  return least / kTogether;
}

}  // namespace

OwnCost measure_own_cost() {
  // A slot that is nobody's, not in the file: of its pages these tries touch five.
  void* memory = platform::allocate_pages(sizeof(Slot));
  if (memory == nullptr) {
    return {};
  }
  auto& slot = *static_cast<Slot*>(memory);
  slot.rows[kOutside].kind = Kind::outside;
  slot.rows[kOther].kind = Kind::other;
  Account account(slot);
  const Key key{nullptr, nullptr, Kind::other, 0};
  slot.part.found_last[static_cast<std::uint32_t>(Kind::other)] = kOther;
  OwnCost cost;
  cost.clock_ticks = least_ticks([] { static_cast<void>(now_ticks()); });
  cost.construct_ticks = least_ticks([&] { book_construct(account, key); });
  cost.interval_ticks = least_interval(account);
  platform::free_pages(memory, sizeof(Slot));
  return cost;
}

}  // namespace muster::ledger
