// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of the variables that choose barrier algorithms and their fan-out.
#pragma once

#include "settings/form.h"

namespace muster::settings {

// False unless `text` is "name" (used for both) or "gather,release".
bool read_pattern(std::string_view text, BarrierPattern& pattern);
void show_pattern(const BarrierPattern& pattern, LineWriter& line);
// "gather" or "gather,release", each 1 to 31.
Outcome read_branch_bits(std::string_view text, BranchBits& bits);
void show_branch_bits(const BranchBits& bits, LineWriter& line);

template <auto Member>
struct Pattern {
  static Outcome read(const Input& input, Settings& settings) {
    return read_pattern(input.text.view(), field<Member>(settings)) ? kTaken : kRefused;
  }
  static void show(const Shown& shown, LineWriter& line) { show_pattern(field<Member>(shown.settings), line); }
};

template <auto Member>
struct Branching {
  static Outcome read(const Input& input, Settings& settings) {
    return read_branch_bits(input.text.view(), field<Member>(settings));
  }
  static void show(const Shown& shown, LineWriter& line) { show_branch_bits(field<Member>(shown.settings), line); }
};

}  // namespace muster::settings
