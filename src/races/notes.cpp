// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "races/notes.h"

#include "platform/pages.h"
#include "races/fibers.h"
#include "races/handlers.h"
#include "races/pool.h"
#include "races/races.h"

namespace muster::races {

// Chains of variables by address.
struct Variables {
  static constexpr std::size_t kChains = 64;
  Variables* next = nullptr;
  Variable* chains[kChains] = {};
};

namespace {

struct Pools {
  Pool<Note> notes;
  Pool<Group> groups;
  Pool<Variable> variables;
  Pool<Variables> tables;
  Pool<Use> uses;
};

// In pages of their own, since a library that is loaded late finds little room for the data of threads.
constinit thread_local Pools* own_pools = nullptr;

// Null without memory.
Pools* pools() {
  if (own_pools == nullptr) {
    own_pools = static_cast<Pools*>(platform::allocate_pages(sizeof(Pools)));
  }
  return own_pools;
}

template <class T>
T* take(Pool<T> Pools::* pool) {
  Pools* own = pools();
  return own == nullptr ? nullptr : (own->*pool).take();
}

// Without memory it is lost.
template <class T>
void give_back(Pool<T> Pools::* pool, T* thing) {
  if (Pools* own = pools(); own != nullptr) {
    (own->*pool).give_back(thing);
  }
}

std::uint64_t& mark_of(events::Task& task) { return task.marks.of(events::Who::races); }

void drop_variables(Note& note) {
  if (note.variables == nullptr) {
    return;
  }
  for (Variable* chain : note.variables->chains) {
    while (chain != nullptr) {
      Variable* rest = chain->next;
      give_back(&Pools::variables, chain);
      chain = rest;
    }
  }
  give_back(&Pools::tables, note.variables);
}

// The task, or a child of it, is over and uses the note no more. The last user gives the note back, and leaves that of the creator.
void leave(Note* note) {
  // A: acq_rel, pairs with A. The user that gives the note back does so after all others have used its clocks.
  while (note != nullptr && note->users.fetch_add_acq_rel(static_cast<std::uint32_t>(-1)) == 1) {
    Note* creator = note->creator;
    drop_variables(*note);
    give_back(&Pools::notes, note);
    note = creator;
  }
}

}  // namespace

void on_thread_end(const events::ThreadEnd& /*event*/) {
  if (own_pools == nullptr) {
    return;
  }
  own_pools->notes.give_all();
  own_pools->groups.give_all();
  own_pools->variables.give_all();
  own_pools->tables.give_all();
  own_pools->uses.give_all();
  platform::free_pages(own_pools, sizeof(Pools));
  own_pools = nullptr;
}

void lock_for_fork() {
  lock_making();
  Pool<Note>::lock_for_fork();
  Pool<Group>::lock_for_fork();
  Pool<Variable>::lock_for_fork();
  Pool<Variables>::lock_for_fork();
  Pool<Use>::lock_for_fork();
}
void unlock_after_fork() {
  Pool<Use>::unlock_after_fork();
  Pool<Variables>::unlock_after_fork();
  Pool<Variable>::unlock_after_fork();
  Pool<Group>::unlock_after_fork();
  Pool<Note>::unlock_after_fork();
  unlock_making();
}

Note* note_of(events::Task& task) {
  std::uint64_t& mark = mark_of(task);
  if (mark != 0) {
    return reinterpret_cast<Note*>(mark);
  }
  Note* note = take(&Pools::notes);
  if (note == nullptr) {
    return nullptr;
  }
  note->region = task.region;
  note->begun = true;
  release_anew(note->children_done);
  mark = reinterpret_cast<std::uint64_t>(note);
  return note;
}

Note* make_child_note(events::Task* creator, events::Task& task) {
  Note* parent = creator == nullptr ? nullptr : note_of(*creator);
  Note* note = take(&Pools::notes);
  if (note == nullptr) {
    return nullptr;
  }
  note->region = task.region;
  if (parent != nullptr) {
    parent->users.fetch_add_relaxed(1);
    note->creator = parent;
    note->region = parent->region;
    note->group = parent->group;
    note->belongs_to = parent->group;
    note->barriers_passed = parent->barriers_passed;
  }
  release_anew(note->created);
  release_anew(note->children_done);
  mark_of(task) = reinterpret_cast<std::uint64_t>(note);
  return note;
}

void drop_note(events::Task& task) {
  Note* note = reinterpret_cast<Note*>(mark_of(task));
  if (note == nullptr) {
    return;
  }
  mark_of(task) = 0;
  drop_uses(note->uses);
  drop_uses(note->kept_turns);
  leave(note);
}

Note* begin_target_note(events::Task& task, events::Region& region) {
  Note* outside = note_of(task);
  Note* note = outside == nullptr ? nullptr : take(&Pools::notes);
  if (note == nullptr) {
    return nullptr;
  }
  note->region = &region;
  note->outside = outside;
  note->fiber = outside->fiber;
  note->own_fiber = outside->own_fiber;
  note->seen_thread = outside->seen_thread;
  note->begun = true;
  release_anew(note->children_done);
  mark_of(task) = reinterpret_cast<std::uint64_t>(note);
  return note;
}

void end_target_note(events::Task& task) {
  Note* note = note_of(task);
  Note& outside = *note->outside;
  outside.seen_thread = note->seen_thread;
  mark_of(task) = reinterpret_cast<std::uint64_t>(&outside);
  drop_uses(note->kept_turns);
  leave(note);
}

void begin_group(Note& note) {
  Group* group = take(&Pools::groups);
  if (group == nullptr) {
    return;
  }
  release_anew(group->tasks_done);
  group->outer = note.group;
  note.group = group;
}

void end_group(Note& note) {
  Group* group = note.group;
  // A group of the creator's is not the task's to end: the runtime had no memory for one of its own.
  if (group == nullptr || group == note.belongs_to) {
    return;
  }
  note.group = group->outer;
  give_back(&Pools::groups, group);
}

Variable* variable_of(Note& creator, std::uint64_t address) {
  if (creator.variables == nullptr) {
    creator.variables = take(&Pools::tables);
    if (creator.variables == nullptr) {
      return nullptr;
    }
  }
  // Variables are often neighbours of one size: the multiplication spreads them (Knuth's multiplicative hashing).
  const std::size_t chain = (address * 0x9E3779B97F4A7C15U) >> 58U;
  static_assert(Variables::kChains == std::size_t{1} << (64U - 58U));
  Variable*& first = creator.variables->chains[chain];
  for (Variable* variable = first; variable != nullptr; variable = variable->next) {
    if (variable->address == address) {
      return variable;
    }
  }
  Variable* variable = take(&Pools::variables);
  if (variable == nullptr) {
    return nullptr;
  }
  variable->address = address;
  for (Clock& clock : variable->done) {
    release_anew(clock);
  }
  release_anew(variable->turn);
  variable->next = first;
  first = variable;
  return variable;
}

void add_use(Note& note, Variable& variable, Access access) {
  Use* use = take(&Pools::uses);
  if (use == nullptr) {
    return;
  }
  use->variable = &variable;
  use->access = access;
  use->next = note.uses;
  note.uses = use;
}

void drop_uses(Use*& uses) {
  while (uses != nullptr) {
    Use* use = uses;
    uses = use->next;
    give_back(&Pools::uses, use);
  }
}

void keep_turns(Note& wait) {
  if (wait.creator == nullptr) {
    return;
  }
  Note& waiting = *wait.creator;
  drop_uses(waiting.kept_turns);
  Use** link = &wait.uses;
  while (*link != nullptr) {
    Use* use = *link;
    if (use->access == Access::exclusive) {
      *link = use->next;
      use->next = waiting.kept_turns;
      waiting.kept_turns = use;
    } else {
      link = &use->next;
    }
  }
}

}  // namespace muster::races
