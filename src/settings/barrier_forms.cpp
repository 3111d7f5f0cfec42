// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of algorithms and numbers of branch bits.
#include "settings/barrier_forms.h"

#include "settings/scanner.h"

namespace muster::settings {

namespace {

constexpr std::uint64_t kMostBranchBits = 31;  // libomp's bound

bool take_name(Scanner& scanner, char (&name)[kMaxAlgorithmName + 1]) {
  const std::string_view word = scanner.take_word();
  if (word.empty() || word.size() > kMaxAlgorithmName || is_digit(word.front())) return false;
  std::size_t i = 0;
  for (; i < word.size(); ++i) name[i] = to_lower(word[i]);
  name[i] = '\0';
  return true;
}

}  // namespace

bool read_pattern(std::string_view text, BarrierPattern& pattern) {
  Scanner scanner(text);
  BarrierPattern result;
  if (!take_name(scanner, result.gather)) return false;
  if (scanner.take(',')) {
    if (!take_name(scanner, result.release)) return false;
  } else {
    Scanner again(text);
    if (!take_name(again, result.release)) return false;
  }
  if (!scanner.at_end()) return false;
  pattern = result;
  return true;
}

void show_pattern(const BarrierPattern& pattern, LineWriter& line) {
  if (pattern.gather[0] == '\0') return;
  line.add(pattern.gather).add(',').add(pattern.release);
}

Outcome read_branch_bits(std::string_view text, BranchBits& bits) {
  Scanner scanner(text);
  std::uint64_t gather = 0;
  std::uint64_t release = 0;
  bool too_large = false;
  if (scanner.take_number(gather) == Digits::none || gather == 0) return kRefused;
  if (scanner.take(',') && (scanner.take_number(release) == Digits::none || release == 0)) return kRefused;
  if (!scanner.at_end()) return kRefused;
  for (std::uint64_t* value : {&gather, &release}) {
    if (*value <= kMostBranchBits) continue;
    *value = kMostBranchBits;
    too_large = true;
  }
  bits.gather = static_cast<std::uint8_t>(gather);
  bits.release = static_cast<std::uint8_t>(release);
  return too_large ? kTooLarge : kTaken;
}

void show_branch_bits(const BranchBits& bits, LineWriter& line) {
  if (bits.gather == 0) return;
  line.add_number(bits.gather);
  if (bits.release != 0) line.add(',').add_number(bits.release);
}

}  // namespace muster::settings
