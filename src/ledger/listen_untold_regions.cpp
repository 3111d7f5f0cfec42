// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger/file.h"
#include "ledger/listen.h"
#include "ledger/untold_regions.h"

namespace muster::ledger {
namespace {

// From 8 to 23 go untold: about one in 16 is told, which costs a program little beside telling all, and no pattern of regions hides some of them for good. It is
// a share of the thread's own regions, which depends on no machine and on no team's size.
constexpr std::uint32_t kLeastUntold = 8;
std::uint32_t plan_untold(ThreadPart& part) {
  constexpr unsigned kVariesBits = 4;
  return kLeastUntold + static_cast<std::uint32_t>(base::fibonacci_hash(++part.stretches_planned, kVariesBits));
}

// The told region that the thread has begun last is followed by the next one.
void end_cycle(ThreadPart& part, std::uint64_t now) {
  if (part.cycle_site == 0) {
    return;
  }
  RegionSite& site = part.region_sites[part.cycle_site - 1];
  part.cycle_site = 0;
  const std::uint64_t ticks = now > part.cycle_begun ? now - part.cycle_begun : 0;
  if (ticks >= 2 * short_region_ticks()) {
    return;
  }
  // The mean of about the last eight.
  constexpr std::uint64_t kWeight = 8;
  site.cycle_ticks = site.cycle_ticks == 0 ? ticks : (site.cycle_ticks * (kWeight - 1) + ticks) / kWeight;
}

void add_shares(ThreadPart& part, RegionSite& site, const void* function, std::uint32_t count) {
  part.stretch_shares += count;
  // A worker may not have met the region before.
  if (site.function == function) {
    site.in_stretch += count;
    part.stretch_expected += count * site.cycle_ticks;
    part.stretch_sites |= std::uint64_t{1} << static_cast<unsigned>(&site - part.region_sites);
  }
}

// The second region of the thread's stretch begins. The first one took longer than the others will: its threads still tell of the region before,
// and what they touch for that has taken the place of what a region needs.
void note_first(ThreadPart& part) {
  const std::uint64_t now = now_ticks();
  part.first_ticks = now > part.since_ticks ? now - part.since_ticks : 0;
  part.first_expected = part.stretch_expected;
}

// The stretch took so long. By how much its first region was longer than the others is known where nothing disturbed them.
void note_settling(Account& account, std::uint64_t ticks) {
  ThreadPart& part = account.part();
  const std::uint64_t first = part.first_ticks;
  part.first_ticks = 0;
  const std::uint64_t expected_of_others = part.stretch_expected - part.first_expected;
  if (first == 0 || first > 2 * part.first_expected || first > ticks || expected_of_others == 0 ||
      part.stretch_shares < kLeastUntold) {
    return;
  }
  const std::uint64_t as_others = (ticks - first) * part.first_expected / expected_of_others;
  account.row(part.first_row).settling_ticks += static_cast<std::int64_t>(first) - static_cast<std::int64_t>(as_others);
}

// Those that the thread has had without asking belong to its stretch, in which they came. From here on it asks again.
void count_taken(ThreadPart& part) {
  events::UntoldNext& next = events::this_thread->untold_next;
  next.left = 0;
  if (next.taken != 0) {
    RegionSite& site = region_site(part, next.function);
    site.until_told -= next.size != 0 ? next.taken : 0;
    add_shares(part, site, next.function, next.taken);
    next.taken = 0;
  }
}

// False: the region is told. What is known of its place is up to date when the one before it is booked, or the thread is not where regions follow one another.
bool begin_stretch(Slot& slot, const RegionSite& site) {
  const std::uint64_t now = now_ticks();
  Account account(slot);
  ThreadPart& part = account.part();
  if (site.until_told == 0 || part.depth != 0 || part.held_count != 0 ||
      part.category != static_cast<std::uint32_t>(Category::serial)) {
    return false;
  }
  note_gap(account.row(part.row), now > part.since_ticks ? now - part.since_ticks : 0);
  end_cycle(part, now);
  account.go(now, Category::untold, part.row);
  return true;
}

void begin_stretch_of_worker(Slot& slot) {
  const std::uint64_t now = now_ticks();
  Account account(slot);
  ThreadPart& part = account.part();
  learn_end_of_share(account, now);
  if (Frame* frame = account.region(); frame != nullptr) {
    account.end(*frame, now, false);
  }
  part.depth = 0;
  part.held_count = 0;
  // Nobody knows when the region began that has reached the thread.
  note_gap(account.row(part.row), now > part.since_ticks ? now - part.since_ticks : 0);
  end_cycle(part, now);
  account.go(now, Category::untold, part.row);
}

bool on_ask(const void* function, std::uint32_t size) {
  Slot* slot = own_slot();
  if (slot == nullptr) {
    return true;
  }
  ThreadPart& part = slot->part;
  count_taken(part);
  RegionSite& site = region_site(part, function);
  // The last one may not be booked yet.
  if (site.short_in_turn + 1 < kShortInTurn || site.function != function) {
    return true;
  }
  if (part.stretch_shares == 0) {
    if (!begin_stretch(*slot, site)) {
      return true;
    }
    part.first_row = site.row;
  } else if (site.until_told == 0) {
    return true;
  } else if (part.stretch_shares == 1) {
    note_first(part);
  }
  --site.until_told;
  add_shares(part, site, function, 1);
  part.team_last = size;
  // The second one asks too, so that the end of the first is known.
  events::this_thread->untold_next = {function, size, part.stretch_shares == 1 ? 0 : site.until_told, 0};
  return false;
}

void on_share(const events::UntoldShare& event) {
  Slot* slot = slot_of_thread();
  if (slot == nullptr) {
    return;
  }
  if (slot->part.stretch_shares == 0) {
    begin_stretch_of_worker(*slot);
  }
  count_taken(slot->part);
  add_shares(slot->part, region_site(slot->part, event.function), event.function, 1);
  constexpr std::uint32_t kAll = ~std::uint32_t{0};
  events::this_thread->untold_next = {event.function, 0, kAll, 0};
}

RegionSite& claim(ThreadPart& part, const void* function, std::uint32_t index) {
  RegionSite& site = region_site(part, function);
  if (site.function != function) {
    site = {};
    site.function = function;
  }
  site.row = index;
  return site;
}

}  // namespace

void note_told_region(ThreadPart& part, std::uint32_t index, const Row& row, std::uint64_t ticks) {
  if (row.kind != Kind::region || row.object == 0) {
    return;
  }
  RegionSite& site = claim(part, reinterpret_cast<const void*>(row.object), index);
  site.short_in_turn = ticks < short_region_ticks() ? site.short_in_turn + 1 : 0;
  site.until_told = site.short_in_turn >= kShortInTurn ? plan_untold(part) : 0;
}

void begin_cycle(ThreadPart& part, const void* function, std::uint32_t index, std::uint64_t now) {
  end_cycle(part, now);
  const RegionSite& site = claim(part, function, index);
  part.cycle_site = static_cast<std::uint32_t>(&site - part.region_sites) + 1;
  part.cycle_begun = now;
}

void close_stretch(Account& account, std::uint64_t now, Category after) {
  ThreadPart& part = account.part();
  if (part.stretch_shares == 0) {
    return;
  }
  count_taken(part);
  const std::uint64_t ticks = now > part.since_ticks ? now - part.since_ticks : 0;
  const std::uint64_t expected = part.stretch_expected;
  // Regions take as long as those before them, by and large. What is far longer has the program's serial code in it, or sleep.
  const std::uint64_t in_regions = expected == 0 || ticks <= 2 * expected ? ticks : expected;
  if (in_regions == ticks) {
    note_settling(account, ticks);
  }
  std::uint64_t left = in_regions;
  std::uint32_t last = part.row;
  for (std::uint64_t sites = part.stretch_sites; sites != 0; sites &= sites - 1) {
    RegionSite& site = part.region_sites[static_cast<unsigned>(__builtin_ctzll(sites))];
    const bool is_last = (sites & (sites - 1)) == 0;
    const std::uint64_t share =
        is_last || expected == 0 ? left : in_regions * site.in_stretch * site.cycle_ticks / expected;
    last = site.row;
    account.book_untold(last, share < left ? share : left, site.in_stretch);
    left -= share < left ? share : left;
    site.in_stretch = 0;
  }
  account.book_untold(last, left, 0);
  part.stretch_shares = 0;
  part.stretch_expected = 0;
  part.stretch_sites = 0;
  part.first_ticks = 0;
  account.go(part.since_ticks, after, last);
}

void listen_to_untold_regions(events::Listener& listener) {
  listener.asks_of_region = &on_ask;
  listener.untold_share = &on_share;
}

}  // namespace muster::ledger
