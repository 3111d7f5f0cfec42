// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sentences of MUSTER_MEMORY=report. They are those of `muster memory` and of `muster doctor`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "affinity/affinity.h"
#include "first_touch/arrays.h"

namespace muster::first_touch {

// Room for a path of PATH_MAX bytes is not worth the memory: what is longer is cut.
inline constexpr std::size_t kLineBytes = 1024;

struct Line {
  char text[kLineBytes];
  std::size_t size = 0;

  // As printf(3).
  [[gnu::format(printf, 2, 3)]] void add(const char* format, ...);
};

// `place` as of write_place(); `nodes` with CPUs that the machine has.
Line line_of(const Array& array, const char* place, std::uint32_t nodes);

// Lines about teams that are not bound, and about hardware threads filled before cores; they are empty where there is nothing to say.
Line line_of_nodes(const affinity::Hints& hints);
Line line_of_cores(const affinity::Hints& hints);
// The sentence of affinity::describe(), which may be empty.
Line line_of_neighbours(std::string_view sentence);

}  // namespace muster::first_touch
