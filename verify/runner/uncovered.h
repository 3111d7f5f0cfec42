// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ordered accesses, fences and wake-ups of the portable core that no program comes by.
#pragma once

#include <string>
#include <vector>

#include "engine/site.h"

namespace muster::verify {

struct SourceLine {
  std::string file;  // from src/ on
  std::uint32_t number;
  std::string text;
};

// `tree` is the folder that has src/.
std::vector<SourceLine> uncovered_lines(const std::string& tree, const Sites& sites);

}  // namespace muster::verify
