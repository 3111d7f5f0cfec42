// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependences that leave nothing to run at the same time: all tasks of a task stand in one chain. The length of the longest chain is counted from
// the depend clauses alone, so that it does not matter which tasks had already completed.
#include <stdlib.h>

#include <new>

#include "base/base.h"
#include "misuse/finding.h"
#include "misuse/handlers.h"
#include "misuse/notes.h"

namespace muster::misuse {

// What one task has made since it last waited.
struct Chains {
  struct Variable {
    std::uint64_t address = 0;
    // The longest chain that ends with a task that writes it, and with one that reads it after that.
    std::uint32_t written = 0;
    std::uint32_t read = 0;
  };
  // A task that names more variables is not judged.
  static constexpr std::size_t kVariables = 256;

  std::uint32_t tasks = 0;
  std::uint32_t longest = 0;
  bool overflows = false;
  events::Caller caller;
  Variable variables[kVariables];

  Variable* find(std::uint64_t address) {
    constexpr unsigned kHashBits = 8;
    static_assert(kVariables == std::size_t{1} << kHashBits);
    const std::size_t start = base::fibonacci_hash(address, kHashBits);
    for (std::size_t i = 0; i < kVariables; ++i) {
      Variable& variable = variables[(start + i) % kVariables];
      if (variable.address == address || variable.address == 0) {
        variable.address = address;
        return &variable;
      }
    }
    overflows = true;
    return nullptr;
  }
};

namespace {

// Fewer in a row are a pipeline that somebody wanted, or a test of dependences.
constexpr std::uint32_t kLeastTold = 100;

bool reads(events::DependenceKind kind) {
  return kind == events::DependenceKind::in || kind == events::DependenceKind::inoutset;
}

Chains* chains_of(events::Task& creator) {
  TaskNote* note = note_of(creator);
  if (note != nullptr && note->chains == nullptr) {
    void* memory = malloc(sizeof(Chains));
    note->chains = memory == nullptr ? nullptr : ::new (memory) Chains();
  }
  return note == nullptr ? nullptr : note->chains;
}

}  // namespace

void on_dependences(const events::Dependences& event) {
  const bool is_task = (event.task.flags & events::kExplicitTask) != 0 && &event.task != events::this_thread->task;
  Chains* chains = is_task ? chains_of(events::this_task()) : nullptr;
  if (chains == nullptr || chains->overflows) {
    return;
  }
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < event.count; ++i) {
    // omp_all_memory has no address of its own, and a task that names it is in every chain: it is meant so.
    chains->overflows = chains->overflows || event.list[i].variable == 0;
    const Chains::Variable* variable = chains->overflows ? nullptr : chains->find(event.list[i].variable);
    if (variable == nullptr) {
      return;
    }
    const std::uint32_t length = reads(event.list[i].kind) || variable->read == 0 ? variable->written : variable->read;
    before = length > before ? length : before;
  }
  const std::uint32_t length = before + 1;
  for (std::size_t i = 0; i < event.count; ++i) {
    Chains::Variable& variable = *chains->find(event.list[i].variable);
    if (reads(event.list[i].kind)) {
      variable.read = length > variable.read ? length : variable.read;
    } else {
      variable.written = length;
      variable.read = 0;
    }
  }
  ++chains->tasks;
  chains->longest = length > chains->longest ? length : chains->longest;
  chains->caller = event.task.caller;
}

void judge_chains(events::Task& task) {
  TaskNote* note = noted(task);
  if (note == nullptr || note->chains == nullptr) {
    return;
  }
  const Chains& chains = *note->chains;
  if (!chains.overflows && chains.tasks >= kLeastTold && chains.longest == chains.tasks &&
      is_first(Kind::serial_dependences, chains.caller.code)) {
    Line()
        .text("dependences of all ")
        .number(chains.tasks)
        .text(" tasks made")
        .at(chains.caller)
        .text(" are one chain: no two of them can run at the same time")
        .tell();
  }
  free(note->chains);
  note->chains = nullptr;
}

}  // namespace muster::misuse
