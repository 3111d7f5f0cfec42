// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms whose value is one word of a list: flags and choices.
#pragma once

#include <span>
#include <type_traits>

#include "settings/form.h"
#include "settings/scanner.h"

namespace muster::settings {

// Where several words have the same value, the first is the one shown.
struct Word {
  std::string_view text;
  std::uint8_t value;
};

// OpenMP asks for TRUE and FALSE; the others are accepted because libomp or libgomp accept them.
#define MUSTER_BOOLEAN_WORDS                                                                                       \
  {"FALSE", 0}, {"TRUE", 1}, {"0", 0}, {"1", 1}, {"NO", 0}, {"YES", 1}, {"OFF", 0}, {"ON", 1}, {"F", 0}, {"T", 1}, \
      {"N", 0}, {"Y", 1}, {".FALSE.", 0}, {".TRUE.", 1}, {".F.", 0}, {".T.", 1}
#define MUSTER_SWITCH_WORDS {"DISABLED", 0}, {"ENABLED", 1}

inline constexpr Word kBooleanWords[] = {MUSTER_BOOLEAN_WORDS, MUSTER_SWITCH_WORDS};
inline constexpr Word kSwitchWords[] = {MUSTER_SWITCH_WORDS, MUSTER_BOOLEAN_WORDS};
// 1 and 2 are DisplayKind::standard and DisplayKind::verbose.
inline constexpr Word kDisplayWords[] = {MUSTER_BOOLEAN_WORDS, {"VERBOSE", 2}};
#undef MUSTER_BOOLEAN_WORDS
#undef MUSTER_SWITCH_WORDS

inline constexpr Word kNestedWords[] = {{"FALSE", 1}, {"TRUE", 2}, {"0", 1}, {"1", 2}, {"NO", 1},      {"YES", 2},
                                        {"OFF", 1},   {"ON", 2},   {"F", 1}, {"T", 2}, {".FALSE.", 1}, {".TRUE.", 2},
                                        {".F.", 1},   {".T.", 2},  {"N", 1}, {"Y", 2}};
inline constexpr Word kWaitPolicyWords[] = {{"PASSIVE", 2}, {"ACTIVE", 1}};
inline constexpr Word kOffloadWords[] = {{"DEFAULT", 0}, {"MANDATORY", 1}, {"DISABLED", 2}};
inline constexpr Word kReductionWords[] = {{"NONE", 0}, {"CRITICAL", 1}, {"ATOMIC", 2}, {"TREE", 3}};
inline constexpr Word kLibraryWords[] = {{"THROUGHPUT", 0}, {"TURNAROUND", 1}, {"SERIAL", 2}};
inline constexpr Word kRacesWords[] = {{"AUTO", 0}, {"DEEP", 1}, {"OFF", 2}};
inline constexpr Word kNeighboursWords[] = {{"AVOID", 0}, {"IGNORE", 1}};
inline constexpr Word kMemoryWords[] = {{"OFF", 0}, {"REPORT", 1}};
inline constexpr Word kDynamicModeWords[] = {
    {"LOAD_BALANCE", 1}, {"LOADBALANCE", 1}, {"THREAD_LIMIT", 2}, {"THREADLIMIT", 2}, {"RANDOM", 3}};

// Without regard to case; a blank or '-' inside the word reads as '_' ("load balance"). Null if none fits.
const Word* find_word(std::span<const Word> words, std::string_view text);
// The first word of that value; empty if there is none.
std::string_view word_of(std::span<const Word> words, std::uint8_t value);

template <auto Member, const auto& Words>
struct Choice {
  static Outcome read(const Input& input, Settings& settings) {
    const Word* word = find_word(Words, input.text.view());
    if (word == nullptr) return kRefused;
    auto& target = field<Member>(settings);
    target = static_cast<std::remove_reference_t<decltype(target)>>(word->value);
    return kTaken;
  }
  static void show(const Shown& shown, LineWriter& line) {
    line.add(word_of(Words, static_cast<std::uint8_t>(field<Member>(shown.settings))));
  }
};

template <auto Member>
using Flag = Choice<Member, kBooleanWords>;
template <auto Member>
using Switch = Choice<Member, kSwitchWords>;

// DEEP may have a seed behind a colon.
struct RacesForm : Choice<&GlobalSettings::races, kRacesWords> {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

// OMP_NESTED is shown as what it amounts to.
struct NestedForm : Choice<&GlobalSettings::nested, kNestedWords> {
  static void show(const Shown& shown, LineWriter& line) {
    line.add(shown.settings.icvs.max_active_levels > 1 ? "TRUE" : "FALSE");
  }
};

// A policy that is not set shows as PASSIVE, as libgomp and libomp show it: threads do go to sleep. In a warning, where
// there is no team yet, the row's own words say it better.
struct WaitPolicyForm : Choice<&GlobalSettings::wait_policy, kWaitPolicyWords> {
  static void show(const Shown& shown, LineWriter& line) {
    const WaitPolicy policy = shown.settings.global.wait_policy;
    if (policy == WaitPolicy::unset && shown.team == nullptr) return;
    line.add(policy == WaitPolicy::active ? "ACTIVE" : "PASSIVE");
  }
};

}  // namespace muster::settings
