// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders of depend clauses, and of doacross loops.
#include "races/handlers.h"

namespace muster::races {
namespace {

// The clocks of iterations of doacross loops: an iteration's is found by its region and its number, and several may share one, which
// misses a race and invents none. As many as give a loop of some thousand iterations clocks of its own; they take no memory unless used.
constexpr std::size_t kIterationClocks = 1U << 14U;
constinit Clock iterations[kIterationClocks];

bool is_doacross(events::DependenceKind kind) {
  return kind == events::DependenceKind::source || kind == events::DependenceKind::sink;
}

void* clock_of_iteration(const events::Dependences& event) {
  std::uint64_t number = reinterpret_cast<std::uint64_t>(event.task.region);
  for (std::size_t i = 0; i < event.count; ++i) {
    // Multiplicative hashing: neighbouring iterations have clocks far apart.
    number = (number + event.list[i].variable + 1) * 0x9E3779B97F4A7C15U;
  }
  return &iterations[number >> 50U];
}
static_assert(kIterationClocks == std::size_t{1} << (64U - 50U));

Access access_of(events::DependenceKind kind) {
  switch (kind) {
    case events::DependenceKind::in: return Access::reads;
    case events::DependenceKind::inoutset: return Access::set;
    case events::DependenceKind::mutexinoutset: return Access::exclusive;
    default: return Access::writes;
  }
}

bool names_all_memory(events::DependenceKind kind) {
  return kind == events::DependenceKind::out_all_memory || kind == events::DependenceKind::inout_all_memory;
}

void take_down(Note& creator, Note& note, std::uint64_t address, Access access) {
  if (Variable* variable = variable_of(creator, address); variable != nullptr) {
    add_use(note, *variable, access);
  }
}

Clock& done(const Use& use, Access access) { return use.variable->done[static_cast<unsigned>(access)]; }

}  // namespace

void on_dependences(const events::Dependences& event) {
  if (event.count == 0) {
    return;
  }
  if (is_doacross(event.list[0].kind)) {
    void* clock = clock_of_iteration(event);
    (event.list[0].kind == events::DependenceKind::source ? tsan.release : tsan.acquire)(clock);
    return;
  }
  Note* note = note_of(event.task);
  Note* creator = note != nullptr ? note->creator : nullptr;
  if (creator == nullptr) {
    return;
  }
  bool all_memory = false;
  for (std::size_t i = 0; i < event.count; ++i) {
    const events::Dependence& item = event.list[i];
    if (names_all_memory(item.kind)) {
      all_memory = true;
    } else {
      take_down(*creator, *note, item.variable, access_of(item.kind));
    }
  }
  take_down(*creator, *note, kAllMemory, all_memory ? Access::writes : Access::reads);
}

void acquire_uses(const Note& note) {
  for (const Use* use = note.uses; use != nullptr; use = use->next) {
    for (unsigned i = 0; i < kAccesses; ++i) {
      const auto access = static_cast<Access>(i);
      if (access != use->access || access == Access::writes) {
        acquire(done(*use, access));
      }
    }
    if (use->access == Access::exclusive) {
      acquire(use->variable->turn);
    }
  }
}

void release_uses(const Use* uses) {
  for (const Use* use = uses; use != nullptr; use = use->next) {
    release(done(*use, use->access));
    if (use->access == Access::exclusive) {
      release(use->variable->turn);
    }
  }
}

}  // namespace muster::races
