// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kept.txt: orders and wake-ups of the source that no program needs and that stay all the same, each with its reason.
#pragma once

#include <string>
#include <vector>

#include "engine/site.h"

namespace muster::verify {

struct Kept {
  std::string file;    // end of the path
  std::string text;    // part of the source line
  std::string change;  // as describe() ends: "mutated to relaxed"
  std::string reason;
  bool used = false;
};

// Empty with a message on stderr when a row cannot be read.
std::vector<Kept> read_kept(const std::string& path, bool& readable);

// The row for that change of that line, or null.
Kept* find_kept(std::vector<Kept>& all, const std::string& path, const std::string& line, const std::string& change);
Kept* find_kept(std::vector<Kept>& all, const Site& site, Change change);

}  // namespace muster::verify
