// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/time.h"

namespace muster::simulate {

std::string_view name_of(Part part) {
  constexpr std::array<std::string_view, kParts> kNames = {"software", "work",   "transfer", "queueing", "ordering",
                                                           "system",   "waking", "cpu",      "sleeping"};
  return kNames[static_cast<std::size_t>(part)];
}

}  // namespace muster::simulate
