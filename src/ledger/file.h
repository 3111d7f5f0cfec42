// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of the ledger: made, mapped, its parts handed to threads, and what is written once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ledger/form.h"
#include "ledger/ledger.h"

namespace muster::ledger {

// Null, or what is wrong with the file. Not thread-safe.
const char* open_file(const Surroundings& surroundings);
bool is_open();
// Forgets the file, which belongs to the parent of this process.
void abandon_file();
// The part of the first thread; the file is open.
Slot* first_slot();
// That of any thread that has one, and its place; the file is open.
Slot& slot_of(std::uint32_t index);
std::uint32_t index_of(const Slot& slot);
// The header; the file is open.
Header& header();

// A part of the file for a thread that begins; null when all are taken, and counted then. Thread-safe.
Slot* claim_slot();
// The thread has ended. Thread-safe.
void give_back_slot(Slot& slot);

// Notes where the file of this code is loaded, once for each. Thread-safe.
void note_module(std::uint64_t code);
// A new file knows of none. Not thread-safe.
void forget_modules();

// A second pair of the two clocks, by which readers know how long a tick is.
void mark_clocks();
// When it was done last; 0: not yet.
std::uint64_t last_mark_ticks();

}  // namespace muster::ledger
