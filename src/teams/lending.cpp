// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "teams/lending.h"

#include <pthread.h>

#include <algorithm>

#include "platform/unchecked.h"

namespace muster::teams {
namespace {

// All teams that have lent, so that others find them. Under the lock no team of the list is freed.
struct Lenders {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  Team* first = nullptr;
};
constinit Lenders lenders;

void note_lender(Team& team) {
  const platform::UncheckedLock locked(lenders.lock);
  team.lent.next = lenders.first;
  team.lent.link = &lenders.first;
  if (team.lent.next != nullptr) {
    team.lent.next->lent.link = &team.lent.next;
  }
  lenders.first = &team;
}

// False if the team has never lent.
bool unlink(Team& team) {
  if (team.lent.link == nullptr) {
    return false;
  }
  *team.lent.link = team.lent.next;
  if (team.lent.next != nullptr) {
    team.lent.next->lent.link = team.lent.link;
  }
  team.lent.link = nullptr;
  return true;
}

// All workers of a team that the caller has taken go to the lobby. Returns how many.
std::uint32_t empty(Team& team) {
  const std::uint32_t seats = team.lent.seats.load_relaxed();
  const std::uint64_t since_ns = team.lent.since_ns.load_relaxed();
  for (std::uint32_t slot = 1; slot < seats; ++slot) {
    threads::send_to_lobby(*team.primary.workers[slot]);
  }
  for (std::uint32_t slot = 1; slot < seats; ++slot) {
    threads::await_in_lobby(*team.primary.workers[slot], since_ns);
    // As if nobody had ever sat there.
    threads::Seat& seat = *team.header.members[slot];
    seat.line.episode.store_relaxed(0);
    seat.followed.set(0);
  }
  team.lent.seats.store_relaxed(1);
  return seats - 1;
}

// How many workers it has given up; 0: no team has rested for so long.
std::uint32_t give_up_one(std::uint64_t now_ns, std::uint64_t rested_ns) {
  const platform::UncheckedLock locked(lenders.lock);
  for (Team* team = lenders.first; team != nullptr; team = team->lent.next) {
    const bool taken = team->lent.offer.take_if([&] {
      const std::uint64_t since_ns = team->lent.since_ns.load_relaxed();
      return team->lent.seats.load_relaxed() > 1 && since_ns <= now_ns && now_ns - since_ns >= rested_ns;
    });
    if (taken) {
      const std::uint32_t workers = empty(*team);
      team->lent.offer.give_back();
      return workers;
    }
  }
  return 0;
}

}  // namespace

void set_dynamic(Member& self, bool dynamic) {
  writable_icvs(self).dynamic = dynamic;
  if (dynamic && self.inner != nullptr && self.inner->primary.seats > 1) {
    self.inner->primary.chores |= kLendWorkers;
  }
}

void lend_workers(Team& team) {
  Team::Primary& primary = team.primary;
  if (primary.seats <= 1) {
    return;
  }
  if (!team.lent.is_noted) {
    team.lent.is_noted = true;
    note_lender(team);
    threads::count_lending_team(true);
  }
  team.lent.seats.store_relaxed(primary.seats);
  team.lent.since_ns.store_relaxed(Native::tick_ns());
  primary.seats = 0;
  team.lent.offer.offer();
}

void hold_workers(Team& team) {
  Team::Primary& primary = team.primary;
  if (primary.seats != 0) {
    return;
  }
  team.lent.offer.hold();
  primary.seats = team.lent.seats.load_relaxed();
  // Those that come instead of the workers that have gone must catch up.
  primary.last_size = std::min(primary.last_size, primary.seats);
}

void forget_lending(Team& team) {
  if (!team.lent.is_noted) {
    return;
  }
  team.lent.is_noted = false;
  bool was_lender = false;
  {
    const platform::UncheckedLock locked(lenders.lock);
    was_lender = unlink(team);
  }
  if (was_lender) {
    threads::count_lending_team(false);
  }
}

void give_up_resting(std::uint64_t now_ns, std::uint64_t rested_ns, std::uint32_t enough) {
  for (std::uint32_t got = 0; got < enough;) {
    const std::uint32_t more = give_up_one(now_ns, rested_ns);
    if (more == 0) {
      return;
    }
    got += more;
  }
}

void lock_lending_for_fork() { pthread_mutex_lock(&lenders.lock); }
void unlock_lending_after_fork() { pthread_mutex_unlock(&lenders.lock); }

void reset_lending_after_fork() {
  while (lenders.first != nullptr) {
    lenders.first->lent.is_noted = false;
    unlink(*lenders.first);
  }
  pthread_mutex_unlock(&lenders.lock);
}

}  // namespace muster::teams
