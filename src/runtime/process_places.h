// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the places of this process together, once the settings are known.
#pragma once

#include <cstdint>
#include <span>

#include "settings/settings.h"
#include "teams/teams.h"

namespace muster::runtime {

// Fills in teams::conditions.binding. Reads the machine only when a variable asks for places. Where nothing can be bound, bind-var
// becomes false. Returns how many CPUs the process may use: those of its mask that KMP_HW_SUBSET leaves. Not thread-safe, and not
// after a thread has been bound.
std::uint32_t prepare_binding(settings::Settings& settings, const settings::DiagnosticSink& sink);
// CPUs that threads share, to find out whether they are too many: those of all places, or `usable`.
std::uint32_t cpus_of_threads(std::uint32_t usable);
// How many helpers there may be, which numbers are kept for them and where they are bound. `cpus` of the process.
void choose_helpers(const settings::Settings& settings, std::uint32_t cpus, const settings::DiagnosticSink& sink);
// The places of teams::conditions.binding where they are kept, with memory for each to put them into another order. Only where threads are
// bound, and before the first of them is.
struct PlaceArrays {
  affinity::PlaceList list;
  std::span<std::uint16_t> order;
  std::span<std::uint16_t> users;
};
PlaceArrays place_arrays();
// At unload.
void forget_binding();

}  // namespace muster::runtime
