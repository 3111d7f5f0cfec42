// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The task deque hands out each item once, with what its maker wrote; and what a thief reads of an item before it has it is of use
// only while alive() says so.
#include "tasks/deque.h"

#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/clients.h"
#include "clients/fresh.h"
#include "data.h"

namespace muster::verify {
namespace {

constexpr std::uint32_t kMostItems = 6;
constexpr std::uint32_t kCapacity = 2;

constexpr std::uint64_t kLive = 1;
constexpr std::uint64_t kReused = 2;

struct Item {
  Data<std::uint64_t> payload;
  // What thieves read before they have the item.
  Checked::Atomic<std::uint64_t> link;
  // A count, not shared data: the explorer runs one thread at a time.
  std::uint32_t times_got = 0;
};

struct DequeState {
  using Deque = tasks::Deque<Checked, Item>;

  DequeState() { deque.provide(slots, kCapacity); }

  Deque deque;
  Deque::Slot slots[kCapacity];
  Item items[kMostItems];
  std::uint32_t pushed = 0;
};

void got(Item* item) {
  if (item != nullptr) {
    expect(item->payload.get("payload") == 1, "an item without what its maker wrote");
    expect(++item->times_got == 1, "an item was got twice");
  }
}

void push(DequeState& state) {
  if (state.deque.has_room()) {
    Item& item = state.items[state.pushed++];
    item.payload.set(1, "payload");
    state.deque.push(&item);
  }
}

// '+' the owner pushes, '-' it takes; each of the other threads steals. In the end the owner takes what is left.
Program owner_and_thieves(const char* script, std::uint32_t thieves, std::uint32_t steals) {
  Program program;
  program.name = std::string("deque/") + script + "/" + std::to_string(thieves) + "x" + std::to_string(steals);
  program.threads = 1 + thieves;
  const Fresh<DequeState> state;
  program.setup = [state] { state.make(); };
  program.thread = [state, script, steals](ThreadId id) {
    if (id == 0) {
      for (const char* step = script; *step != 0; ++step) {
        if (*step == '+') {
          push(state.get());
        } else {
          got(state->deque.take());
        }
      }
      for (std::uint32_t left = kCapacity; left != 0; --left) {
        got(state->deque.take());
      }
      return;
    }
    for (std::uint32_t steal = 0; steal < steals; ++steal) {
      got(state->deque.steal([](const Item* /*item*/, const auto& /*alive*/) { return true; }));
    }
  };
  program.check = [state] {
    for (std::uint32_t index = 0; index < state->pushed; ++index) {
      expect(state->items[index].times_got == 1, "an item was lost");
    }
  };
  return program;
}

// The thread that has got the item makes something else of its memory, as the pool of task descriptors does.
void reuse(Item* item) {
  if (item != nullptr) {
    item->link.store_release(kReused);
  }
}

// Owner: made an item, and took it back if nobody was faster. Thieves look at it first.
Program looking_thieves(std::uint32_t thieves) {
  Program program;
  program.name = "deque/looking/" + std::to_string(thieves);
  program.threads = 1 + thieves;
  const Fresh<DequeState> state;
  program.setup = [state] { state.make(); };
  program.thread = [state](ThreadId id) {
    if (id == 0) {
      state->items[0].link.store_relaxed(kLive);
      state->deque.push(&state->items[0]);
      reuse(state->deque.take());
      return;
    }
    reuse(state->deque.steal([](const Item* item, const auto& alive) {
      const std::uint64_t link = item->link.load_acquire();
      if (alive()) {
        expect(link == kLive, "what is read of an item is not what its maker wrote, and alive() says yes");
      }
      return true;
    }));
  };
  return program;
}

// The owner looks for room in a full deque while another thread takes items. In the end it must not believe that the deque is full still: all but
// none of the items is at most three quarters.
Program looking_owner(std::uint32_t steals) {
  Program program;
  program.name = "deque/looking_owner/" + std::to_string(steals);
  program.threads = 2;
  const Fresh<DequeState> state;
  program.setup = [state] {
    state.make();
    push(state.get());
    push(state.get());
  };
  program.thread = [state, steals](ThreadId id) {
    if (id == 0) {
      state->deque.looks_for_room();
      return;
    }
    for (std::uint32_t steal = 0; steal < steals; ++steal) {
      got(state->deque.steal([](const Item* /*item*/, const auto& /*alive*/) { return true; }));
    }
  };
  program.check = [state] {
    expect(state->items[0].times_got == 1, "nobody else takes the oldest item, and it was not got");
    expect(!state->deque.is_full(), "items were taken, and the owner takes the deque for full");
  };
  return program;
}

struct SleeperState {
  SleeperState() { deques.deque.provide(deques.slots, kCapacity); }

  DequeState deques;
  WaitingTeam team{2};
  Checked::Atomic<base::Episode> word;
};

// Thread 1 waits for a word that moves on when it has run the item that thread 0 pushes: it steals while it waits, and looks once
// more before it sleeps.
Program sleeping_thief(Fences fences) {
  Program program;
  program.name = std::string("deque/sleeping_thief") + (fences == Fences::full ? "" : "/process_wide");
  program.threads = 2;
  program.fences = fences;
  program.waiter_runs = true;
  const Fresh<SleeperState> state;
  program.setup = [state] { state.make(); };
  program.thread = [state](ThreadId id) {
    waiting::Waiter<Checked>& waiter = state->team.waiters[id];
    if (id == 0) {
      state->deques.items[0].link.store_release(kLive);
      push(state->deques);
      waiter.signalled(1);
      return;
    }
    const auto looks = [](const Item* item, const auto& alive) {
      expect(item != nullptr, "a deque says that it has an item, and has none");
      return item->link.load_acquire() == kLive && alive();
    };
    const waiting::IdleWork work{
        [](void* context) {
          auto& shared = *static_cast<SleeperState*>(context);
          Item* item = shared.deques.deque.steal(decltype(looks)());
          got(item);
          if (item != nullptr) {
            shared.word.store_release(1);
          }
          return item != nullptr;
        },
        [](void* context) { return static_cast<SleeperState*>(context)->deques.deque.peek(decltype(looks)()); },
        &state.get()};
    waiter.set_idle_work(&work);
    waiter.wait_for(state->word, 1);
  };
  return program;
}

}  // namespace

void add_task_deques(Programs& programs, bool deep) {
  programs.push_back(owner_and_thieves("+-", 1, 1));
  programs.push_back(owner_and_thieves("++-", 1, 2));
  programs.push_back(owner_and_thieves("+-+", 1, 2));
  programs.push_back(owner_and_thieves("++", 2, 1));
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    programs.push_back(sleeping_thief(fences));
  }
  programs.push_back(looking_owner(1));
  programs.push_back(looking_owner(2));
  programs.push_back(looking_thieves(1));
  programs.push_back(looking_thieves(2));
  if (deep) {
    programs.push_back(owner_and_thieves("++-+", 1, 2));
    programs.push_back(owner_and_thieves("++-", 2, 1));
    programs.push_back(owner_and_thieves("+-+-", 2, 2));
  }
}

}  // namespace muster::verify
