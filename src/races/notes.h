// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the race checker keeps of tasks, taskgroups and dependences. A clock is an address that stands for an order; nothing is stored
// there by us, and no two orders share one.
#pragma once

#include <cstdint>

#include "events/events.h"
#include "platform/native.h"
#include "races/annotations.h"

namespace muster::races {

// The functions in use. Set before the first event.
inline constinit Annotations tsan;

struct Clock {
  std::uint64_t unused = 0;
};

inline void acquire(Clock& clock) { tsan.acquire(&clock); }
inline void release(Clock& clock) { tsan.release(&clock); }
// For the first release of a thing that lies where another has been.
inline void release_anew(Clock& clock) { tsan.release_anew(reinterpret_cast<unsigned long>(&clock)); }

// The memory begins anew: nobody has accessed it, and no order is kept there. The checker counts in words of 8 bytes; what is not a whole word
// at either end belongs to a neighbour too, and stays.
inline void renew(void* begin, std::size_t bytes) {
  constexpr unsigned long kWord = 8;
  const unsigned long first = (reinterpret_cast<unsigned long>(begin) + kWord - 1) & ~(kWord - 1);
  const unsigned long last = (reinterpret_cast<unsigned long>(begin) + bytes) & ~(kWord - 1);
  if (first < last) {
    tsan.forget_orders(first, last - first);
    tsan.forget_accesses(first, last - first);
    // The second call has made a heap block of it, which would stand in reports.
    tsan.forget_orders(first, last - first);
  }
}

// What the checker keeps for one taskgroup. All of its tasks complete before it ends, so nobody uses it later.
struct Group {
  Group* next = nullptr;
  Group* outer = nullptr;
  Clock tasks_done;
};

// How a task stands to others that name the same variable. Tasks of one of the first three kinds are not ordered among each other, unless
// one of another kind was made in between; those of the last kind are.
enum class Access : std::uint32_t { reads, set, exclusive, writes };
inline constexpr unsigned kAccesses = 4;

// A variable that children of one task named in depend clauses.
struct Variable {
  Variable* next = nullptr;
  std::uint64_t address = 0;
  Clock done[kAccesses];
  // The turn of mutually exclusive tasks.
  Clock turn;
};

// One item of a task's depend clause.
struct Use {
  Use* next = nullptr;
  Variable* variable = nullptr;
  Access access = Access::reads;
};

struct Variables;

// Kept in the task's word of marks, from its first event until it is complete and no child refers to it. Only the task's thread
// touches it, but for the clocks and for `users`; what a child reads of it is constant from the child's creation.
struct Note {
  Note* next = nullptr;
  Note* creator = nullptr;
  events::Region* region = nullptr;
  // The innermost taskgroup that the task has begun or was made in, and the one that it was made in.
  Group* group = nullptr;
  Group* belongs_to = nullptr;
  Variables* variables = nullptr;
  Use* uses = nullptr;
  // The turns that the task has awaited for a child that it is about to run at once, which gives them back when it is complete.
  Use* kept_turns = nullptr;
  // While the task runs a target region, whose initial task has this note: the task's own.
  Note* outside = nullptr;
  // The fiber as which the task runs, and whether it is its own.
  void* fiber = nullptr;
  bool own_fiber = false;
  // It gets one when it begins.
  bool wants_fiber = false;
  bool begun = false;
  bool seen_thread = false;
  // For a task with a detach clause: how many of the two events that complete it have been told.
  platform::Native::Atomic<std::uint32_t> ends;
  // How many barriers the implicit task had passed: it names the barrier that the task has to be complete for.
  std::uint32_t barriers_passed = 0;
  // The task itself, and its children.
  platform::Native::Atomic<std::uint32_t> users{1};
  Clock created;
  Clock children_done;
};

// The note of a task that runs or was just created. The first call makes it. Null without memory: the checker then misses orders.
Note* note_of(events::Task& task);
// A new task's. Called by the creator's thread.
Note* make_child_note(events::Task* creator, events::Task& task);
// The task is over.
void drop_note(events::Task& task);

// While the task runs a target region it has another note, of the initial task in `region`. Without memory it keeps its own.
Note* begin_target_note(events::Task& task, events::Region& region);
void end_target_note(events::Task& task);

// Taskgroups of a task, by its own thread.
void begin_group(Note& note);
void end_group(Note& note);

// The variable of that address among those of the children of `creator`; by the creator's thread. Null without memory.
Variable* variable_of(Note& creator, std::uint64_t address);
// Stands for omp_all_memory: every dependent task reads it, besides what it names, and one that names it writes it.
inline constexpr std::uint64_t kAllMemory = ~std::uint64_t{0};
// Takes down that the task uses the variable.
void add_use(Note& note, Variable& variable, Access access);
// Gives the list back.
void drop_uses(Use*& uses);
// The uses of mutual exclusion of a wait for dependences go to the task that waited, for its next child.
void keep_turns(Note& wait);

}  // namespace muster::races
