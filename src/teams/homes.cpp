// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/homes.h"

#include <span>

#include "platform/node_pages.h"

namespace muster::teams {
namespace {

using barriers::Positions;
using platform::PageHome;

// visit(page home, whether it may have to be touched).
template <class Visit>
void for_each_page_of_members(Team& team, const affinity::LocatedTeam& located, const Visit& visit) {
  const std::uintptr_t page_bytes = platform::page_bytes();
  const auto address_of = [&](std::uint32_t slot) {
    return reinterpret_cast<std::uintptr_t>(team.header.members[slot]);
  };
  // Member 0 is part of the team, which is the primary's.
  for (std::uint32_t slot = 1; slot < located.size;) {
    const std::uint16_t node = located.node_of(slot);
    const std::uintptr_t begin = address_of(slot);
    std::uintptr_t end = begin;
    do {
      end += sizeof(Member);
      ++slot;
    } while (slot < located.size && address_of(slot) == end && located.node_of(slot) == node);
    const Pages pages = pages_of(begin, end, page_bytes);
    for (std::uintptr_t page = pages.begin; node != Positions::kNoNode && page < pages.end; ++page) {
      visit(PageHome{reinterpret_cast<void*>(page * page_bytes), node});  // NOLINT(performance-no-int-to-ptr)
    }
  }
}

// A barrier that is laid out for places has pages of each node's own.
template <class Visit>
void for_each_line_of_barriers(const Team& team, const Visit& visit) {
  struct Context {
    const Visit& visit;
    std::uintptr_t page_bytes;
    std::uintptr_t last_page = 0;
  };
  const std::uintptr_t page_bytes = platform::page_bytes();
  const BarriersInUse& barriers = team.header.barriers;
  for (const BarrierInUse* barrier : {&barriers.plain, &barriers.fork_join, &barriers.reduction}) {
    const auto look_at = [&](const BarrierAlgorithm* algorithm, void* storage) {
      if (algorithm == nullptr || algorithm->for_each_home == nullptr) {
        return;
      }
      Context context{visit, page_bytes};
      algorithm->for_each_home(storage, {[](void* given, void* line, std::uint16_t node) {
                                           Context& its = *static_cast<Context*>(given);
                                           const std::uintptr_t page =
                                               reinterpret_cast<std::uintptr_t>(line) / its.page_bytes;
                                           if (node != Positions::kNoNode && page != its.last_page) {
                                             its.last_page = page;
                                             its.visit(PageHome{line, node});
                                           }
                                         },
                                         &context});
    };
    look_at(barrier->gather, barrier->gather_storage);
    look_at(barrier->release, barrier->release_storage);
  }
}

// Gathers pages for fewer calls.
class Mover {
 public:
  explicit Mover(bool touches) : touches_(touches) {}
  Mover(const Mover&) = delete;
  Mover& operator=(const Mover&) = delete;
  ~Mover() { move(); }

  void add(const PageHome& page) {
    pages_[count_++] = page;
    if (count_ == std::size(pages_)) {
      move();
    }
  }

 private:
  void move() {
    platform::move_pages_home(std::span(pages_, count_), touches_);
    count_ = 0;
  }

  PageHome pages_[64];
  std::size_t count_ = 0;
  bool touches_;
};

}  // namespace

void settle(Team& team, const affinity::LocatedTeam& located) {
  {
    Mover members(false);
    for_each_page_of_members(team, located, [&](const PageHome& page) { members.add(page); });
  }
  Mover lines(true);
  for_each_line_of_barriers(team, [&](const PageHome& page) { lines.add(page); });
}

Settled look_at_homes(Team& team, const affinity::LocatedTeam& located) {
  Settled settled;
  const auto look_at = [&](const PageHome& page) {
    ++settled.pages;
    settled.at_home += platform::node_of_page(page.address) == page.node ? 1 : 0;
  };
  for_each_page_of_members(team, located, look_at);
  for_each_line_of_barriers(team, look_at);
  return settled;
}

}  // namespace muster::teams
