// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plan: what the variables about binding mean on this machine. A pure function of settings and machine.
#pragma once

#include <cstdint>
#include <span>

#include "affinity/assign.h"
#include "settings/settings.h"
#include "topology/topology.h"

namespace muster::affinity {

struct Plan {
  // The place list. Empty: nobody asked for places, or none of them can be used.
  std::span<const topology::CpuSet> places;
  // What threads do where the program and OMP_PROC_BIND name no policy.
  Policy usual = Policy::none;
  // KMP_HW_SUBSET alone: threads are kept to one place, which is no binding that the program sees, and clauses do nothing.
  bool confines = false;
  bool verbose = false;
  bool reset = false;
  ListShape list;
  // CPUs that the process may use: of the machine, those that KMP_HW_SUBSET leaves.
  topology::CpuSet usable;

  bool binds() const { return usual != Policy::none; }
};

// Whether any variable asks for places, so that the machine has to be read. KMP_AFFINITY=norespect is no reason: it names none.
bool wants_places(const settings::Settings& settings);

// Whether KMP_HW_SUBSET names what only topology::read_core_details() finds out.
bool wants_core_details(const settings::Settings& settings);

// Memory for the places and for sorting. It must live as long as the plan. With room for fewer places than there are the list is
// cut, and a message says so.
struct PlanMemory {
  std::span<topology::CpuSet> places;
  std::span<std::uint16_t> order;    // at least machine.cpu_count()
  std::span<std::uint64_t> scratch;  // the same
};

// `machine` has the CPUs that the process may use. What the settings name and the machine does not have is left out, and a
// message for each variable says so; where nothing is left, nothing is bound. Thread-safe.
Plan make_plan(const settings::Settings& settings, const topology::Machine& machine, const PlanMemory& memory,
               const settings::DiagnosticSink& sink);

// The policy of a region: that of the clause (false_: none) if there is one, else of bind-var. Clauses do nothing where threads
// are not bound (OpenMP 5.2, 21.1.7).
Policy policy_for(const Plan& plan, settings::ProcBind icv, settings::ProcBind clause);

}  // namespace muster::affinity
