// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms whose value is one number, with or without a unit.
#pragma once

#include <limits>

#include "settings/form.h"
#include "settings/scanner.h"

namespace muster::settings {

// A number from Least to Largest. Above Largest the largest is taken: for a limit that means the same.
template <auto Member, std::int32_t Least, std::int32_t Largest = std::numeric_limits<std::int32_t>::max()>
struct Integer {
  static Outcome read(const Input& input, Settings& settings) {
    Scanner scanner(input.text.view());
    std::uint64_t number = 0;
    if (scanner.take_number(number) == Digits::none || !scanner.at_end()) return kRefused;
    if (number < static_cast<std::uint64_t>(Least)) return kRefused;
    if (number > static_cast<std::uint64_t>(Largest)) {
      field<Member>(settings) = Largest;
      return kTooLarge;
    }
    field<Member>(settings) = static_cast<std::int32_t>(number);
    return kTaken;
  }
  static void show(const Shown& shown, LineWriter& line) { line.add_number(field<Member>(shown.settings)); }
};

// The same where too small a number means the least: of something that there is always some of.
template <auto Member, std::int32_t Least, std::int32_t Largest>
struct ClampedInteger : Integer<Member, Least, Largest> {
  static Outcome read(const Input& input, Settings& settings) {
    Scanner scanner(input.text.view());
    std::uint64_t number = 0;
    const bool is_number = scanner.take_number(number) != Digits::none && scanner.at_end();
    if (is_number && number < static_cast<std::uint64_t>(Least)) {
      field<Member>(settings) = Least;
      return kTooSmall;
    }
    return Integer<Member, Least, Largest>::read(input, settings);
  }
};

// A number that counts only when it is set.
template <auto Member, std::int32_t Least, std::int32_t Largest>
struct OptionalInteger : Integer<Member, Least, Largest> {
  static void show(const Shown& shown, LineWriter& line) {
    if (!shown.settings.is_default(shown.variable)) Integer<Member, Least, Largest>::show(shown, line);
  }
};

// Several names can each set a limit; all of them hold, so the smallest counts.
struct ThreadLimitForm : Integer<&Icvs::thread_limit, 1> {
  static Outcome read(const Input& input, Settings& settings);
};

// Bytes with a unit B, K, M, G or T. Without one OMP_STACKSIZE and GOMP_STACKSIZE count in K (OpenMP 5.2, 21.2.2),
// KMP_STACKSIZE in bytes, as libomp does.
struct StackSizeForm {
  // PTHREAD_STACK_MIN of x86-64 Linux. What a thread needs beyond it (AArch64: 128K) is for the threads layer to add.
  static constexpr std::uint64_t kLeastBytes = 16 * 1024;
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

// Milliseconds, or with a unit "us" or "ms", or INFINITE. 2147483647 ms is libomp's old spelling of INFINITE.
struct BlocktimeForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

// The same of MUSTER_IDLE_TIME.
struct IdleTimeForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

// A count with a decimal suffix k, M, G or T, or INFINITE.
struct SpinCountForm {
  static Outcome read(const Input& input, Settings& settings);
  static void show(const Shown& shown, LineWriter& line);
};

}  // namespace muster::settings
