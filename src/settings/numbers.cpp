// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes, times and counts.
#include "settings/numbers.h"

namespace muster::settings {

namespace {

bool is_infinite(std::string_view text) { return same_word(text, "INFINITE") || same_word(text, "INFINITY"); }

// The place of `unit` in `units` (a character each, without regard to case); -1 if it is none of them.
int unit_rank(std::string_view unit, std::string_view units) {
  if (unit.size() != 1) return -1;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (to_lower(unit[0]) == units[i]) return static_cast<int>(i);
  }
  return -1;
}

// number * factor^power; false if that does not fit.
bool scale(std::uint64_t& number, std::uint64_t factor, int power) {
  for (; power > 0; --power) {
    if (__builtin_mul_overflow(number, factor, &number)) return false;
  }
  return true;
}

}  // namespace

Outcome ThreadLimitForm::read(const Input& input, Settings& settings) {
  const std::int32_t before = settings.icvs.thread_limit;
  const Outcome outcome = Integer::read(input, settings);
  if (outcome.verdict == Verdict::refused || settings.is_default(Variable::thread_limit)) return outcome;
  if (settings.icvs.thread_limit < before) return outcome;
  settings.icvs.thread_limit = before;
  return {Verdict::outdone, nullptr};
}

Outcome StackSizeForm::read(const Input& input, Settings& settings) {
  Scanner scanner(input.text.view());
  std::uint64_t bytes = 0;
  if (scanner.take_number(bytes) != Digits::fits) return kRefused;
  std::string_view unit = scanner.take_word();
  if (!scanner.at_end()) return kRefused;
  // KB, MB and so on, as libomp knows them too.
  if (unit.size() == 2 && to_lower(unit[0]) != 'b' && to_lower(unit[1]) == 'b') unit.remove_suffix(1);
  int power = input.name == "KMP_STACKSIZE" ? 0 : 1;
  if (!unit.empty()) power = unit_rank(unit, "bkmgt");
  // A size beyond 2^63 cannot be meant, and must not wrap around to a small one.
  if (power < 0 || !scale(bytes, 1024, power) || bytes >> 63U != 0 || bytes == 0) return kRefused;
  if (bytes < kLeastBytes) {
    settings.global.stack_size_bytes = kLeastBytes;
    return kTooSmall;
  }
  settings.global.stack_size_bytes = bytes;
  return kTaken;
}

void StackSizeForm::show(const Shown& shown, LineWriter& line) {
  std::uint64_t size = shown.settings.global.stack_size_bytes;
  if (size == 0 && shown.team != nullptr) size = shown.team->stack_size_bytes;
  if (size == 0) {
    // While reading, an empty text makes the warning name the default in words.
    if (shown.team != nullptr) line.add('0');
    return;
  }
  constexpr std::string_view kUnits = "BKMGT";
  std::size_t rank = 0;
  while (rank + 1 < kUnits.size() && size % 1024 == 0) {
    size /= 1024;
    ++rank;
  }
  line.add_number(static_cast<std::int64_t>(size)).add(kUnits[rank]);
}

namespace {

// False if the text is no time.
bool read_time(std::string_view text, std::int64_t& time_ns, bool& in_us) {
  in_us = false;
  time_ns = kBlocktimeInfinite;
  if (is_infinite(text)) return true;
  Scanner scanner(text);
  std::uint64_t time = 0;
  const Digits digits = scanner.take_number(time);
  const std::string_view unit = scanner.take_word();
  in_us = same_word(unit, "us");
  if (digits == Digits::none || !scanner.at_end() || (!unit.empty() && !in_us && !same_word(unit, "ms"))) return false;
  constexpr std::uint64_t kOldInfinity = 2147483647;
  if (!in_us && time >= kOldInfinity) return true;
  // Nobody sees the end of 292 years.
  if (!scale(time, 1000, in_us ? 1 : 2) || time >= static_cast<std::uint64_t>(kBlocktimeInfinite)) return true;
  time_ns = static_cast<std::int64_t>(time);
  return true;
}

void show_time(std::int64_t time_ns, LineWriter& line) {
  if (time_ns == kBlocktimeInfinite) {
    line.add("INFINITE");
  } else if (time_ns % 1'000'000 == 0) {
    line.add_number(time_ns / 1'000'000).add("ms");
  } else {
    line.add_number(time_ns / 1'000).add("us");
  }
}

}  // namespace

Outcome BlocktimeForm::read(const Input& input, Settings& settings) {
  GlobalSettings& global = settings.global;
  std::int64_t time_ns = 0;
  bool in_us = false;
  if (!read_time(input.text.view(), time_ns, in_us)) return kRefused;
  global.blocktime_ns = time_ns;
  global.blocktime_in_us = in_us;
  return kTaken;
}

void BlocktimeForm::show(const Shown& shown, LineWriter& line) { show_time(shown.settings.global.blocktime_ns, line); }

Outcome IdleTimeForm::read(const Input& input, Settings& settings) {
  std::int64_t time_ns = 0;
  bool in_us = false;
  if (!read_time(input.text.view(), time_ns, in_us)) return kRefused;
  settings.global.idle_time_ns = time_ns;
  return kTaken;
}

void IdleTimeForm::show(const Shown& shown, LineWriter& line) { show_time(shown.settings.global.idle_time_ns, line); }

Outcome SpinCountForm::read(const Input& input, Settings& settings) {
  if (is_infinite(input.text.view())) {
    settings.global.spin_count = kSpinCountInfinite;
    return kTaken;
  }
  Scanner scanner(input.text.view());
  std::uint64_t count = 0;
  if (scanner.take_number(count) == Digits::none) return kRefused;
  const std::string_view unit = scanner.take_word();
  const int rank = unit_rank(unit, "kmgt");
  if (!scanner.at_end() || (rank < 0 && !unit.empty())) return kRefused;
  if (!scale(count, 1000, rank + 1)) count = kSpinCountInfinite;
  settings.global.spin_count = count;
  return kTaken;
}

void SpinCountForm::show(const Shown& shown, LineWriter& line) {
  if (shown.settings.is_default(shown.variable)) return;
  const std::uint64_t count = shown.settings.global.spin_count;
  if (count > static_cast<std::uint64_t>(kBlocktimeInfinite)) {
    line.add("INFINITE");
  } else {
    line.add_number(static_cast<std::int64_t>(count));
  }
}

}  // namespace muster::settings
