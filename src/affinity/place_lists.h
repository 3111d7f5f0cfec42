// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that the user lists by CPU number. Texts have been checked by settings/, so that nothing here can be malformed; numbers
// may still be those of CPUs that do not exist. Internal to affinity/.
#pragma once

#include <string_view>

#include "affinity/place_buffer.h"

namespace muster::affinity {

// OMP_PLACES: `{0:4}:8:4`, `{0,1},!{2}` (OpenMP 5.2, 21.1.6).
void list_places(std::string_view text, PlaceBuffer& places);

// GOMP_CPU_AFFINITY: `0 3 1-2 4-15:2`, a place a CPU.
void list_cpus(std::string_view text, PlaceBuffer& places);

// Between the brackets of KMP_AFFINITY's proclist: `3,0,{1,2},4-7:2`, a place a CPU or set of CPUs.
void list_processors(std::string_view text, PlaceBuffer& places);

}  // namespace muster::affinity
