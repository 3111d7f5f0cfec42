// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading and showing the ICVs that are lists or compounds.
#include "settings/lists.h"

#include <limits>

#include "settings/words.h"

namespace muster::settings {

namespace {

constexpr Outcome kTooManyLevels{Verdict::adjusted, "which has more levels than are kept"};
constexpr std::uint64_t kLargestInt = std::numeric_limits<std::int32_t>::max();

constexpr Word kBindWords[] = {{"PRIMARY", static_cast<std::uint8_t>(ProcBind::primary)},
                               {"MASTER", static_cast<std::uint8_t>(ProcBind::primary)},
                               {"CLOSE", static_cast<std::uint8_t>(ProcBind::close)},
                               {"SPREAD", static_cast<std::uint8_t>(ProcBind::spread)}};

constexpr Word kScheduleWords[] = {{"STATIC", static_cast<std::uint8_t>(ScheduleKind::static_)},
                                   {"DYNAMIC", static_cast<std::uint8_t>(ScheduleKind::dynamic)},
                                   {"GUIDED", static_cast<std::uint8_t>(ScheduleKind::guided)},
                                   {"AUTO", static_cast<std::uint8_t>(ScheduleKind::auto_)},
                                   {"TRAPEZOIDAL", static_cast<std::uint8_t>(ScheduleKind::trapezoidal)},
                                   {"STATIC_STEAL", static_cast<std::uint8_t>(ScheduleKind::static_steal)},
                                   {"STATIC_GREEDY", static_cast<std::uint8_t>(ScheduleKind::static_greedy)},
                                   {"STATIC_BALANCED", static_cast<std::uint8_t>(ScheduleKind::static_balanced)}};

constexpr Word kModifierWords[] = {{"MONOTONIC", static_cast<std::uint8_t>(ScheduleModifier::monotonic)},
                                   {"NONMONOTONIC", static_cast<std::uint8_t>(ScheduleModifier::nonmonotonic)}};

bool is_boolean(std::string_view text, bool& value) {
  const Word* word = find_word(kBooleanWords, text);
  if (word == nullptr) return false;
  value = word->value != 0;
  return true;
}

}  // namespace

Outcome NumThreadsForm::read(const Input& input, Settings& settings) {
  Scanner scanner(input.text.view());
  std::int32_t list[kMaxListLevels] = {};
  int count = 0;
  do {
    std::uint64_t number = 0;
    if (scanner.take_number(number) != Digits::fits || number == 0 || number > kLargestInt) return refused_at(scanner);
    if (count < kMaxListLevels) list[count] = static_cast<std::int32_t>(number);
    if (count <= kMaxListLevels) ++count;
  } while (scanner.take(','));
  if (!scanner.at_end()) return refused_at(scanner);
  const int kept = count < kMaxListLevels ? count : kMaxListLevels;
  for (int i = 0; i < kept; ++i) settings.icvs.num_threads[i] = list[i];
  settings.icvs.num_threads_count = static_cast<std::uint8_t>(kept);
  return count > kept ? kTooManyLevels : kTaken;
}

void NumThreadsForm::show(const Shown& shown, LineWriter& line) {
  const Icvs& icvs = shown.settings.icvs;
  if (icvs.num_threads_count == 0 && shown.team != nullptr) line.add_number(shown.team->num_threads);
  for (int i = 0; i < icvs.num_threads_count; ++i) {
    if (i > 0) line.add(',');
    line.add_number(icvs.num_threads[i]);
  }
}

Outcome ProcBindForm::read(const Input& input, Settings& settings) {
  Icvs& icvs = settings.icvs;
  bool on = false;
  if (is_boolean(input.text.view(), on)) {
    icvs.bind[0] = on ? ProcBind::true_ : ProcBind::false_;
    icvs.bind_count = 1;
    return kTaken;
  }
  Scanner scanner(input.text.view());
  ProcBind list[kMaxListLevels] = {};
  int count = 0;
  do {
    const Word* word = find_word(kBindWords, scanner.take_word());
    if (word == nullptr) return refused_at(scanner);
    if (count < kMaxListLevels) list[count] = static_cast<ProcBind>(word->value);
    if (count <= kMaxListLevels) ++count;
  } while (scanner.take(','));
  if (!scanner.at_end()) return refused_at(scanner);
  const int kept = count < kMaxListLevels ? count : kMaxListLevels;
  for (int i = 0; i < kept; ++i) icvs.bind[i] = list[i];
  icvs.bind_count = static_cast<std::uint8_t>(kept);
  return count > kept ? kTooManyLevels : kTaken;
}

void ProcBindForm::show(const Shown& shown, LineWriter& line) {
  const Icvs& icvs = shown.settings.icvs;
  for (int i = 0; i < icvs.bind_count; ++i) {
    if (i > 0) line.add(',');
    if (icvs.bind[i] == ProcBind::false_ || icvs.bind[i] == ProcBind::true_) {
      line.add(icvs.bind[i] == ProcBind::true_ ? "TRUE" : "FALSE");
    } else {
      line.add(word_of(kBindWords, static_cast<std::uint8_t>(icvs.bind[i])));
    }
  }
}

Outcome ScheduleForm::read(const Input& input, Settings& settings) {
  Scanner scanner(input.text.view());
  Schedule schedule;
  std::string_view word = scanner.take_word();
  std::size_t at_word = scanner.where();
  if (scanner.take(':')) {
    const Word* modifier = find_word(kModifierWords, word);
    if (modifier == nullptr) return kRefused;
    schedule.modifier = static_cast<ScheduleModifier>(modifier->value);
    word = scanner.take_word();
    at_word = scanner.where();
  }
  const Word* kind = find_word(kScheduleWords, word);
  if (kind == nullptr) return {Verdict::refused, nullptr, at_word};
  schedule.kind = static_cast<ScheduleKind>(kind->value);
  Outcome outcome = kTaken;
  if (scanner.take(',')) {
    std::uint64_t chunk = 0;
    if (scanner.take_number(chunk) == Digits::none) return refused_at(scanner);
    // Both peers keep the kind. Without it the loops of a program that asks for static would be dynamic in code of GCC.
    if (chunk == 0) outcome = {Verdict::adjusted, "which has a chunk of 0"};
    // omp_get_schedule() answers an int.
    if (chunk > kLargestInt) {
      chunk = kLargestInt;
      outcome = {Verdict::adjusted, "which has a chunk that is too large"};
    }
    // Chunks mean nothing to auto (OpenMP 5.2, 11.5.3).
    if (schedule.kind != ScheduleKind::auto_) schedule.chunk = static_cast<std::int64_t>(chunk);
  }
  if (!scanner.at_end()) return refused_at(scanner);
  schedule.given = true;
  settings.icvs.run_schedule = schedule;
  return outcome;
}

void ScheduleForm::show(const Shown& shown, LineWriter& line) {
  const Schedule& schedule = shown.settings.icvs.run_schedule;
  // While reading, an empty text makes the warning name the default in words.
  if (!schedule.given && shown.team == nullptr) return;
  if (schedule.modifier != ScheduleModifier::none) {
    line.add(word_of(kModifierWords, static_cast<std::uint8_t>(schedule.modifier))).add(':');
  }
  line.add(word_of(kScheduleWords, static_cast<std::uint8_t>(schedule.kind)));
  if (schedule.chunk > 0) line.add(',').add_number(schedule.chunk);
}

}  // namespace muster::settings
