// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// depend clauses as GCC passes them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "teams/teams.h"

namespace muster::abi::gomp {

// What a depend object stands for, which is two words: { address, kind }. 1 in, 2 out, 3 inout, 4 mutexinoutset; GCC 13 adds 5 inoutset, and the null pointer for
// omp_all_memory.
tasks::Dependence dependence_of(void* const* object);

// Element i of the list that `words` describes.
tasks::Dependence dependence_at(void* const* words, std::size_t i);

// All of it; null: there is no clause.
inline tasks::DependenceList depend_list(teams::Member& self, void** depend) {
  const auto count =
      depend == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(depend[0] != nullptr ? depend[0] : depend[1]);
  return {self, count, [depend](std::size_t i) { return dependence_at(depend, i); }};
}

}  // namespace muster::abi::gomp
